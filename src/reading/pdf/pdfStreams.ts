import { unreadableDocument } from '../../core/errors';
import { type StopSignal, throwIfStopped } from '../../core/basics/work';
import { expand, type Expanded, tooMuch } from './pdfFilters';
import { findLongestOperand } from './pdfOperands';

/**
 * A file may expand to at most this many bytes, counted for each page that uses a stream, and so may a page with the forms that it draws.
 */
const [mostExpanded, mostOfPage] = [200_000_000, 32_000_000];
/** An operation of a page may draw at most this many bytes as text, because PDF.js makes an object of each sign. */
const mostAtOnce = 1_000_000;
/** Forms may be nested this deep. */
const deepestForm = 30;

/** An object of the file: its dictionary, and for a stream the expanded bytes. */
interface PdfObject {
  readonly head: string;
  readonly size: number;
  readonly isWhole: boolean;
  /** The forms and pictures that it draws, by name, with the number of times. */
  readonly draws: ReadonlyMap<string, number>;
  /** Whether it draws more text at once than is read. */
  readonly isTooLong: boolean;
}

/**
 * The objects of a PDF, found by their own marks and not by the file's list of them. Every stream is expanded once within a limit before
 * PDF.js expands it, and compared with its own checksum.
 * @throws UnreadableDocument, Cancelled
 */
export class PdfStreams {
  private readonly objects = new Map<number, PdfObject>();
  private readonly costs = new Map<number, number>();
  /** The contents of pages so far. */
  private readonly used = new Set<number>();
  private expanded = 0;
  private damaged = 0;
  /** Whether there are objects in a damaged stream, so that nothing is known of them. */
  private hasLostObjects = false;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly name: string,
    private readonly stop: StopSignal,
  ) {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const results = [...findMarks(file.toString('latin1'))].map((mark) => ({ ...mark, head: cleanHead(mark) }));
    for (const { number, head } of results) this.objects.set(number, { head, ...plain });
    if (isEncrypted(results)) return;
    for (const { number, head, data } of results) {
      if (data === undefined || isUnused(head)) continue;
      throwIfStopped(stop);
      this.addStream(number, head, file.subarray(data, findEnd(file, data, head)));
    }
    if (this.hasLostObjects && !this.hasOneIntactList(file)) throw this.createDamageError();
  }

  /** Whether the file was written once and its list of pages can be followed from its beginning. */
  private hasOneIntactList(file: Buffer): boolean {
    const heads = [...this.objects.values()].map(({ head }) => head);
    const root = heads.some(
      (head) => /\/Type\s*\/Catalog\b/.test(head) && this.resolve(readValue(head, 'Pages')) !== '',
    );
    return root && file.indexOf('startxref') === file.lastIndexOf('startxref');
  }

  private createDamageError(): Error {
    return unreadableDocument(this.name, 'it is damaged');
  }

  private addStream(number: number, head: string, stream: Buffer): void {
    const filters = readNames(this.resolve(readValue(head, 'Filter')));
    const expanded = expand(stream, filters, mostExpanded - this.expanded);
    if (expanded === tooMuch) throw this.createSizeError();
    const { bytes, isWhole } = expanded;
    this.expanded += bytes.length;
    if (!isWhole) this.damaged += 1;
    this.followList(head, expanded);
    const draws = bytes.includes('Do') ? countDraws(bytes) : plain.draws;
    const isTooLong = bytes.length > mostAtOnce && findLongestOperand(bytes.toString('latin1')) > mostAtOnce;
    this.objects.set(number, { head, size: bytes.length, isWhole, draws, isTooLong });
  }

  /** Notes what a stream says of the objects of the file. */
  private followList(head: string, { bytes, isWhole }: Expanded): void {
    const [, type] = /\/Type\s*\/(ObjStm|XRef)\b/.exec(head) ?? [];
    if (type === 'XRef' && !isWhole && bytes.length < computeListLength(head)) throw this.createDamageError();
    if (type === 'ObjStm' && isWhole) this.addObjects(head, bytes);
    if (type === 'ObjStm' && !isWhole) this.hasLostObjects = true;
  }

  /** The objects within a stream. Their numbers and places are at its beginning. */
  private addObjects(head: string, bytes: Buffer): void {
    const first = Number(readValue(head, 'First'));
    if (!(first > 0)) return;
    const text = bytes.toString('latin1');
    const numbers = text.slice(0, first).trim().split(/\s+/).map(Number);
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [from, to] = [first + numbers[at + 1]!, first + (numbers[at + 3] ?? text.length)];
      this.objects.set(numbers[at]!, { head: text.slice(from, to), ...plain });
    }
  }

  private createSizeError(): Error {
    return unreadableDocument(this.name, `it would grow to more than ${mostExpanded / 1e6} MB when it is expanded`);
  }

  /**
   * Whether everything that the text of a page needs is intact. Counts the bytes that the page expands to.
   * @throws UnreadableDocument if these are too many
   */
  checkPage(page: number): boolean {
    const head = this.objects.get(page)?.head ?? '';
    const contents = this.listContents(head);
    for (const each of contents) {
      if (this.used.has(each)) this.expanded += this.objects.get(each)?.size ?? 0;
      this.used.add(each);
    }
    if (this.expanded > mostExpanded) throw this.createSizeError();
    const resources = this.findResources(head);
    const cost = contents.reduce((sum, each) => sum + this.computeCost(each, resources, 0), 0);
    if (cost > mostOfPage)
      throw unreadableDocument(
        this.name,
        `a page of it would grow to more than ${mostOfPage / 1e6} MB when it is drawn`,
      );
    return this.damaged === 0 || this.isWhole(page, new Set());
  }

  /** The number of pages that the file says it has. */
  countPages(): number {
    const lists = [...this.objects.values()].filter(({ head }) => /\/Type\s*\/Pages\b/.test(head));
    return Math.max(0, ...lists.map(({ head }) => Number(readValue(head, 'Count')) || 0));
  }

  /** The streams of a page: those of a list, or the one that the page names. */
  private listContents(head: string): readonly number[] {
    const value = readValue(head, 'Contents');
    const listed = this.resolve(value).trim();
    return readReferences(listed.startsWith('[') ? listed : value);
  }

  /** The expanded bytes of a stream with everything that it draws. */
  private computeCost(number: number, above: string, depth: number): number {
    const known = this.costs.get(number);
    const object = this.objects.get(number);
    if (known !== undefined || !object) return known ?? 0;
    if (depth > deepestForm) return Infinity;
    this.costs.set(number, 0);
    const resources = depth === 0 ? above : this.findResources(object.head) || above;
    let cost = object.isTooLong ? Infinity : object.size;
    for (const [name, times] of object.draws) {
      const [form] = readReferences(readValue(this.resolve(readValue(resources, 'XObject')), name));
      if (form !== undefined) cost += times * this.computeCost(form, resources, depth + 1);
    }
    this.costs.set(number, cost);
    return cost;
  }

  /** The resources of a page or form. A page may inherit them. */
  private findResources(head: string): string {
    let at = head;
    for (let level = 0; level < deepestForm; level++) {
      const resources = this.resolve(readValue(at, 'Resources'));
      if (resources !== '') return resources;
      const [parent] = readReferences(readValue(at, 'Parent'));
      if (parent === undefined) return '';
      at = this.objects.get(parent)?.head ?? '';
    }
    return '';
  }

  private resolve(value: string): string {
    const [, number] = /^(\d+)\s+\d+\s+R$/.exec(value.trim()) ?? [];
    return number === undefined ? value : (this.objects.get(Number(number))?.head ?? '');
  }

  /** Whether an object and everything that it refers to is intact, except other pages and pictures. */
  private isWhole(number: number, seen: Set<number>): boolean {
    const waiting = [number];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const object = this.objects.get(next);
      if (!object && this.hasLostObjects) return false;
      if (!object || seen.has(next)) continue;
      seen.add(next);
      throwIfStopped(this.stop);
      if (!object.isWhole) return false;
      const isOther = next !== number && /\/Type\s*\/(Page|Catalog|StructElem|Annot)\b/.test(object.head);
      const others = readValue(object.head, 'Kids'); // the other pages
      if (!isOther) waiting.push(...readReferences(object.head.replace(others, '')));
    }
    return true;
  }

  /** The file with pictures of one point each. No picture is examined, and decoding them would take long. */
  replacePictures(): Uint8Array {
    const bytes = Buffer.from(this.bytes);
    const text = bytes.toString('latin1');
    for (const { head, start, data } of findMarks(text)) {
      if (data === undefined || !isPicture(head)) continue;
      for (const { 0: entry, index, groups } of head.matchAll(/\/(?:Width|Height)\s+(?<points>\d+)|\/Filter\b/g)) {
        const points = groups?.['points'];
        const one = points ? entry.replace(points, '1'.padStart(points.length, '0')) : '/Unread';
        bytes.write(one, start + index, 'latin1');
      }
    }
    return new Uint8Array(bytes);
  }
}

/** The longest head of a stream in an object without a number, in signs. */
const longestLooseHead = 2000;
const plain = { size: 0, isWhole: true, draws: new Map<string, number>(), isTooLong: false };

interface Mark {
  readonly number: number;
  readonly head: string;
  /** The beginning of the head in the file, and of the data of a stream. */
  readonly start: number;
  readonly data?: number;
}

/** The objects of a file in order, including those inside the data of others. */
function* findMarks(text: string): Generator<Mark> {
  let begun: { readonly number: number; readonly start: number } | undefined;
  for (const { 0: mark, 1: number, index } of text.matchAll(
    /(?<!\d)(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj|(?<!end)stream[ \t]{0,9}(?:\r\n|\n|\r)|endobj/g,
  )) {
    const end = index + mark.length;
    const { number: own, start } = begun ?? { number: -1, start: Math.max(0, index - longestLooseHead) };
    if (number !== undefined) begun = { number: Number(number), start: end };
    else if (mark !== 'endobj') yield { number: own, start, head: text.slice(start, index), data: end };
    else if (begun) yield { number: own, start, head: text.slice(start, index) };
    if (number === undefined) begun = undefined;
  }
}

/** A stream's dictionary without comments, and with the signs that names write as numbers. */
function cleanHead({ head, data }: Mark): string {
  const text = data === undefined ? head : head.replace(/%[^\r\n]*/g, ' ');
  return text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function isEncrypted(results: readonly Mark[]): boolean {
  return results.some(({ head }) => /\/Filter\s*\/Standard\b/.test(head));
}

const isPicture = (head: string): boolean => /\/Subtype\s*\/Image\b/.test(head);

/** The length of an expanded list of objects, in bytes, by what its dictionary says. */
function computeListLength(head: string): number {
  const readNumbers = (key: string): readonly number[] => (readValue(head, key).match(/\d+/g) ?? []).map(Number);
  const [size = Infinity] = readNumbers('Size');
  const index = readNumbers('Index');
  const entries = index.length > 0 ? index.filter((_, at) => at % 2 === 1).reduce((a, b) => a + b, 0) : size;
  const width = readNumbers('W').reduce((a, b) => a + b, 0) + (/\/Predictor\s+1\d/.test(head) ? 1 : 0);
  return entries * width;
}

/** Pictures and attached files are not expanded unless a page draws them as text. */
function isUnused(head: string): boolean {
  return isPicture(head) || /\/Type\s*\/(EmbeddedFile|Metadata)\b/.test(head);
}

/** The end of a stream's data: by its length if that is right, otherwise at its end mark. */
function findEnd(file: Buffer, data: number, head: string): number {
  const length = Number(readValue(head, 'Length'));
  const isRight = length >= 0 && file.subarray(data + length, data + length + 12).includes('endstream');
  if (isRight) return data + length;
  const end = file.indexOf('endstream', data);
  return end < 0 ? file.length : end;
}

/** The value of an entry as it is written: a name, number, reference, list or dictionary. Empty if there is none. */
function readValue(head: string, key: string): string {
  const at = head.search(new RegExp(`/${key.replace(/[^\w]/g, '\\$&')}(?=[\\s/<\\[(])`));
  if (at < 0) return '';
  const rest = head.slice(at + key.length + 1).trimStart();
  const simple = /^(?:\d+\s+\d+\s+R|\/[^\s/<>[\]()]+|[\d.+-]+)/.exec(rest);
  if (simple) return simple[0];
  let depth = 0;
  for (const { 0: bracket, index } of rest.matchAll(/<<|>>|\[|\]/g)) {
    depth += bracket === '<<' || bracket === '[' ? 1 : -1;
    if (depth <= 0) return rest.slice(0, index + bracket.length);
  }
  return rest;
}

function readReferences(value: string): readonly number[] {
  return [...value.matchAll(/(\d+)\s+\d+\s+R\b/g)].map(([, number]) => Number(number));
}

function readNames(value: string): readonly string[] {
  return [...value.matchAll(/\/([^\s/<>[\]()]+)/g)].map(([, name]) => name!);
}

function countDraws(bytes: Buffer): ReadonlyMap<string, number> {
  const draws = new Map<string, number>();
  for (const [, name] of bytes.toString('latin1').matchAll(/\/([^\s/<>[\]()]{1,127})\s+Do\b/g))
    draws.set(name!, (draws.get(name!) ?? 0) + 1);
  return draws;
}
