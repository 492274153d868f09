/* oxlint-disable max-lines -- one class for all that a case on the disk says */
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
import { type CaseWarning, type ChangedFile, createWarning, warnOfChange } from '../../core/casework/caseWarnings';
import {
  selectPassedOver,
  type UnreadFile,
  type Case,
  findCaseFiles,
  describeByPath,
  documentFolders,
  openCase,
  checkEntries,
} from '../../core/casework/openCase';
import { type CaseLock, type CaseValidation, lockText, type PinnedParts } from '../../core/casework/lock';
import { readBlindHistory, type Blinding, type NamedDocument, Naming, assignNames } from '../../core/casework/blind';
import {
  type DecidedPassage,
  type Decision,
  trimDecision,
  isSamePassage,
  type PassageDecision,
  replaceDecision,
} from '../../core/casework/decisions';
import type { KnownOfSenders, SenderChoice } from '../../core/casework/foundFiles';
import type { OwnMarker } from '../../core/markers/ownMarkers';
import { type RangeToSet, addRange, countWordsToSet, listHandRanges } from '../../core/text/handRanges';
import { computeSha256 } from '../sha256';
import {
  bundleReadOnly,
  decidedByOthers,
  IdiographError,
  missingFile,
  noTextOfCase,
  unreadableDocument,
} from '../../core/errors';
import type { Provenance, Question } from '../../core/domain/evidence';
import { findFileBehind } from '../../reading/text/collectedPaths';
import { listWorks } from '../../core/copies/copies';
import { Collections } from '../../reading/readFile';
import { readVersion, isBundleFolder, listEntriesBelow, listEntries } from './folderEntries';
import type { Reading } from '../../reading/text/readableFormats';
import type { EngineService, FileToIndex, ReviewOptions } from '../../protocol/engine';
import { findFileNamed, isWithin, linkBetween, readStat, toListedName, nameFrom } from '../places';
import { CaseLog } from './caseLog';
import { computeCode } from './ownFolder';
import { hashFile, lockHash, readCaseText, removeLeftLock, writeCaseFile } from './writeCase';
import { doIfPossible, removeLeftOvers } from '../outputFile';

/** A case on the disk, as it was read once: the result of `openCase`, with full paths. */
export class CaseFolder {
  /** Whether it is an unpacked bundle, which is only read. */
  readonly isBundle: boolean;
  private readonly version: string | undefined;
  /** When the contents of the folder last changed. */
  private readonly listedAt: string;
  /** The masked names, cached for one index and its contents. */
  private named: { readonly of: string; readonly naming: Naming } | undefined;
  /** Cached, because each step of an indexing uses it. */
  private alone: { readonly names: Blinding['names']; readonly naming: Naming } | undefined;

  private constructor(
    readonly folder: string,
    private readonly contents: Case,
    /** The names of the entries in its folders. */
    private readonly listed: ReadonlySet<string>,
  ) {
    this.isBundle = isBundleFolder(folder);
    this.version = readVersion(this.file);
    this.listedAt = this.readListedAt();
  }

  /** Opens a folder, with its case file if it has one, or the folder of a given case file. */
  static async open(place: string): Promise<CaseFolder> {
    const full = path.resolve(place);
    if (!fs.existsSync(full)) throw missingFile(place, 'there is no such folder or case file');
    const isFile = !fs.statSync(full).isDirectory();
    if (isFile && fs.lstatSync(full).isSymbolicLink())
      throw unreadableDocument(place, 'it is a link, and a case file is never read by a link');
    const folder = isFile ? path.dirname(full) : full;
    const entries = await listEntries(folder, documentFolders);
    const ofKind = (wanted: string) => findCaseFiles(entries).find(({ kind }) => kind === wanted)?.path;
    const file = isFile ? path.basename(full) : (ofKind('file') ?? ofKind('folder')); // a folder in place of a case file is refused
    const read = file === undefined ? undefined : parseCaseFile(readCaseText(path.join(folder, file)), file);
    const listed = new Set(entries.map((entry) => entry.path));
    if (!isBundleFolder(folder)) {
      // what ended processes left in it
      if (file !== undefined) removeLeftLock(path.join(folder, file));
      doIfPossible(() => removeLeftOvers(folder));
    }
    return new CaseFolder(folder, openCase(entries, file, read && toNamed(read, folder, listed)), listed);
  }

  /** Whether its case file, or the absence of one, and the names of its files are the same as when it was read. */
  isCurrent(): boolean {
    return readVersion(this.file) === this.version && this.readListedAt() === this.listedAt;
  }

  /** When the folder, its folders of documents and its collections last changed. An added or removed file changes its folder. */
  private readListedAt(): string {
    const entries = [...this.listed];
    const files = entries.map((entry) => findFileBehind(entry));
    const collections = files.filter((file, i) => file !== entries[i]);
    const places = new Set(['', ...documentFolders, ...files.map((file) => path.posix.dirname(file)), ...collections]);
    return [...places].map((place) => String(readStat(findFileNamed(this.folder, place))?.mtimeNs ?? '')).join();
  }

  /** The facts about senders for collections below a folder of the case. Undefined if the folder is not in the case. */
  findPlace(folder: string): KnownOfSenders | undefined {
    if (!isWithin(folder, this.folder)) return undefined;
    return { senders: this.contents.read?.senders, below: this.toName(folder) || undefined };
  }

  /** The log of the case. @param naming  the masked names of authors, for callers that read and write there */
  log(naming = this.namesAlone): CaseLog {
    return CaseLog.openOfCase(this.folder, naming);
  }

  /** Its case file, or the path that one would have. */
  get file(): string {
    return path.join(this.folder, this.contents.file ?? `${path.basename(this.folder)}${caseFileSuffix}`);
  }

  /** The options of its reviews: what is pinned, whether its settings are locked, and the user's own markers. */
  get options(): Pick<ReviewOptions, 'pinned' | 'validation' | 'markers'> {
    const { pinned, markers } = this.contents.read ?? {};
    return { pinned, validation: this.validation, markers };
  }

  /** Who could have written these files, or the texts of the case. */
  questionOf(file?: string): Question {
    const facts = file === undefined ? undefined : this.describe(file);
    return facts?.question ?? this.contents.read?.question ?? 'anybody';
  }

  /** Records who could have written the texts of the case, or one of them. Throws UnwritableFile. */
  setQuestion(question: Question, file?: string): void {
    const named = this.naming?.unmask(question) ?? question;
    const stored = typeof named === 'string' ? named : [...named];
    const document = file === undefined ? undefined : this.toName(file);
    const names = typeof named === 'string' ? named : named.join(', ');
    this.write(
      (text) =>
        document === undefined
          ? setMember(text, 'question', stored)
          : this.setSaid(text, new Map([[document, { role: 'questioned', question: stored }]])),
      () => [{ kind: 'questionSet', names, ...(document !== undefined && { document }) }],
    );
  }

  /** Whether its authors are masked, and their masks. Undefined if they never were. */
  get blinding(): Blinding | undefined {
    return this.contents.read?.blind;
  }

  /** The blinding for a report on one of its texts, with the history in the log. Throws UnreadableDocument. */
  describeBlinding(file: string) {
    return this.blinding && { ...this.blinding, ...readBlindHistory(this.toName(file), this.log().read().entries) };
  }

  /** Masks the authors of the case, who wrote these documents. Throws UnwritableFile. */
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
   * Unmasks the authors, and records when, with the hash of what had been found.
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
   * The masked names of the authors of an index while the case is blind. Undefined if it is not. Authors without a mask get one, which the
   * case file stores if it can be written.
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

  /**
   * The masks of authors, including those that others may have given in the meantime. New ones are stored unless somebody has unmasked the
   * case.
   */
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
      if (!(error instanceof IdiographError)) throw error; // a case that is only read has the same masks each time
    }
    return names;
  }

  /** The masks of authors and texts while the case is blind, as far as they were read. */
  get naming(): Naming | undefined {
    return this.blinding?.masked ? (this.named?.naming ?? this.namesAlone) : undefined;
  }

  /** Masks of authors, without those of texts, while the case is blind. */
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

  /** Whether it has a case file. */
  get hasFile(): boolean {
    return this.contents.file !== undefined;
  }

  /** Whether its settings are locked. Undefined if this is no case; findings are then exploratory. */
  get validation(): CaseValidation {
    const { validation } = this.contents;
    if (typeof validation !== 'object') return validation;
    const isOwn = validation.codes?.includes(computeLockCode(validation)) ?? false;
    return { ...validation, found: lockHash(validation), isOwn };
  }

  /** Whether a link in the case leads to a file. Such files are not read. */
  isLinked(named: string): boolean {
    return linkBetween(this.folder, findFileBehind(named)) !== undefined;
  }

  /** The facts of a file: from the case file, otherwise from its folder. */
  describe(file: string): CaseDocument | undefined {
    const name = this.toName(file);
    return this.contents.others.has(name) ? undefined : describeByPath(this.contents.read, name);
  }

  /** Records in the case file how documents of the case were produced, by their full paths. Throws UnwritableFile. */
  stateProvenance(produced: ReadonlyMap<string, Provenance>): void {
    const said = [...produced].flatMap(([file, labels]) => {
      const facts = this.describe(file);
      return facts ? [[this.toName(file), { ...pickRole(facts), ...labels }] as const] : [];
    });
    this.write((text) => this.setSaid(text, new Map(said)));
  }

  /**
   * Leaves a range of a document out by hand (`isAuthors: false`), takes it back from the rules (true), or leaves it to the rules again
   * (undefined). Stale ranges of the document are removed. The range, its length and its hash are logged.
   * @param text  of the document, as it is read
   * @throws UnwritableFile; Usage for a file outside the case and for a range without words
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
        const ranges = addRange(text, facts.ranges ?? [], range, computeSha256);
        return this.setSaid(json, new Map([[name, { ...pickRole(facts), ranges }]]));
      },
      () => [{ kind: 'ranged', file: name, ...set, ...(isAuthors !== undefined && { isAuthors }) }],
    );
  }

  /** Records which speakers of a document count. Throws UnwritableFile; Usage for a file outside the case. */
  setSpeakers(file: string, speakers: readonly string[]): void {
    const name = this.toName(file);
    const facts = this.describe(file);
    if (!facts) throw noTextOfCase(path.basename(file));
    this.write(
      (json) => this.setSaid(json, new Map([[name, { ...pickRole(facts), speakers }]])),
      () => [{ kind: 'speakers', file: name, speakers: speakers.join(', ') }],
    );
  }

  /** Records which index and which model files the case is examined with. Throws UnwritableFile. */
  pin(pinned: PinnedParts): void {
    const { index } = pinned;
    this.write(
      (text) => setMember(text, 'pinned', pinned),
      index === undefined ? undefined : () => [{ kind: 'pinned', index }],
    );
  }

  /** Adds a marker of the user's own, which replaces one with the same name. Throws UnwritableFile. */
  addMarker(marker: OwnMarker): void {
    this.write((text) => {
      const { markers = [] } = this.parse(text); // read again now
      return setMember(text, 'markers', [...markers.filter(({ name }) => name !== marker.name), marker]);
    });
  }

  /** The authors that the collections in folders of authors are counted for. */
  get mailboxes(): readonly SenderChoice[] {
    return this.contents.choices;
  }

  /** Records which senders of a collection are the author of the folder that contains it. Throws UnwritableFile. */
  setSenders(collection: string, senders: readonly string[]): void {
    this.write((text) => setMember(text, 'senders', { ...this.parse(text).senders, [collection]: [...senders] }));
  }

  /** The decisions on passages of a document. Undefined if it is outside the case, and has no decisions. */
  listDecisions(file: string): readonly PassageDecision[] | undefined {
    if (!this.describe(file)) return undefined;
    const document = this.toName(file);
    const decisions = (this.contents.read?.decisions ?? []).filter((each) => each.document === document);
    return this.namesAlone?.mask(decisions) ?? decisions;
  }

  /**
   * Records a decision on a passage of a document. It replaces an earlier decision, and an empty one removes it. Decisions that others
   * write into the same case file are kept.
   * @param before  the decision that the caller saw, which must still be there
   * @returns the former decision
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
        if (before && (former.setAside !== before.setAside || former.note !== before.note)) throw decidedByOthers();
        return setMember(text, 'decisions', replaceDecision(decisions, about, decided));
      },
      () => [{ kind: 'decided', document, author, passage: questioned, decision: trimDecision(decided) }],
    );
    return former;
  }

  /**
   * Locks the settings of the case, with the code of this user, and replaces an earlier lock. The codes of others who made the same lock
   * remain. Returns the lock's hash. Throws UnwritableFile.
   */
  lock({ known, trials, ...settings }: CaseLock): string {
    const named = { ...(known && { known }), ...(trials && { trials }) };
    const lock = { ...settings, ...(this.naming?.unmask(named) ?? named) };
    const hash = lockHash(lock);
    this.write(
      (text) => {
        const former = this.parse(text).validation;
        const codes = new Set([...(former?.hash === hash ? (former.codes ?? []) : []), computeLockCode(lock)]);
        return setMember(text, 'validation', { hash, ...lock, codes: [...codes] });
      },
      () => [{ kind: 'locked', lock: hash }],
    );
    return hash;
  }

  /** Records the missing SHA-256 of questioned files in the case file. Returns their number. Throws UnwritableFile. */
  recordIntake(): number {
    const { size } = this.listUnrecorded();
    if (size > 0) this.write((text) => text);
    return size;
  }

  /** Records how the texts of questioned files were made, if the case file does not say it yet. Throws UnwritableFile. */
  recordReadings(readings: ReadonlyMap<string, Reading>): void {
    const said = [...readings].flatMap(([file, { reader, textSha256 }]) => {
      const facts = this.describe(file);
      const isOpen = facts?.role === 'questioned' && facts.reader === undefined;
      return isOpen ? [[this.toName(file), { role: facts.role, reader, textSha256 }] as const] : [];
    });
    if (said.length > 0 && !this.isBundle) this.write((text) => this.setSaid(text, new Map(said)));
  }

  /**
   * How a file's bytes differ from those that the case first recorded: in its log, or in the case file if the log has no receipt. Undefined
   * if they are equal, if none are recorded, or if they cannot be read.
   */
  findChangeSinceIntake(
    file: string,
    receipts = this.readReceipts(),
    collections?: Collections,
  ): ChangedFile | undefined {
    const recorded = receipts.get(this.toName(file)) ?? this.describe(file)?.sha256;
    const found = recorded === undefined ? undefined : hashFile(file, this.folder, collections);
    return recorded === undefined || found === undefined || found === recorded ? undefined : { recorded, found };
  }

  /** The SHA-256 of each questioned file in its first receipt. Later ones may follow a change of the case file. Throws UnreadableDocument. */
  private readReceipts(): ReadonlyMap<string, string> {
    const { entries } = CaseLog.openOfCase(this.folder).read();
    const received = entries.flatMap(({ event }) => (event.kind === 'received' ? [event] : []));
    return new Map(received.reverse().map(({ document, sha256 }) => [document, sha256]));
  }

  /** What the case file states and the log does not have. Throws UnreadableDocument. */
  get unlogged(): readonly HappenedEvent[] {
    return this.contents.read ? findUnlogged(this.contents.read, CaseLog.openOfCase(this.folder).read().entries) : [];
  }

  /**
   * Logs these events, with the mark that they were logged later. Throws UnwritableFile, UnreadableDocument.
   * @param begins  begins the log if there is none
   */
  recordUnlogged(begins = true): void {
    const log = CaseLog.openOfCase(this.folder);
    if (this.isBundle || !(begins || log.isThere) || this.unlogged.length === 0) return;
    log.writeWhile((entries) => findUnlogged(this.parse(readCaseText(this.file)), entries())); // read again now
  }

  /**
   * Writes the case file. With every change, missing hashes of questioned files are recorded. Either the change and its events in the log
   * are both written, or neither is.
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

  /** The questioned files without a recorded SHA-256, with their present one. */
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

  /** The name of a file in the case file and the log. */
  toName(file: string): string {
    const name = toListedName(this.folder, path.resolve(file));
    return this.listed.has(name) ? name : nameFrom(this.folder, file);
  }

  /** What is left out of the case or read otherwise than meant. */
  get warnings(): readonly CaseWarning[] {
    return this.namesAlone?.mask(this.contents.warnings) ?? this.contents.warnings;
  }

  /** The warnings, with entries of the case file that have no file, and questioned files that have changed since intake, which it hashes. */
  async findWarnings(): Promise<readonly CaseWarning[]> {
    const [collections, receipts] = [new Collections(), this.readReceipts()];
    const changed = [...this.contents.documents.keys()].flatMap((file) => {
      const hashes = this.findChangeSinceIntake(findFileNamed(this.folder, file), receipts, collections);
      return hashes ? [warnOfChange(file, hashes)] : [];
    });
    const isNamed = (file: string): boolean =>
      this.contents.documents.has(file) || this.contents.read?.documents.has(file) === true;
    const lost = [...receipts.keys()].filter((file) => !isNamed(file));
    const entries = this.hasFile ? checkEntries(this.contents, await listEntriesBelow(this.folder)) : [];
    const warnings = [
      ...this.contents.warnings,
      ...entries,
      ...changed,
      ...lost.map((file) => createWarning('lostExhibit', { file })),
    ];
    return this.namesAlone?.mask(warnings) ?? warnings;
  }

  /** Every readable document of the case with its facts, by path. */
  get documents(): readonly { readonly path: string; readonly facts: CaseDocument }[] {
    return [...this.contents.documents].map(([name, facts]) => ({ path: findFileNamed(this.folder, name), facts }));
  }

  /** The questioned documents, sorted by path. */
  get questioned(): readonly { readonly path: string; readonly facts: CaseDocument }[] {
    return this.documents.filter(({ facts }) => facts.role === 'questioned');
  }

  /** Its known and population documents, in the form in which they are added to an index. */
  get filesToIndex(): readonly FileToIndex[] {
    return this.documents.flatMap(({ path: file, facts }) => {
      if (facts.role === 'questioned' || facts.author === undefined) return [];
      const { mode, genre, language } = facts;
      const byHand = listHandRanges(facts);
      const works = listWorks(facts);
      return [{ path: file, author: facts.author, role: facts.role, mode, genre, language, byHand, works }];
    });
  }
}

/** What an entry of a document must have in the case file. */
function pickRole({ role, author }: CaseDocument): SaidOfDocument {
  return { role, ...(author !== undefined && { author }) };
}

/** The code of this user for the contents of a lock. */
function computeLockCode(lock: CaseLock): string {
  return computeCode('lock', lockText(lock));
}

/** The contents of a case file, with the file names of its folder. */
function toNamed(read: CaseFile, folder: string, listed: ReadonlySet<string>): CaseFile {
  const toName = (entry: string): string => findEntryName(entry, folder, listed);
  const documents = new Map(read.documents);
  for (const [entry, facts] of read.documents) {
    const name = toName(entry);
    if (name === entry || documents.has(name)) continue; // the second entry of a file is reported as an entry without a file
    documents.delete(entry);
    documents.set(name, facts);
  }
  const senders = read.senders && Object.fromEntries(Object.entries(read.senders).map(([at, by]) => [toName(at), by]));
  const decisions = read.decisions?.map((each) => ({ ...each, document: toName(each.document) }));
  return { ...read, documents, ...(senders && { senders }), ...(decisions && { decisions }) };
}

/** The name of the file that an entry of a case file means. It may differ in case or accents if the disk ignores these. */
function findEntryName(entry: string, folder: string, listed: ReadonlySet<string>): string {
  if (listed.has(entry)) return entry;
  const name = nameFrom(folder, findFileNamed(folder, entry));
  const [one, other] = [name, entry].map((each) => each.normalize('NFC').toLowerCase());
  return one === other ? name : entry;
}
