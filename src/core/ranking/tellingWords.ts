import { computeSum, countEach } from '../basics/numbers';
import type { FeatureOccurrences } from '../classical/features';
import type { Ngrams } from '../classical/ngrams';
import type { TextRange } from '../domain/evidence';
import { hasUnspacedScript } from '../text/language';
import { overlap } from '../passages/readSpans';
import type { TellingWords } from '../domain/search';
import { countWords } from '../text/countWords';
import { type Readable, readSource } from '../text/readText';
import type { FittedPieces } from './fitDiscriminant';
import { isRareWord, maskWords } from '../text/subjectWords';
import { walkMatches } from '../text/characters';

/** At most this many words for each author. */
const mostOfEach = 8;
/** An author must have a word this many deviations more often than if chance divided it between both: one in twenty by a one-sided test. */
const leastDeviations = 1.645;
/** A name has a capital in at least this share of its places inside sentences. */
const leastCapitals = 0.9;
/** At most this many words in a row. In most places n-grams of characters reach no further. */
const mostInRow = 3;

const token = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*(?:['’][\p{L}\p{M}]+)*|([^\p{L}\p{M}\p{N}_\s])\1*/gu;

/**
 * The words of a questioned text that separate two authors: its n-grams, grouped into the words that contain them, the largest
 * contributions first. Only words are returned that the favoured author uses more often beyond chance and about as often as this text does, so that a count of the
 * texts confirms each.
 * @param known      the texts of both authors
 * @param isSubject  whether a word belongs to the subject
 */
export function findTellingWords(
  text: string,
  fitted: FittedPieces,
  sides: CountedSides & { readonly authors: readonly [string, string] },
): readonly TellingWords[] {
  const lead = fitted.discriminant.readLead(...sides.authors);
  if (!lead) return [];
  // The contribution of each n-gram of a row to its product with another row.
  const row = fitted.readText(text);
  const added = new Map<number, number>();
  let k = 0;
  row.ids.forEach((id, i) => {
    while (lead.ids[k]! < id) k += 1;
    added.set(id, lead.ids[k] === id ? row.weights[i]! * lead.weights[k]! : 0);
  });
  return groupTelling(text, added, sides, fitted);
}

/** The two sides that words are counted in. */
interface CountedSides {
  readonly known: readonly [readonly string[], readonly string[]];
  readonly isSubject: (word: string) => boolean;
}

/**
 * The n-grams of a text, grouped into the words that contain them, as above.
 * @param added  the contribution of each n-gram of the text
 */
function groupTelling(
  text: string,
  added: ReadonlyMap<number, number>,
  sides: CountedSides,
  method: Pick<Ngrams, 'findOccurrences'>,
): readonly TellingWords[] {
  const occurrences = method.findOccurrences(text);
  const weights = groupByWords(text, added, occurrences);
  const [ofFirst, ofNext] = sides.known.map((texts) => countRuns(texts, weights)) as [RunCounts, RunCounts];
  const here = countRuns([text], weights);
  // A name nearly always has a capital inside sentences. Words that always have one, such as "I", are no names.
  const capitals = new Map<string, { capital: number; small: number }>();
  for (const each of [text, ...sides.known.flat()]) {
    let before = '.';
    for (const [found] of walkMatches(each, token)) {
      if (/[\p{L}\p{N},;]/u.test(before) && /^\p{L}{2}/u.test(found)) {
        const count = capitals.get(found.toLowerCase()) ?? { capital: 0, small: 0 };
        if (/^\p{Lu}/u.test(found)) count.capital += 1;
        else count.small += 1;
        capitals.set(found.toLowerCase(), count);
      }
      before = found;
    }
  }
  const isName = (word: string): boolean => {
    const { capital, small } = capitals.get(word) ?? { capital: 0, small: 0 };
    return capital >= leastCapitals * (capital + small) && capital > 0 && !/^i['’]/u.test(word);
  };
  const isMarked = (word: string): boolean => sides.isSubject(word) || isName(word);
  const rows = [...weights].flatMap(([words, weight]): readonly TellingWords[] => {
    const countIn = ({ counts }: RunCounts): number => counts.get(words) ?? 0;
    const [by, other] = weight > 0 ? [ofFirst, ofNext] : [ofNext, ofFirst];
    // The author has the words more often than the other, beyond what chance would give in proportion to their words.
    const [times, own, all] = [countIn(here), countIn(by), countIn(by) + countIn(other)];
    const share = by.words / (by.words + other.words || 1);
    const isMore = own > 0 && own - all * share >= leastDeviations * Math.sqrt(all * share * (1 - share));
    if (times === 0 || !isMore) return [];
    // The count here is more probable at this author's rate than at the other's. Half an occurrence is added, so no rate is 0.
    const estimate = (side: RunCounts): number => (countIn(side) + 0.5) / (side.words + 1);
    const [likely, unlikely] = [estimate(by), estimate(other)];
    if (times * Math.log(likely / unlikely) <= here.words * (likely - unlikely)) return [];
    const rateBy = (side: RunCounts): number => (1000 * countIn(side)) / (side.words || 1);
    const row = { words, weight, here: times, rate: rateBy(here), first: rateBy(ofFirst), next: rateBy(ofNext) };
    return [maskWords(words, isMarked) !== words ? { ...row, isSubject: true } : row];
  });
  const ordered = rows.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const isIn = (part: TellingWords, whole: TellingWords): boolean =>
    part.here === whole.here && ` ${whole.words} `.includes(` ${part.words} `);
  const speaking = (sign: number): readonly TellingWords[] => {
    const own = ordered.filter(({ weight }) => sign * weight > 0);
    // one line for a run, without longer or shorter runs that say the same about the same places
    const repeats = (row: TellingWords, i: number): boolean =>
      own.slice(0, i).some((better) => isIn(row, better) || isIn(better, row));
    return own.filter((row, i) => !repeats(row, i)).slice(0, mostOfEach);
  };
  return [...speaking(1), ...speaking(-1)];
}

/** The same grouping. Words that few texts of all kinds have count as words of a subject. */
export function groupByRarity(
  text: string,
  added: ReadonlyMap<number, number>,
  known: CountedSides['known'],
  method: Pick<Ngrams, 'findOccurrences' | 'computeDocumentShare'>,
): readonly TellingWords[] {
  const isSubject = (word: string): boolean => isRareWord(word, method);
  return groupTelling(text, added, { known, isSubject }, method);
}

/** The places of telling words in the author's own part of a text, in its order. If two runs overlap, the longer one is kept. */
export function findTellingPlaces(
  source: Readable,
  telling: readonly TellingWords[],
): readonly (TextRange & Pick<TellingWords, 'weight'>)[] {
  const weights = new Map(telling.map(({ words, weight }) => [words, weight]));
  const { exclusions } = readSource(source);
  const tokens = readTokens(source.text);
  const places: (TextRange & Pick<TellingWords, 'weight'>)[] = [];
  for (let i = 0; i < tokens.length; i++) {
    for (let length = Math.min(mostInRow, tokens.length - i); length > 0; length--) {
      const run = tokens.slice(i, i + length);
      const weight = weights.get(run.map(({ word }) => word).join(' '));
      if (weight === undefined) continue;
      const place = { start: run[0]!.start, end: run.at(-1)!.end };
      if (!exclusions.some((each) => overlap(each, place))) places.push({ ...place, weight });
      i += length - 1;
      break;
    }
  }
  return places;
}

type Placed = TextRange & { readonly word: string };

/** Words in lower case and signs, with their places. */
function readTokens(text: string): readonly Placed[] {
  return [...walkMatches(text, token)].map(({ 0: word, index }) => {
    return { word: word.toLowerCase(), start: index, end: index + word.length };
  });
}

/** The contributions of a text's n-grams, by the words at each of their places. */
function groupByWords(
  text: string,
  added: ReadonlyMap<number, number>,
  places: FeatureOccurrences,
): ReadonlyMap<string, number> {
  const shares = new Map(Array.from(countEach(places.ids), ([id, count]) => [id, (added.get(id) ?? 0) / count]));
  const tokens = readTokens(text);
  // For each place of a text, the number of the token there, or of the one before.
  const at = new Uint32Array(text.length);
  tokens.forEach(({ start }, i) => at.fill(i, start, tokens[i + 1]?.start ?? text.length));
  const byWords = new Map<string, { weight: number }>();
  const readTelling = (run: readonly Placed[]): { weight: number } | undefined => {
    // A run of several signs and no word, or with a sign that occurs in no sentence, says more about the typesetting than about the author.
    const isWord = ({ word }: Placed): boolean => /[\p{L}\p{N}&]/u.test(word);
    const isOfSentence = (each: Placed): boolean =>
      isWord(each) || /[\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf},;:.!?…'"/]/u.test(each.word);
    if ((run.length > 1 && !run.some(isWord)) || !run.every(isOfSentence)) return undefined;
    if (run.some(({ word }) => hasUnspacedScript(word))) return undefined;
    const words = run.map(({ word }) => word).join(' ');
    const result = byWords.get(words) ?? { weight: 0 };
    byWords.set(words, result);
    return result;
  };
  const runs = new Map<number, ReturnType<typeof readTelling>>(); // each run is joined once
  for (let i = 0; i < places.ids.length; i++) {
    const [start, end] = [places.starts[i]!, places.ends[i]!];
    let [from, to] = [at[start]!, at[end - 1]!];
    while (to >= from && (tokens[to]?.start ?? Infinity) >= end) to -= 1;
    while (from <= to && tokens[from]!.end <= start) from += 1;
    if (to < from || to - from >= mostInRow) continue;
    const key = from * mostInRow + to - from;
    if (!runs.has(key)) runs.set(key, readTelling(tokens.slice(from, to + 1)));
    const run = runs.get(key);
    if (run) run.weight += shares.get(places.ids[i]!)!;
  }
  return new Map(Array.from(byWords, ([words, { weight }]) => [words, weight]));
}

/** How often texts have each run of words, and their words. */
type RunCounts = ReturnType<typeof countRuns>;

/** How often texts have each of some runs of words, and how many words they have, as words are counted elsewhere. */
function countRuns(texts: readonly string[], wanted: ReadonlyMap<string, unknown>) {
  const counts = new Map<string, number>();
  const inRuns = new Set([...wanted.keys()].flatMap((run) => run.split(' ')));
  for (const text of texts) {
    let run: string[] = [];
    for (const [found] of walkMatches(text, token)) {
      const word = found.toLowerCase();
      run = inRuns.has(word) ? [...run.slice(1 - mostInRow), word] : []; // no wanted run extends over another word
      for (let i = 0; i < run.length; i++) {
        const key = run.slice(i).join(' ');
        if (wanted.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return { counts, words: computeSum(texts.map(countWords)) };
}
