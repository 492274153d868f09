/* eslint-disable max-lines -- one class for all that a case on the disk says */
import fs from 'node:fs';
import path from 'node:path';
import {
  type CaseDocument,
  type CaseFile,
  caseFileSuffix,
  parseCaseFile,
  type SaidOfDocument,
  setDocuments,
  setMember,
} from '../../core/casework/caseFile';
import type { HappenedEvent, LogEvent } from '../../core/casework/caseLog';
import { findUnlogged } from '../../core/casework/logCheck';
import type { CaseWarning } from '../../core/casework/caseWarnings';
import { selectPassedOver, type UnreadFile } from '../../core/casework/unreadFiles';
import type { CaseLock, CaseValidation, PinnedParts } from '../../core/casework/lock';
import { readBlindHistory, type Blinding, type NamedDocument, Naming, assignNames } from '../../core/casework/blind';
import {
  type DecidedPassage,
  type Decision,
  trimDecision,
  isSameDecision,
  isSamePassage,
  type PassageDecision,
  replaceDecision,
} from '../../core/casework/decisions';
import {
  type Case,
  findCaseFiles,
  describeByPath,
  documentFolders,
  openCase,
  checkEntries,
} from '../../core/casework/openCase';
import type { KnownOfSenders, SenderChoice } from '../../core/casework/senders';
import type { OwnMarker } from '../../core/markers/ownMarkers';
import { type RangeToSet, addRange, countWordsToSet } from '../../core/text/handRanges';
import { computeSha256 } from '../sha256';
import { bundleReadOnly, decidedByOthers, IdiographError, noTextOfCase, unreadableDocument } from '../../core/errors';
import type { Provenance } from '../../core/domain';
import { findFileBehind } from '../../core/collections';
import { listWorks } from '../../core/works';
import { Collections } from '../documents/collections';
import { readVersion } from './indexOfCase';
import type { Reading } from '../../core/readableFormats';
import type { EngineService, FileToIndex, ReviewOptions } from '../../protocol/engine';
import { findFileNamed, isWithin, linkBetween, readStat, toListedName, nameFrom } from '../places';
import { isBundleFolder } from './bundleFolder';
import { CaseLog } from './caseLog';
import { listEntriesBelow, listEntries } from './folderEntries';
import { hashFile, lockHash, readCaseText, writeCaseFile } from './writeCase';

/** SHA-256 of a file's bytes, in hex: what its case file recorded, and what it is now. */
export interface ChangedFile {
  readonly recorded: string;
  readonly found: string;
}

/** A case on the disk as it was read once: what openCase says, by full paths. */
export class CaseFolder {
  /** Whether it is an unpacked bundle: it is only read. */
  readonly isBundle: boolean;
  private readonly version: string | undefined;
  /** When what the folder holds changed last. */
  private readonly listedAt: string;
  /** The masked names, kept for one index and its contents. */
  private named: { readonly of: string; readonly naming: Naming } | undefined;
  /** Kept, since each step of an indexing passes it. */
  private alone: { readonly names: Blinding['names']; readonly naming: Naming } | undefined;

  private constructor(
    readonly folder: string,
    private readonly contents: Case,
    /** The names of what its folders hold. */
    private readonly listed: ReadonlySet<string>,
  ) {
    this.isBundle = isBundleFolder(folder);
    this.version = readVersion(this.file);
    this.listedAt = this.readListedAt();
  }

  /** Opens a folder, with its case file if it has one, or the folder of a given case file. */
  static async open(place: string): Promise<CaseFolder> {
    const full = path.resolve(place);
    if (!fs.existsSync(full)) throw unreadableDocument(place, 'there is no such folder or case file');
    const isFile = !fs.statSync(full).isDirectory();
    if (isFile && fs.lstatSync(full).isSymbolicLink())
      throw unreadableDocument(place, 'it is a link, and a case file is never read by a link');
    const folder = isFile ? path.dirname(full) : full;
    const entries = await listEntries(folder, documentFolders);
    const ofKind = (wanted: string) => findCaseFiles(entries).find(({ kind }) => kind === wanted)?.path;
    const file = isFile ? path.basename(full) : (ofKind('file') ?? ofKind('folder')); // a folder in its place is refused
    const read = file === undefined ? undefined : parseCaseFile(readCaseText(path.join(folder, file)), file);
    const listed = new Set(entries.map((entry) => entry.path));
    return new CaseFolder(folder, openCase(entries, file, read && toNamed(read, folder, listed)), listed);
  }

  /** Whether its case file, or its absence, and the names of its files are those that were read. */
  isCurrent(): boolean {
    return readVersion(this.file) === this.version && this.readListedAt() === this.listedAt;
  }

  /** When the folder, the folders of its documents and its collections changed: a file that is added or removed changes its folder. */
  private readListedAt(): string {
    const entries = [...this.listed];
    const files = entries.map((entry) => findFileBehind(entry));
    const collections = files.filter((file, i) => file !== entries[i]);
    const places = new Set(['', ...documentFolders, ...files.map((file) => path.posix.dirname(file)), ...collections]);
    return [...places].map((place) => String(readStat(findFileNamed(this.folder, place))?.mtimeNs ?? '')).join();
  }

  /** What it says of senders of collections below a folder in it; undefined: the folder is not in it. */
  findPlace(folder: string): KnownOfSenders | undefined {
    if (!isWithin(folder, this.folder)) return undefined;
    return { senders: this.contents.read?.senders, below: this.toName(folder) || undefined };
  }

  /** What happened to it. @param naming  the masked names of authors, for callers that read and write there */
  log(naming = this.namesAlone): CaseLog {
    return CaseLog.openOfCase(this.folder, naming);
  }

  /** Its case file, or where one would be. */
  get file(): string {
    return path.join(this.folder, this.contents.file ?? `${path.basename(this.folder)}${caseFileSuffix}`);
  }

  /** What a review of its texts is made with: what is pinned for it, whether its settings are locked, and the user's own markers. */
  get options(): Pick<ReviewOptions, 'pinned' | 'validation' | 'markers'> {
    const { pinned, markers } = this.contents.read ?? {};
    return { pinned, validation: this.validation, markers };
  }

  /** Whether its authors are hidden, and how they are called then; undefined: they never were. */
  get blinding(): Blinding | undefined {
    return this.contents.read?.blind;
  }

  /** The same for a report on one of its texts, with what the log says of it. Throws UnreadableDocument. */
  describeBlinding(file: string) {
    return this.blinding && { ...this.blinding, ...readBlindHistory(this.toName(file), this.log().read().entries) };
  }

  /** Hides the authors of the case, who have these documents. Throws UnwritableFile. */
  mask(documents: readonly NamedDocument[]): void {
    let wasMasked: boolean | undefined;
    this.write(
      (text) => {
        const { masked, names, unmasked = [] } = this.parse(text).blind ?? {};
        wasMasked = masked;
        return masked
          ? text
          : setMember(text, 'blind', { unmasked, masked: true, names: assignNames(documents, names) });
      },
      () => (wasMasked ? [] : [{ kind: 'masked' }]),
    );
  }

  /**
   * Shows the names of authors again, and writes down when, with the hash of what had been found.
   *
   * @param at        a time with its offset from UTC
   * @param findings  hex digits
   */
  unmask(at: string, findings: string): void {
    this.write(
      (text) => {
        const { names = {}, unmasked = [] } = this.parse(text).blind ?? {};
        return setMember(text, 'blind', { masked: false, names, unmasked: [...unmasked, { at, findings }] });
      },
      () => [{ kind: 'unmasked', findings }],
    );
  }

  /**
   * How the authors of an index are called while the case is blind; undefined: it is not. Authors without a name get one, which the case
   * file keeps from then on where it can be written.
   */
  async readNaming(
    engine: Pick<EngineService, 'listDocuments' | 'indexInfo'>,
    index: string,
  ): Promise<Naming | undefined> {
    const { blinding } = this;
    if (!blinding?.masked) return undefined;
    const of = index + (await engine.indexInfo(index)).contentHash;
    if (this.named?.of === of) return this.named.naming;
    const listed = await engine.listDocuments(index);
    const there = new Set(listed.map(({ id }) => id));
    const locked = (this.contents.read?.validation?.known ?? []).filter(({ id }) => !there.has(id));
    const documents = [...listed, ...locked.map((each) => ({ ...each, role: 'known' as const }))];
    this.named = { of, naming: new Naming(this.keepNames(documents, blinding.names), documents) };
    return this.named.naming;
  }

  /** The names of authors, which others may have given meanwhile; new ones are kept unless somebody has unmasked the case. */
  private keepNames(documents: readonly NamedDocument[], read: Blinding['names']): Blinding['names'] {
    let names = assignNames(documents, read);
    if (Object.keys(names).length === Object.keys(read).length) return names;
    try {
      this.write((text) => {
        const { blind } = this.parse(text);
        if (!blind?.masked) return text;
        names = assignNames(documents, blind.names);
        return setMember(text, 'blind', { ...blind, names });
      });
    } catch (error) {
      if (!(error instanceof IdiographError)) throw error; // a case that is only read has the same names each time
    }
    return names;
  }

  /** How authors and texts are called while the case is blind, as far as they were read. */
  get naming(): Naming | undefined {
    return this.blinding?.masked ? (this.named?.naming ?? this.namesAlone) : undefined;
  }

  /** Names of authors without those of texts, while the case is blind. */
  get namesAlone(): Naming | undefined {
    const { blinding } = this;
    if (!blinding?.masked) return undefined;
    if (this.alone?.names !== blinding.names)
      this.alone = { names: blinding.names, naming: new Naming(blinding.names, []) };
    return this.alone.naming;
  }

  private parse(text: string): CaseFile {
    return toNamed(parseCaseFile(text, path.basename(this.file)), this.folder, this.listed);
  }

  private setSaid(text: string, said: ReadonlyMap<string, SaidOfDocument>): string {
    const keys = parseCaseFile(text, path.basename(this.file)).documents;
    const others = new Map([...keys.keys()].map((key) => [findEntryName(key, this.folder, this.listed), key]));
    const byKey = [...said].map(
      ([name, facts]) => [keys.has(name) ? name : (others.get(name) ?? name), facts] as const,
    );
    return setDocuments(text, new Map(byKey));
  }

  /** Whether a case file was read. */
  get hasFile(): boolean {
    return this.contents.file !== undefined;
  }

  /** Whether its settings are locked; undefined where this is no case: then findings are exploratory. */
  get validation(): CaseValidation {
    const { validation } = this.contents;
    return typeof validation === 'object' ? { ...validation, found: lockHash(validation) } : validation;
  }

  /** Whether a file of the case is reached through a link in it: nothing of a case is read so. */
  isLinked(named: string): boolean {
    return linkBetween(this.folder, findFileBehind(named)) !== undefined;
  }

  /** What the case says of a file: its case file first, its folder otherwise. */
  describe(file: string): CaseDocument | undefined {
    const name = this.toName(file);
    return this.contents.others.has(name) ? undefined : describeByPath(this.contents.read, name);
  }

  /** Writes into the case file how documents of the case were produced, by their full paths. Throws UnwritableFile. */
  stateProvenance(produced: ReadonlyMap<string, Provenance>): void {
    const said = [...produced].flatMap(([file, labels]) => {
      const facts = this.describe(file);
      if (!facts) return [];
      const { role, author } = facts;
      return [[this.toName(file), { role, ...(author !== undefined && { author }), ...labels }] as const];
    });
    this.write((text) => this.setSaid(text, new Map(said)));
  }

  /**
   * Leaves a range of a document of the case out by hand (`isAuthors: false`), takes it back from the rules (true), or leaves it to
   * them again (undefined). Ranges of the document that are stale are taken away. The log has the range, its length and its hash.
   *
   * @param text  of the document, as it is read
   * @throws UnwritableFile, and Usage for a file that is not of the case and a range without words
   */
  setRange(file: string, text: string, range: RangeToSet): void {
    const name = this.toName(file);
    if (!this.describe(file)) throw noTextOfCase(path.basename(file));
    const words = countWordsToSet(text, path.basename(file), range);
    const { start, end, isAuthors } = range;
    const set = { start, end, words, sha256: computeSha256(text.slice(start, end)) };
    this.write(
      (json) => {
        const facts = describeByPath(this.parse(json), name);
        if (!facts) return json;
        const { role, author, ranges = [] } = facts;
        const now = addRange(text, ranges, range, computeSha256);
        return this.setSaid(json, new Map([[name, { role, ...(author !== undefined && { author }), ranges: now }]]));
      },
      () => [{ kind: 'ranged', file: name, ...set, ...(isAuthors !== undefined && { isAuthors }) }],
    );
  }

  /** Writes down which index and which model files the case is examined with. Throws UnwritableFile. */
  pin(pinned: PinnedParts): void {
    const { index } = pinned;
    this.write(
      (text) => setMember(text, 'pinned', pinned),
      index === undefined ? undefined : () => [{ kind: 'pinned', index }],
    );
  }

  /** Counts one more marker of the user's own, in the place of one of the same name. Throws UnwritableFile. */
  addMarker(marker: OwnMarker): void {
    this.write((text) => {
      const { markers = [] } = this.parse(text); // as they are now
      return setMember(text, 'markers', [...markers.filter(({ name }) => name !== marker.name), marker]);
    });
  }

  /** Whom the collections in folders of authors are by. */
  get mailboxes(): readonly SenderChoice[] {
    return this.contents.choices;
  }

  /** Writes down which senders of a collection are the author in whose folder it is. Throws UnwritableFile. */
  setSenders(collection: string, senders: readonly string[]): void {
    this.write((text) => setMember(text, 'senders', { ...this.parse(text).senders, [collection]: [...senders] }));
  }

  /** What readers made of passages of a document; undefined: it is none of the case, and nothing is decided of it. */
  listDecisions(file: string): readonly PassageDecision[] | undefined {
    if (!this.describe(file)) return undefined;
    const document = this.toName(file);
    const decisions = (this.contents.read?.decisions ?? []).filter((each) => each.document === document);
    return this.namesAlone?.mask(decisions) ?? decisions;
  }

  /**
   * Writes down what is made of a passage of a document, in the place of an earlier decision; an empty one takes that away. The
   * decisions of others who write the same case file stay.
   *
   * @param before  what it was, where it may be nothing else by now
   * @returns what it was
   * @throws UnwritableFile, Usage
   */
  decide(file: string, passage: Omit<DecidedPassage, 'document'>, decided: Decision, before?: Decision): Decision {
    const named = new Naming(this.blinding?.names ?? {}, []).unmask(passage);
    const about = { ...named, document: this.toName(file) };
    const { document, questioned, candidate: author } = about;
    let former: Decision = {};
    this.write(
      (text) => {
        const decisions = this.parse(text).decisions ?? [];
        former = trimDecision(decisions.find((each) => isSamePassage(each, about)) ?? {});
        if (before && !isSameDecision(former, before)) throw decidedByOthers();
        return setMember(text, 'decisions', replaceDecision(decisions, about, decided));
      },
      () => [{ kind: 'decided', document, author, passage: questioned, decision: trimDecision(decided) }],
    );
    return former;
  }

  /** Locks the settings of the case, in the place of an earlier lock. Returns the lock's hash. Throws UnwritableFile. */
  lock({ known, ...settings }: CaseLock): string {
    const lock = { ...settings, ...(known && { known: this.naming?.unmask(known) ?? known }) };
    const hash = lockHash(lock);
    this.write(
      (text) => setMember(text, 'validation', { hash, ...lock }),
      () => [{ kind: 'locked', lock: hash }],
    );
    return hash;
  }

  /** Records the SHA-256 of each questioned file that the case file has none of. Returns of how many. Throws UnwritableFile. */
  recordIntake(): number {
    const { size } = this.listUnrecorded();
    if (size > 0) this.write((text) => text);
    return size;
  }

  /** Records how the texts of questioned files were made, of those that the case file says nothing of. Throws UnwritableFile. */
  recordReadings(readings: ReadonlyMap<string, Reading>): void {
    const said = [...readings].flatMap(([file, { reader, textSha256 }]) => {
      const facts = this.describe(file);
      const isOpen = facts?.role === 'questioned' && facts.reader === undefined;
      return isOpen ? [[this.toName(file), { role: facts.role, reader, textSha256 }] as const] : [];
    });
    if (said.length > 0 && !this.isBundle) this.write((text) => this.setSaid(text, new Map(said)));
  }

  /**
   * How a file's bytes differ from those that the case recorded when it first saw them; undefined where they are the same, where
   * none are recorded, and where they cannot be read.
   */
  findChangeSinceIntake(file: string, collections?: Collections): ChangedFile | undefined {
    const recorded = this.describe(file)?.sha256;
    const found = recorded === undefined ? undefined : hashFile(file, this.folder, collections);
    return recorded === undefined || found === undefined || found === recorded ? undefined : { recorded, found };
  }

  /** What the case file says and the log does not. Throws UnreadableDocument. */
  get unlogged(): readonly HappenedEvent[] {
    return this.contents.read ? findUnlogged(this.contents.read, CaseLog.openOfCase(this.folder).read().entries) : [];
  }

  /** Writes it down where there is a log, with the mark that this was done afterwards. Throws UnwritableFile, UnreadableDocument. */
  recordUnlogged(): void {
    const log = CaseLog.openOfCase(this.folder);
    if (this.isBundle || !log.isThere || this.unlogged.length === 0) return;
    log.writeWhile((entries) => findUnlogged(this.parse(readCaseText(this.file)), entries())); // as they are now
  }

  /**
   * Whatever is written, the bytes of questioned files are recorded with it where they are not yet. What happens by it is in the
   * log as well, or neither is written.
   */
  private write(change: (text: string) => string, happened?: () => readonly LogEvent[]): void {
    if (this.isBundle) throw bundleReadOnly(this.folder);
    const intake = this.listUnrecorded();
    const received = [...intake].map(([document, { sha256 }]) => ({ kind: 'received', document, sha256 }) as const);
    let undo = (): void => undefined;
    const write = (): readonly LogEvent[] => {
      undo = writeCaseFile(this.file, (text) => change(this.setSaid(text, intake)));
      return [...received, ...(happened?.() ?? [])];
    };
    if (happened || received.length > 0) this.log().writeWhile(write, () => undo());
    else write();
  }

  /** The questioned files without a recorded SHA-256, with the one that they have. */
  private listUnrecorded(): ReadonlyMap<string, SaidOfDocument & { readonly sha256: string }> {
    const documents = this.isBundle ? [] : [...this.contents.documents];
    const collections = new Collections();
    const lacking = documents.filter(([, { role, sha256 }]) => role === 'questioned' && sha256 === undefined);
    return new Map(
      lacking.flatMap(([name, { role }]) => {
        const sha256 = hashFile(findFileNamed(this.folder, name), this.folder, collections);
        return sha256 === undefined ? [] : [[name, { role, sha256 }] as const];
      }),
    );
  }

  /** The files that are passed over before they are read. */
  get passedOver(): readonly UnreadFile[] {
    return selectPassedOver(this.contents.warnings);
  }

  /** How a file is named in the case, as its case file and its log have it. */
  toName(file: string): string {
    const name = toListedName(this.folder, path.resolve(file));
    return this.listed.has(name) ? name : nameFrom(this.folder, file);
  }

  /** What is left out of the case or not read as it was meant, and which questioned files have changed since intake. */
  async findWarnings(): Promise<readonly CaseWarning[]> {
    const collections = new Collections();
    const changed = [...this.contents.documents.keys()].flatMap((file) => {
      const hashes = this.findChangeSinceIntake(findFileNamed(this.folder, file), collections);
      return hashes ? [{ kind: 'changedExhibit', file, recorded: hashes.recorded, now: hashes.found } as const] : [];
    });
    const entries = this.hasFile ? checkEntries(this.contents, await listEntriesBelow(this.folder)) : [];
    const warnings = [...this.contents.warnings, ...entries, ...changed];
    return this.namesAlone?.mask(warnings) ?? warnings;
  }

  /** Every document of the case that can be read, with what is said of it, by path. */
  get documents(): readonly { readonly path: string; readonly facts: CaseDocument }[] {
    return [...this.contents.documents].map(([name, facts]) => ({ path: findFileNamed(this.folder, name), facts }));
  }

  /** Those in question, in order of their paths. */
  get questioned(): readonly { readonly path: string; readonly facts: CaseDocument }[] {
    return this.documents.filter(({ facts }) => facts.role === 'questioned');
  }

  /** Its known and population documents, as they are added to an index. */
  get filesToIndex(): readonly FileToIndex[] {
    return this.documents.flatMap(({ path: file, facts }) => {
      if (facts.role === 'questioned' || facts.author === undefined) return [];
      const { mode, genre, language, ranges: byHand } = facts;
      const works = listWorks([facts]);
      return [{ path: file, author: facts.author, role: facts.role, mode, genre, language, byHand, works }];
    });
  }
}

/** What a case file says, with the names that its folder has for the files. */
function toNamed(read: CaseFile, folder: string, listed: ReadonlySet<string>): CaseFile {
  const toName = (entry: string): string => findEntryName(entry, folder, listed);
  const documents = new Map(read.documents);
  for (const [entry, facts] of read.documents) {
    const name = toName(entry);
    if (name === entry || documents.has(name)) continue; // the second entry of a file is reported as one that names none
    documents.delete(entry);
    documents.set(name, facts);
  }
  const senders = read.senders && Object.fromEntries(Object.entries(read.senders).map(([at, by]) => [toName(at), by]));
  const decisions = read.decisions?.map((each) => ({ ...each, document: toName(each.document) }));
  return { ...read, documents, ...(senders && { senders }), ...(decisions && { decisions }) };
}

/** The name of the file that an entry of a case file means: of one that differs in case or accents, where the disk takes both for one. */
function findEntryName(entry: string, folder: string, listed: ReadonlySet<string>): string {
  if (listed.has(entry)) return entry;
  const name = nameFrom(folder, findFileNamed(folder, entry));
  const [one, other] = [name, entry].map((each) => each.normalize('NFC').toLowerCase());
  return one === other ? name : entry;
}
