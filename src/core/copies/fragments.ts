import type { KnownDocument, Note } from '../domain/evidence';
import { readSource } from '../text/readText';
import { type StopSignal, throwIfStopped } from '../basics/work';
import { type QuestionedWords, selectTextsForRatio, type WithoutCopies } from './copies';
import { computeMean } from '../basics/numbers';

/** Words in a run. Runs of four find a text that was assembled from pieces, and runs of three find one from a generator of word chains. */
const runLengths = [3, 4] as const;
/**
 * The share of words in such runs that a text has in common with its author's other texts, used if a single known text does not allow a
 * measurement: means of authors with several texts.
 */
const usualShares: Readonly<Record<(typeof runLengths)[number], number>> = { 3: 0.13, 4: 0.03 };
/** With at least this surplus no ratio is stated. */
const fragmentedShare = 0.25;
/**
 * With at least this surplus there is a note, for texts of at least `shortestNamed` words. In shorter texts chance reaches it too often.
 */
const namedShare = 0.2;
const shortestNamed = 250;
/** The usual share is measured on at most this many known texts, each by its first words. */
const mostMeasured = 12;
const measuredWords = 1000;
const fewestMeasuredWords = 50;

/** Known texts of one author, for a ratio, with the notes on copies and on fragments. Throws Cancelled. */
export function selectRatioTexts(
  questioned: QuestionedWords,
  known: readonly KnownDocument[],
  stop: StopSignal,
): WithoutCopies {
  const texts = selectTextsForRatio(questioned, known, stop);
  return { ...texts, notes: [...texts.notes, ...findFragments(questioned, texts.kept, stop)] };
}

/**
 * Finds a questioned text with far more short runs of words from an author's known texts than the author's own texts share: such a text
 * imitates the author, or was assembled from pieces. Linear in the texts. Throws Cancelled.
 * @param known  the texts of one author, without copies
 * @returns no note, or one with the surplus as a share of the words, in (0, 1], and the title of the text with most of them
 */
export function findFragments(
  questioned: Pick<QuestionedWords, 'words'>,
  known: readonly KnownDocument[],
  stop: StopSignal,
): readonly Note[] {
  if (known.length === 0) return [];
  const texts = known.map((document) => readSource(document, stop).hashWords(stop).words);
  const surpluses = runLengths.map((length) => {
    throwIfStopped(stop);
    return computeSurplus(questioned.words, texts, length);
  });
  const [first, second] = surpluses as [Surplus, Surplus];
  const { share, most } = first.share > second.share ? first : second;
  const threshold = questioned.words.length < shortestNamed ? fragmentedShare : namedShare;
  return share < threshold ? [] : [{ caveat: 'fragmentsOfKnown', title: known[most]!.title, share }];
}

/** Whether so much of a text was assembled from an author's texts that no ratio is stated. */
export function isFragmented(notes: readonly Note[]): boolean {
  return notes.some(({ caveat, share }) => caveat === 'fragmentsOfKnown' && share >= fragmentedShare);
}

interface Surplus {
  /** The share of the questioned words minus the usual share. */
  readonly share: number;
  /** The known text with most of them. */
  readonly most: number;
}

function computeSurplus(words: Int32Array, texts: readonly Int32Array[], length: (typeof runLengths)[number]): Surplus {
  const owners = mapRunOwners(texts, length);
  const result = new Int32Array(texts.length);
  const covered = computeCoveredShare(words, length, (run) => {
    const owner = owners.get(run);
    if (owner !== undefined && owner !== several) result[owner]! += 1;
    return owner !== undefined;
  });
  const measured = texts
    .map((text, at) => ({ text: text.subarray(0, measuredWords), at }))
    .filter(({ text }) => text.length >= fewestMeasuredWords)
    .slice(0, mostMeasured);
  const shares = measured.map(({ text, at }) => computeCoveredShare(text, length, (run) => owners.get(run) !== at));
  const usual = texts.length < 2 || shares.length === 0 ? usualShares[length] : computeMean(shares);
  return { share: covered - usual, most: result.indexOf(Math.max(...result)) };
}

/** The mark of a run in several texts. */
const several = -1;

/** The runs of all texts, each with the place of the only text with it, or `several`. */
function mapRunOwners(texts: readonly Int32Array[], length: number): ReadonlyMap<number, number> {
  const owners = new Map<number, number>();
  for (const [at, words] of texts.entries()) {
    visitRuns(words, length, (run) => owners.set(run, (owners.get(run) ?? at) === at ? at : several));
  }
  return owners;
}

/** The share of the words in runs for which `has` returns true. */
function computeCoveredShare(words: Int32Array, length: number, has: (run: number) => boolean): number {
  let covered = 0;
  let coveredTo = 0;
  visitRuns(words, length, (run, start) => {
    if (!has(run)) return;
    covered += start + length - Math.max(start, coveredTo);
    coveredTo = start + length;
  });
  return words.length === 0 ? 0 : covered / words.length;
}

/** Calls back with the hash of each run and the place of its first word. */
function visitRuns(words: Int32Array, length: number, visit: (run: number, start: number) => void): void {
  for (let start = 0; start + length <= words.length; start++) {
    let run = 0;
    for (let i = start; i < start + length; i++) {
      run = Math.imul(run ^ words[i]!, 0x85ebca6b);
      run ^= run >>> 13;
    }
    visit(run, start);
  }
}
