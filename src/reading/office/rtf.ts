import type { PartKind } from '../text/readableFormats';
import { unreadableDocument } from '../../core/errors';
import type { DocumentReader } from '../../core/ports';
import { createPoll } from '../../core/basics/work';
import { decodeWith, findEncodingOfCodePage } from '../decodeText';
import { Prose } from '../markup/prose';
import {
  apartGroups,
  beginnings,
  charsets,
  ends,
  known,
  noText,
  runKinds,
  signs,
  type Token,
  tokenise,
} from './rtfTokens';
import { isHidden, isTiny, isUnseen, isWhite, type Look, readStyleName, Styles } from '../markup/visibility';
import { mostNested } from '../markup/markup';
import { leastIndent, lists } from './wordMarkup';

class Group {
  isSkipped = false;
  isOptional = false;
  runs: ReadonlySet<PartKind> = new Set();
  /** The text's own formatting. The rest comes from its styles. */
  look: { -readonly [Facet in keyof Look]: Look[Facet] } = {};
  /** That of the paragraph. */
  side: Look = {};
  paragraphStyle = '';
  characterStyle = '';
  isDropCap = false;
  font: number | undefined;
  unicodeSkip = 1;
  /** The instruction of the field that the group is in. */
  field = { code: '' };
  isCode = false;
  isStyles = false;
  isColours = false;
  isShaded = false;
  /** Whether text is in a shape, which may have its own colour. */
  isInShape = false;
  /** Whether the text around a group with two forms of one text is skipped. */
  isSkippedAround = false;

  constructor(public apart: PartKind | undefined) {}

  begin(): Group {
    return Object.assign(new Group(this.apart), this, { look: { ...this.look }, isOptional: false });
  }
}

type Act = (group: Group, param: number | undefined) => void;

function forEach(
  words: readonly string[],
  act: (group: Group, param: number | undefined, word: string) => void,
): readonly (readonly [string, Act])[] {
  return words.map((word) => [word, (group, param) => act(group, param, word)]);
}

class RichText {
  readonly prose = new Prose();
  private readonly groups: Group[] = [];
  private readonly fonts = new Map<number, string>();
  private encoding = 'windows-1252';
  /** The font of the table that is being read, and the default font of text. */
  private font = 0;
  private usualFont = 0;
  private bytes = '';
  private toSkip = 0;
  private isInRow = false;
  /** Whether the document has ended. Programs show nothing after that. */
  isBehind = false;
  private style = '';
  private readonly styles = new Styles();
  /** The colours of the table, in hexadecimal. Empty for the usual one. */
  private readonly colours: string[] = [];
  private readonly colour: number[] = [];
  private hasBackground = false;

  constructor(private readonly name: string) {}

  take({ type, value, param }: Token): void {
    if (type === 'bytes') {
      const skipped = Math.min(this.toSkip, value.length);
      this.toSkip -= skipped;
      this.bytes += value.slice(skipped);
      return;
    }
    this.flush();
    if (type === 'word') this.handleControl(value, param);
    else this.toSkip = 0;
    if (type === 'begin') {
      if (this.groups.length > mostNested) throw unreadableDocument(this.name, 'its parts are nested too deeply');
      this.groups.push(this.groups.at(-1)?.begin() ?? new Group(this.isBehind ? 'hidden' : undefined));
    } else if (type === 'end') {
      this.groups.pop();
      if (this.groups.length === 0) this.isBehind = true;
    }
  }

  /** Bytes are read together, because a character may take two. */
  flush(): void {
    const { bytes } = this;
    this.bytes = '';
    const group = this.groups.at(-1);
    if (bytes === '') return;
    if (group) this.write(this.decode(bytes, this.fonts.get(group.font ?? this.usualFont) ?? this.encoding));
    else this.prose.setApart('hidden', bytes.replaceAll('\0', ''));
  }

  /** Fonts may declare an encoding that their text does not have. */
  private decode(bytes: string, encoding: string): string {
    if (!/[\x80-\xff]/.test(bytes)) return bytes;
    try {
      return decodeWith(encoding, Buffer.from(bytes, 'latin1'), this.name);
    } catch (error) {
      if (encoding === this.encoding) throw error;
      return this.decode(bytes, this.encoding);
    }
  }

  private write(text: string): void {
    const group = this.groups.at(-1);
    if (!group) return;
    if (group.isCode && group.field.code.length < 20) group.field.code += text;
    if (text.includes(';')) {
      // each entry of the tables of colours and styles ends so, and that of a style has its name before it
      if (group.isColours) this.colours.push(Buffer.from(this.colour.splice(0)).toString('hex'));
      if (group.isStyles) this.styles.add(this.style, readStyleName(text));
    }
    if (group.isSkipped) return;
    const shown = text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, ''); // control characters occur in damaged files, and are no text
    const left = this.findKindLeftOut(group);
    if (left) this.prose.setApart(left, shown);
    else {
      this.prose.looks = [group.look, group.side];
      this.prose.sign(shown);
    }
    if (shown.length < text.length) this.prose.setApart('hidden', text.replace(/[^\x01-\x08\x0b-\x1f\x7f-\x9f]/g, ''));
    if (!left && group.runs.has('insertions')) this.prose.setApart('insertions', shown);
  }

  /** @param isLeftOut  whether what looks so is left out; the end of a paragraph is only where it is hidden */
  private findKindLeftOut(group: Group, isLeftOut = isUnseen): PartKind | undefined {
    const { apart, runs, look, paragraphStyle, characterStyle, isShaded, isInShape } = group;
    if (apart ?? runs.has('deletions')) return apart ?? 'deletions';
    if (this.styles.find(paragraphStyle).contents) return 'contents';
    const looks = [look, this.styles.find(characterStyle), this.styles.find(paragraphStyle)];
    return isLeftOut(looks, () => isShaded || isInShape || this.isInRow || this.hasBackground) ? 'hidden' : undefined;
  }

  /** A control word after a Unicode character counts as one of its replacements. Only its sign is skipped. */
  private handleControl(word: string, param: number | undefined): void {
    const group = this.groups.at(-1);
    const isSkipped = this.toSkip > 0;
    if (isSkipped) this.toSkip -= 1;
    if (!group || (isSkipped && Object.hasOwn(signs, word))) return;
    const begin = this.destinations.get(word); // the content of a group, according to its first word
    const isUnknown = noText.has(word) || (group.isOptional && !begin && !known.has(word));
    if (isUnknown) group.isSkipped = true;
    begin?.(group, undefined);
    if (!begin && (!isUnknown || group.isStyles)) {
      this.readTables(group, word, param);
      const set = this.settings.get(word);
      set?.(group, param);
      if (!set && !group.isSkipped) this.handleLayout(word, group);
      if (Object.hasOwn(signs, word)) this.write(signs[word]!);
    }
    group.isOptional = word === '*';
  }

  private readonly destinations: ReadonlyMap<string, Act> = new Map<string, Act>([
    ['field', (group) => (group.field = { code: '' })],
    ['fldinst', (group) => (group.isCode = group.isSkipped = true)],
    ['fldrslt', (group) => (group.apart ??= lists.test(group.field.code) ? 'contents' : undefined)],
    ['stylesheet', (group) => (group.isStyles = group.isSkipped = true)],
    ['colortbl', (group) => (group.isColours = group.isSkipped = true)],
    ...forEach(['shptxt', 'dptxbxtext'], (group) => (group.isInShape = true)),
    ...forEach(['upr', 'object'], (group) =>
      Object.assign(group, { isSkippedAround: group.isSkipped, isSkipped: true }),
    ),
    ...forEach(['ud', 'result'], (group) => (group.isSkipped = group.isSkippedAround)),
    ...forEach(Object.keys(apartGroups), (group, _param, word) => (group.apart ??= apartGroups[word])),
  ]);

  private readonly settings: ReadonlyMap<string, Act> = new Map<string, Act>([
    ...forEach(Object.keys(runKinds), (group, param, word) => {
      const others = [...group.runs].filter((each) => each !== runKinds[word]);
      group.runs = new Set(param === 0 ? others : [...others, runKinds[word]!]);
    }),
    ...forEach(Object.keys(beginnings), (_group, _param, word) => (this.encoding = beginnings[word]!)),
    ['ansicpg', (_group, param = 1252) => (this.encoding = findEncodingOfCodePage(param) ?? 'windows-1252')],
    ['deff', (_group, param = 0) => (this.usualFont = param)],
    [
      'v',
      ({ isStyles, look }, param) => {
        if (isStyles) this.styles.add(this.style, { hidden: param !== 0 });
        else look.hidden = param !== 0;
      },
    ],
    ['plain', (group) => Object.assign(group, { runs: new Set(), look: {}, characterStyle: '', font: undefined })],
    ['pard', (group) => Object.assign(group, { paragraphStyle: '', isDropCap: false, isShaded: false, side: {} })],
    ['b', ({ look }, param) => (look.bold = param !== 0)],
    ['i', ({ look }, param) => (look.italic = param !== 0)],
    ['qr', (group) => (group.side = { ...group.side, right: true })],
    ['li', (group, param = 0) => (group.side = { ...group.side, indented: param >= leastIndent })],
    ['fs', ({ look }, param = Infinity) => (look.tiny = isTiny(param))],
    ['cf', ({ look }, param = 0) => (look.colour = this.colours[param] ?? '')],
    ...forEach(['shading', 'chshdng'], (group, param = 0) => (group.isShaded ||= param > 0)),
    ['viewbksp', (_group, param) => (this.hasBackground = param !== 0)],
    ...forEach(
      ['cb', 'chcbpat', 'cbpat', 'highlight'],
      (group, param = 0) => (group.isShaded = param > 0 && !isWhite(this.colours[param])),
    ),
    ['dropcapli', (group) => (group.isDropCap = true)],
    ['s', (group, param = 0) => (group.paragraphStyle = `s ${param}`)],
    ['cs', (group, param = 0) => (group.characterStyle = `cs ${param}`)],
    ['uc', (group, param = 1) => (group.unicodeSkip = Math.max(0, param))],
    [
      'u',
      ({ unicodeSkip }, code = 0) => {
        const point = code < 0 ? code + 0x10000 : code;
        if (point > 0 && point <= 0x10ffff) this.write(String.fromCodePoint(point));
        this.toSkip = unicodeSkip;
      },
    ],
  ]);

  /** In the table of fonts a number is followed by its character set, and in that of styles by what it hides and its base style. */
  private readTables(group: Group, word: string, value = 0): void {
    const page = word === 'cpg' ? value : word === 'fcharset' ? charsets[value] : undefined;
    if (group.isStyles) {
      if (word === 's' || word === 'cs') this.style = `${word} ${value}`;
      else if (word === 'sbasedon') this.styles.add(this.style, {}, `${this.style.split(' ')[0]} ${value}`);
    } else if (group.isColours && /^(?:red|green|blue)$/.test(word)) this.colour.push(value);
    else if (page !== undefined) this.fonts.set(this.font, findEncodingOfCodePage(page) ?? this.encoding);
    else if (word === 'f' && group.isSkipped) this.font = value;
    else if (word === 'f') group.font = value;
  }

  private handleLayout(word: string, group: Group): void {
    const { prose } = this;
    const left = this.findKindLeftOut(group, isHidden);
    if (left && ends.has(word)) prose.setApart(left, ' ');
    else if (ends.has(word) && !group.isDropCap) prose.endParagraph(this.styles.find(group.paragraphStyle));
    if (group.apart) return;
    if (word === 'cell') prose.endParagraph();
    if (this.isInRow && /^(?:cell|row)$/.test(word)) prose.endCell();
    if (this.isInRow && word === 'row') prose.endRow();
    if (!this.isInRow && word === 'trowd') prose.beginRow();
    if (this.isInRow ? word === 'cell' : word === 'trowd') prose.beginCell();
    if (/^(?:trowd|row)$/.test(word)) this.isInRow = word === 'trowd';
  }
}

/** Reads .rtf: the body, with kept insertions in their places. */
export const richTextReader: DocumentReader = {
  library: '@exodus/bytes 1.16.0',
  read: async (bytes, name, stop) => {
    if (!Buffer.from(bytes.subarray(0, 64)).toString('latin1').trimStart().startsWith('{\\rtf'))
      throw unreadableDocument(name, 'it is not rich text (rtf)');
    const text = new RichText(name);
    const poll = createPoll(stop);
    for (const token of tokenise(Buffer.from(bytes).toString('latin1'))) {
      poll(token.at);
      text.take(token);
    }
    text.flush();
    if (!text.isBehind) throw unreadableDocument(name, 'it is damaged or cut off');
    return Promise.resolve(text.prose.content);
  },
};
