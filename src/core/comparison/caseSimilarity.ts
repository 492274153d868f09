import type { QuestionedDocument } from '../domain';
import { IdiographError } from '../errors';
import type { CohortStatistics } from '../cohort/cohort';
import type { Encoder, LanguageDetector, ReviewedIndex, TextProfile } from '../ports';
import type { LanguageCollection } from '../language/languageCollection';
import { anyLanguage } from '../languages';
import { english, isInLanguage } from '../text/language';
import { ensureProfiles, type Profiler } from '../cohort/profiles';
import { compareIds, groupBy } from '../groupBy';
import { createWholeTextScorer } from '../ranking/combinedScore';
import { runStage, type StageProgress, type Steps, type StopSignal, throwIfStopped } from '../work';
import { checkDocument } from '../text/document';
import { encodeText } from '../text/encodeText';
import { keepOwn, readSource } from '../text/readText';
import { averageTextVector } from '../scoring/patches';

/** A text of a map, questioned or known. */
export interface MappedText {
  /** The id in the index, or the id of the questioned text itself. */
  readonly id: string;
  readonly title: string;
  /** Undefined for a questioned text. */
  readonly author: string | undefined;
}

/** How similar the writing of all texts of a case is. */
export interface CaseSimilarity {
  readonly texts: readonly MappedText[];
  /**
   * 1 means no more similar than the background. Each halving means six of the background's deviations more
   * (docs/results/constants.md). The distances order pairs of texts and say nothing about evidence.
   */
  readonly distances: Distances;
  /** The texts as a tree, by average linkage of the distances. */
  readonly merges: readonly Merge[];
  /** Titles of questioned texts that are too short for the map. */
  readonly tooShort: readonly string[];
  /** The language of all texts of the map, if it is not English, and titles of questioned texts in other languages, which are left out. */
  readonly language?: string;
  readonly otherLanguage: readonly string[];
  /** The number of known texts that are left out because there are too many. */
  readonly leftOut: number;
}

/** What a map is computed from. */
interface CaseComparison {
  readonly index: ReviewedIndex;
  readonly encoder: Encoder;
  readonly profiler: Profiler;
  readonly detector: LanguageDetector;
  /** Undefined for a map of English texts. */
  readonly collection?: Pick<LanguageCollection, 'language' | 'describeBackground'> | undefined;
}

/** A map has at most this many texts. */
const maxTexts = 300;

/** A distance halves with this many deviations above the background, so that very similar texts are still distinguished. */
const halving = 6;

/**
 * Distances between all questioned and known texts from their stored n-grams and document vectors, added as in the combined order; in a
 * language other than English from n-grams alone. Late interaction and the correction by neighbourhoods are not used. Throws Cancelled.
 */
export async function* compareCase(
  { index, encoder, profiler, detector, collection }: CaseComparison,
  questioned: readonly QuestionedDocument[],
  stop: StopSignal,
): Steps<StageProgress<'encoding' | 'reordering'>, CaseSimilarity> {
  const known = (await index.listDocuments()).filter(({ role }) => role === 'known');
  const kept = sampleByAuthor(known, Math.max(0, maxTexts - questioned.length));
  const requests: TextProfile[] = [];
  const background = collection?.describeBackground(stop);
  const isReadable = ({ text }: QuestionedDocument): boolean =>
    collection?.language === anyLanguage || isInLanguage(detector.detect(text), collection?.language ?? english);
  const [long, tooShort] = split(questioned, isLongEnough);
  const [scored, otherLanguage] = split(long, (document) => isReadable(keepOwn(document, stop)));
  for (const document of scored) {
    yield { stage: 'encoding', done: requests.length, total: scored.length };
    throwIfStopped(stop);
    const exclude = readSource(document, stop).exclusions;
    const options = { n: encoder.patchTokens, exclude, stop };
    const spans = collection ? [] : await encodeText(document.text, encoder, options);
    requests.push(profiler.computeProfile(document, averageTextVector(spans)));
  }
  const ids = kept.map(({ id }) => id);
  const profiles = yield* runStage('reordering', (progress) =>
    ensureProfiles(index, profiler, ids, { stop, progress }),
  );
  const present = kept.filter(({ id }) => profiles.has(id));
  const texts = [
    ...scored.map(({ id }) => ({ id, title: id, author: undefined })),
    ...present.map(({ id, title, author }) => ({ id, title, author })),
  ];
  const all = [...requests, ...present.map(({ id }) => profiles.get(id)!)];
  const distances = computeDistances(all, background, stop);
  const leftOut = known.length - present.length;
  const named = { tooShort: tooShort.map(({ id }) => id), otherLanguage: otherLanguage.map(({ id }) => id) };
  const language = collection && { language: collection.language };
  return { texts, distances, ...named, ...language, leftOut, merges: averageLinkage(distances) };
}

/** Divides items into those that pass a test and the others. */
function split<Item>(
  items: readonly Item[],
  test: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  const passed = new Set(items.filter(test));
  return [[...passed], items.filter((item) => !passed.has(item))];
}

/** Whether a text can be scored at all. */
function isLongEnough(document: QuestionedDocument): boolean {
  try {
    checkDocument(document.text, document.id, readSource(document).exclusions);
    return true;
  } catch (error) {
    if (error instanceof IdiographError) return false;
    throw error;
  }
}

/** As many texts of each author as there is room for, in ascending order of ids. */
function sampleByAuthor<Item extends { readonly id: string; readonly author: string }>(
  documents: readonly Item[],
  room: number,
): readonly Item[] {
  if (documents.length <= room) return documents;
  const authors = [...groupBy(documents, ({ author }) => author).values()];
  const each = Math.max(1, Math.floor(room / authors.length));
  const sampled = authors.flatMap((own) => own.toSorted(compareIds).slice(0, each));
  return sampled.slice(0, room);
}

function computeDistances(
  profiles: readonly TextProfile[],
  background: CohortStatistics | undefined,
  stop: StopSignal,
): Distances {
  const rows = profiles.map(() => new Array<number>(profiles.length).fill(0));
  for (const [i, profile] of profiles.entries()) {
    throwIfStopped(stop);
    const score = createWholeTextScorer(profile, background);
    for (let j = i + 1; j < profiles.length; j++) {
      const distance = 2 ** (-score(profiles[j]!) / halving);
      rows[i]![j] = distance;
      rows[j]![i] = distance;
    }
  }
  return rows;
}

/** Distances between texts, symmetric with zeros on the diagonal: row by row. */
export type Distances = readonly (readonly number[])[];

/** Two clusters that are joined. Texts have the numbers 0 to n − 1, and the cluster of merge i has n + i. */
export interface Merge {
  readonly first: number;
  readonly second: number;
  /** Mean distance between the texts of one cluster and those of the other. */
  readonly height: number;
  /** The number of texts in the joined cluster. */
  readonly size: number;
}

/**
 * Agglomerative clustering by average linkage (UPGMA; Sokal & Michener 1958): the two nearest clusters are joined until one is left. Of
 * equal distances the first pair is joined. It gives the same result as scipy's `linkage(…, 'average')`.
 */
export function averageLinkage(distances: Distances): readonly Merge[] {
  const rows = distances.map((row) => [...row]);
  const clusters = rows.map((_, text) => ({ id: text, size: 1 }));
  const merges: Merge[] = [];
  while (clusters.length > 1) {
    const [a, b] = findNearest(rows);
    const [one, other] = [clusters[a]!, clusters[b]!];
    const size = one.size + other.size;
    const height = rows[a]![b]!;
    const [first, second] = [one.id, other.id].sort((x, y) => x - y) as [number, number];
    merges.push({ first, second, height, size });
    for (let k = 0; k < rows.length; k++) {
      const mean = (one.size * rows[a]![k]! + other.size * rows[b]![k]!) / size;
      rows[a]![k] = mean;
      rows[k]![a] = mean;
    }
    rows.splice(b, 1);
    for (const row of rows) row.splice(b, 1);
    clusters[a] = { id: distances.length + merges.length - 1, size };
    clusters.splice(b, 1);
  }
  return merges;
}

function findNearest(rows: readonly (readonly number[])[]): readonly [number, number] {
  let [best, a, b] = [Infinity, 0, 1];
  for (let i = 0; i < rows.length; i++)
    for (let j = i + 1; j < rows.length; j++) if (rows[i]![j]! < best) [best, a, b] = [rows[i]![j]!, i, j];
  return [a, b];
}

/** The texts in the order of a dendrogram without crossing lines. */
export function listLeaves(merges: readonly Merge[]): readonly number[] {
  const texts = merges.length + 1;
  const collectLeaves = (id: number): readonly number[] => {
    const merge = merges[id - texts];
    return merge ? [...collectLeaves(merge.first), ...collectLeaves(merge.second)] : [id];
  };
  return collectLeaves(2 * merges.length);
}
