import type { LinearScorer } from '../classical/ngrams';
import type { Cohort, CohortDocument } from '../cohort/cohort';
import { makeOnce } from '../basics/caches';
import type { CandidatePassages, KnownDocument, Mode, Passage, TextRange, UnreadPlace } from '../domain/evidence';
import type { IndexedDocument, ReferenceIndex, ScoredSpan, StoredSpan, TextProfile, EncodedSpan } from '../ports';
import type { MatchKernel } from '../../lateInteraction/scoring/kernels';
import type { SearchedSpan } from '../../lateInteraction/scoring/authors';
import { type StopSignal, type WorkRun, throwIfStopped } from '../basics/work';
import { countEach, groupBy, joinArrays, computeSum } from '../basics/numbers';
import type { PhraseRates } from '../classical/hashing';
import {
  type FoundPassages,
  type KnownAuthor,
  NgramGains,
  type PassageContext,
  PassagesOfCandidate,
} from './candidatePassages';
import { findHaving } from './othersHaving';
import type { KnownSpan } from './places';
import { overlap, readQuestioned, readSpans } from './readSpans';
import { Surprise, Wording } from './runEvidence';
import { AuthorSimilarities, selectSpans } from './similarities';
import { readDocuments, encodedWords, readSource } from '../text/readText';
import { hashPairs, hashWords } from '../text/hashedWords';
import { subtractRanges } from '../../reading/text/exclusions';
import { walkMatches } from '../text/characters';

/** The questioned text, and all that its review knows when passages are found. */
interface PassageQuestion {
  readonly text: string;
  readonly mode: Mode;
  /** Language of the text. Known texts in another language have no passages. */
  readonly language: string;
  readonly searched: readonly SearchedSpan[];
  readonly profile: TextProfile;
  /** The profile of every document that the search reached. */
  readonly profiles: ReadonlyMap<string, TextProfile>;
  readonly cohort: Cohort;
  /** Ids of copies of the questioned text. */
  readonly copies: readonly string[];
}

/** What is needed to find passages. */
export interface PassageDependencies {
  readonly index: Pick<ReferenceIndex, 'read' | 'readDocument' | 'listDocuments'>;
  readonly method: LinearScorer;
  readonly kernel: MatchKernel;
  readonly languageOf: (document: KnownDocument) => string;
  /** What encodes the rest of long texts. Undefined if everything is encoded. */
  readonly unencoded?: UnencodedTexts | undefined;
  /** Undefined if no passage is classified as a common phrase. */
  readonly phrases?: PhraseRates | undefined;
  /** Finds out which words belong to the subject of the case, when passages are first needed. Undefined if none does. */
  readonly findSubject?: ((stop: StopSignal) => Promise<((word: string) => boolean) | undefined>) | undefined;
}

/** Places are looked for in at most this many known spans of a candidate: those that matched patches, and others that the search listed. */
const maxKnownSpans = 8;
/** For passages against a candidate, the passages of this many other candidates are read, the first ones. */
const maxRivals = 2;

/** A review stores at most this many passages against a candidate. */
const maxAgainst = 10;

/** At most this many places of texts that cannot be read are listed. */
const maxUnread = 8;

/** A language is detected from this many characters. */
const toldCharacters = 2000;

/**
 * Finds the passages of the candidates of one review on demand, and caches them. If a text has more than 48 spans, only those are read
 * where the candidates match better than others, so that time and memory are bounded.
 */
export class PassageFinder {
  readonly question: PassageQuestion;
  private readonly spans: readonly SearchedSpan[];
  private context: PassageContext | undefined;
  private readonly results = new Map<string, FoundPassages>();

  /**
   * @param authors  the candidates, best first
   * @param ahead    the candidate who leads the order, if any; undefined if there are too few to decide
   */
  constructor(
    readonly deps: PassageDependencies,
    question: PassageQuestion,
    readonly authors: readonly string[],
    readonly ahead?: { readonly author: string | undefined; readonly isFar: boolean },
  ) {
    this.spans = selectSpans(question.searched, authors);
    this.question = { ...question, searched: this.spans }; // the other spans are released
  }

  /** The passages of one of the candidates. Throws Cancelled. */
  async findPassages(author: string, run: WorkRun): Promise<CandidatePassages> {
    const { stop } = run;
    const context = (this.context ??= await this.read(run));
    const { alike, apart } = await this.find(context, author, stop);
    const rivals: Passage[] = [];
    for (const rival of this.authors.filter((other) => other !== author).slice(0, maxRivals))
      rivals.push(...(await this.find(context, rival, stop)).alike);
    const unread = await this.findUnreadPlaces(context, author);
    // Passages of rival candidates that the candidate's texts do not have, best first, without overlaps.
    const against: Passage[] = [];
    for (const passage of rivals.toSorted((a, b) => b.gain - a.gain)) {
      const isFree = !against.some(({ questioned }) => overlap(passage.questioned, questioned));
      if (isFree && against.length < maxAgainst && !passage.others.sharers.includes(author)) against.push(passage);
    }
    return { alike, against, apart, ...(unread.length > 0 && { unread }) };
  }

  private async find(context: PassageContext, author: string, stop: StopSignal): Promise<FoundPassages> {
    const before = this.results.get(author);
    if (before) return before;
    throwIfStopped(stop);
    const texts = await this.readKnownAuthor(context, author, stop);
    throwIfStopped(stop);
    const passages = new PassagesOfCandidate(context, texts, stop);
    passages.find();
    const { index } = this.deps;
    const known = (await index.listDocuments()).filter(({ id }) => !this.question.copies.includes(id));
    const result = passages.sortIntoLists(await findHaving(index, { known, author }, passages.wordings, stop));
    this.results.set(author, result);
    return result;
  }

  /** Compares the candidates' texts, and those of others, with every patch of the spans that are read. */
  private async read({ stop, progress }: WorkRun): Promise<PassageContext> {
    const { spans, authors, question } = this;
    const { method, kernel, index } = this.deps;
    throwIfStopped(stop);
    const text = readQuestioned(question, spans, method);
    const similarities = new AuthorSimilarities(text.patchRanges.length / 2, new Set(authors));
    const source = { read: index.read.bind(index), kernel, stop };
    let firstPatch = 0;
    for (const [done, span] of spans.entries()) {
      progress?.(done, spans.length);
      throwIfStopped(stop);
      await similarities.add({ ...span, firstPatch }, source);
      firstPatch += span.patches.ranges.length / 2;
    }
    const isSubject = await this.deps.findSubject?.(stop);
    const rows = spans.map(({ patches }) => patches.values);
    return {
      ...{ text, kernel, similarities, dim: spans[0]?.patches.dim ?? 0 },
      rows: joinArrays(Float32Array, rows),
      wording: new Wording(text.tokens),
      surprise: new Surprise(text.tokens, (word) => method.computeDocumentShare(word), isSubject),
      english: question.language === 'en',
      phrases: this.deps.phrases,
      gains: new NgramGains(text, question.profile.features, method),
    };
  }

  /** The spans of an author in which places are looked for, with their documents. */
  private listKnownSpans(similarities: AuthorSimilarities, author: string): ReadonlyMap<number, string> {
    const listed = this.spans.flatMap(({ scored }) => scored.filter((span) => span.author === author));
    const documents = new Map(listed.map(({ id, document }) => [id, document]));
    const ids = [...new Set([...similarities.readSpans(author).keys(), ...documents.keys()])].slice(0, maxKnownSpans);
    return new Map(ids.map((id) => [id, documents.get(id)!]));
  }

  /**
   * The places where texts on a server, which stores no texts, match the questioned one: patches that the author's spans match better than
   * others' do, the widest margin first, without overlaps.
   */
  private async findUnreadPlaces({ similarities, text }: PassageContext, author: string): Promise<UnreadPlace[]> {
    const places = this.listKnownSpans(similarities, author);
    const wanted = new Set(places.values());
    const unread = (await this.deps.index.listDocuments()).filter(
      ({ id, onServer }) => onServer?.hasText === false && wanted.has(id),
    );
    const titles = new Map(unread.map(({ id, title }) => [id, title]));
    const ids = [...places].flatMap(([id, document]) => (titles.has(document) ? [id] : []));
    if (ids.length === 0) return [];
    const margins = similarities.computeMargins(author);
    const toRange = (ranges: Uint32Array, patch: number): TextRange => {
      return { start: ranges[2 * patch]!, end: ranges[2 * patch + 1]! };
    };
    const found = (await this.deps.index.read(ids)).flatMap(({ id, document, patches: { ranges } }) =>
      (similarities.readSpans(author).get(id) ?? []).flatMap(({ firstPatch, rows, similarities: scores }) =>
        Array.from(scores, (score, i) => {
          const questioned = toRange(text.patchRanges, firstPatch + i);
          const place = { questioned, title: titles.get(document)!, known: toRange(ranges, rows[i]!), score };
          return { margin: margins[firstPatch + i]!, place };
        }),
      ),
    );
    found.sort((a, b) => b.margin - a.margin || a.place.questioned.start - b.place.questioned.start);
    const kept: UnreadPlace[] = [];
    for (const { place, margin } of found) {
      if (kept.length === maxUnread || !(margin > 0)) break;
      if (!kept.some(({ questioned }) => overlap(questioned, place.questioned))) kept.push(place);
    }
    return kept;
  }

  private async readKnownAuthor(
    { wording, similarities, gains }: PassageContext,
    author: string,
    stop: StopSignal,
  ): Promise<KnownAuthor> {
    const { index, languageOf, unencoded } = this.deps;
    const { profile, profiles, cohort, mode, language, copies } = this.question;
    const places = this.listKnownSpans(similarities, author);
    const spans: KnownSpan[] = [];
    const rest = unencoded ? await encodeShared(unencoded, author, stop) : [];
    const read = [...(await index.read([...places.keys()])), ...rest];
    const documents = await readDocuments(index, [...new Set(read.map(({ document }) => document))]);
    const texts = new Map(documents.map((document) => [document.id, document]));
    for (const stored of read) {
      throwIfStopped(stop);
      const document = texts.get(stored.document);
      if (!document) continue;
      const { start, end } = stored.span.range;
      const beginning = document.text.slice(start, Math.min(end, start + toldCharacters));
      const languages = languagesOfSpans(document);
      const ofSpan = languages.get(start) ?? languageOf({ ...document, text: beginning });
      languages.set(start, ofSpan);
      if (ofSpan !== language) continue;
      const text = readSpans(document, [stored]);
      const numbers = wording.toNumbers(text.tokens);
      const answers = similarities.readSpans(author).get(stored.id) ?? [];
      spans.push({ stored, text, numbers, runs: wording.findShared(numbers, 2), answers });
    }
    throwIfStopped(stop);
    const isOwn = (other: CohortDocument): boolean => other.author === author || copies.includes(other.id);
    const others = cohort.findNearestRows(profile.features, mode, isOwn);
    const own = [...new Set(places.values())].flatMap((id) => profiles.get(id)?.features ?? []);
    return { author, spans, gains: gains.computeGains(own, others) };
  }
}

/** Languages of the spans of a document by their start. They serve every edit of the questioned text. */
const languagesOfSpans = makeOnce<KnownDocument, Map<number, string>>(() => new Map());

/** At most this many spans of an author are compared with each questioned one. */
const maxNamedSpans = 128;

/**
 * A finder that also knows an author whom the search did not find. The author becomes the first candidate, and the author's spans that are
 * most similar to each questioned one are added. Missing profiles are made. Throws Cancelled.
 */
export async function addAuthor(
  finder: PassageFinder,
  author: string,
  source: {
    readonly index: Pick<ReferenceIndex, 'listSpans' | 'rerank'>;
    readonly listed: readonly IndexedDocument[];
    readonly profilesOf: (documents: readonly string[]) => Promise<ReadonlyMap<string, TextProfile>>;
  },
  stop: StopSignal,
): Promise<PassageFinder> {
  const { index, listed, profilesOf } = source;
  if (finder.authors.includes(author)) return finder;
  const { question, authors } = finder;
  const isOwn = (each: IndexedDocument): boolean =>
    each.role === 'known' && each.author === author && !question.copies.includes(each.id);
  const documents = listed.filter(isOwn).map(({ id }) => id);
  const all: ScoredSpan[] = [];
  for (const document of documents)
    for (const id of await index.listSpans(document)) all.push({ id, document, author, score: 0, tier: 'sign' });
  const step = Math.max(1, all.length / maxNamedSpans); // at even distances
  const spans = Array.from({ length: Math.min(all.length, maxNamedSpans) }, (_, i) => all[Math.floor(i * step)]!);
  const searched: SearchedSpan[] = [];
  for (const span of question.searched) {
    const own = await index.rerank(span, spans, stop);
    searched.push({ ...span, scored: [...own, ...span.scored.filter((other) => other.author !== author)] });
  }
  const profiles = new Map([...question.profiles, ...(await profilesOf(documents))]);
  const first = [author, ...authors.slice(0, Math.max(1, authors.length - 1))];
  return new PassageFinder(finder.deps, { ...question, searched, profiles }, first, finder.ahead);
}

/** A part has this many characters, and the rest of a word: about two windows. */
const partPattern = /[^]{1,1000}\S{0,100}/g;
/** At most this many parts of one author's texts are encoded for a questioned text. */
const mostParts = 4;
/** A part is encoded if the pairs of words that one stretch of it shares with the questioned text are at least this rare in sum, in nats. */
const leastRareness = 25;
/** A pair that the questioned text has at more places says little. */
const mostPlaces = 8;
/** Only the parts that share the rarest pairs anywhere are compared stretch by stretch. */
const ratedParts = 64;
/** The words of a stretch, and how many more words one text may have between two shared pairs than the other. */
const stretch = { words: 60, shift: 20 } as const;

interface SharedPart {
  readonly document: KnownDocument;
  readonly range: TextRange;
  /** The sum of ln(parts of the text ÷ parts with the pair) over the pairs of words that one stretch of it shares. */
  readonly rareness: number;
}

/** What is read of an index, how its texts are encoded, and for which questioned text. */
interface UnencodedTexts {
  readonly index: Pick<ReferenceIndex, 'read' | 'readDocument' | 'listDocuments' | 'listSpans'>;
  readonly encode: (text: string, exclude: readonly TextRange[], stop: StopSignal) => AsyncIterable<EncodedSpan>;
  /** The words of the questioned text, as `hashWords` gives them, and the ids of its copies, which take no part. */
  readonly asked: Int32Array;
  readonly copies: readonly string[];
}

/**
 * Encodes parts of an author's texts that no index has encoded: those that share most rare pairs of words with a questioned text. Their ids
 * are negative, which no index has. Throws Cancelled.
 */
export async function encodeShared(
  { index, encode, asked, copies }: UnencodedTexts,
  author: string,
  stop: StopSignal,
): Promise<readonly StoredSpan[]> {
  const isLong = ({ id, words, role, author: of }: IndexedDocument): boolean =>
    of === author && role === 'known' && words > encodedWords && !copies.includes(id);
  const long = (await index.listDocuments()).filter(isLong);
  if (long.length === 0) return [];
  const pairs = hashPairs(asked);
  const places = groupBy([...pairs.keys()], (place) => pairs[place]!);
  const wanted = new Map([...places].filter(([, { length }]) => length <= mostPlaces));
  const rated: SharedPart[] = [];
  for (const { id } of long) {
    const document = await index.readDocument(id);
    const last = document && (await index.read((await index.listSpans(id)).slice(-1)))[0];
    if (!last) continue;
    // how much the parts of the text behind the last span share with the questioned text
    const parts = cutParts(document, last.span.range.end, stop);
    const shared = parts.map((part) => new Set(part.pairs.filter((pair) => wanted.has(pair))));
    const having = countEach(shared.flatMap((found) => [...found]));
    const sumRates = (found: Iterable<number>): number =>
      computeSum(Array.from(found, (pair) => Math.log(parts.length / having.get(pair)!)));
    const ordered = parts.map((part, i) => ({ part, most: sumRates(shared[i]!) })).sort((a, b) => b.most - a.most);
    for (const { part } of ordered.slice(0, ratedParts)) {
      throwIfStopped(stop);
      const common = Array.from(part.pairs, (pair, there) =>
        (wanted.get(pair) ?? []).map((here) => ({ pair, there, shift: here - there })),
      ).flat();
      const sums = common.map(({ there, shift }) => {
        const near = common.filter(
          (next) =>
            next.there >= there && next.there <= there + stretch.words && Math.abs(next.shift - shift) <= stretch.shift,
        );
        return sumRates(new Set(near.map(({ pair }) => pair)));
      });
      rated.push({ document, range: part.range, rareness: Math.max(0, ...sums) });
    }
  }
  const best = rated.filter(({ rareness }) => rareness >= leastRareness).sort((a, b) => b.rareness - a.rareness);
  const spans: StoredSpan[] = [];
  for (const { document, range } of best.slice(0, mostParts)) {
    const rest = subtractRanges({ start: 0, end: document.text.length }, [range]);
    for await (const span of encode(document.text, rest, stop))
      spans.push({ ...span, id: -1 - spans.length, document: document.id, author });
  }
  return spans;
}

/**
 * The parts of a text behind the place at which its index ends, without what its author did not write, with their pairs of words. Cached as
 * long as the document, with four bytes for each word, because every edit of the questioned text asks for them. Throws Cancelled.
 */
const cutParts = makeOnce((document: KnownDocument, from: number, stop: StopSignal) => {
  const { text } = document;
  const own = subtractRanges({ start: from, end: text.length }, readSource(document, stop).exclusions);
  return own.flatMap(({ start, end }) =>
    Array.from(walkMatches(text.slice(start, end), partPattern), ({ 0: part, index }) => {
      throwIfStopped(stop);
      const range = { start: start + index, end: start + index + part.length };
      return { range, pairs: hashPairs(hashWords(part)) };
    }),
  );
});
