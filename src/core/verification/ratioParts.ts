import { addRows } from '../classical/featureRow';
import { firstDirection, type Ngrams } from '../classical/ngrams';
import type { Cohort } from '../cohort/cohort';
import type { Rate } from '../domain/evidence';
import { readFittedMarkers } from '../markers/catalogue/catalogue';
import { sum } from '../markers/convincing';
import { computeSum } from '../basics/numbers';
import type { ReferenceIndex } from '../ports';
import type { RatioMarker, RatioParts } from '../domain/ratio';
import { countWords, takeFirstWords } from '../text/countWords';
import { joinTexts, readDocuments, encodedWords, readSource } from '../text/readText';
import { type StopSignal } from '../basics/work';
import type { AskedText } from './withoutRareWords';
import { type TextRates, wordsOfRates } from './markerScores';
import { findMeasurement, type KnownRow, linearise, type Measurement, type ScoreName } from './scores';
import type { KnownGroup, Sides } from './sides';

/** Each side lists at most this many markers. A listed marker or word changes the ratio by at least 1 %. */
const mostMarkers = 8;
const leastMoved = Math.log10(1.01);
const isMoving = (weight: number): boolean => Math.abs(weight) >= leastMoved;

/** Words are counted in this many words of another author's document, as markers are. */
const othersWords = 1000;

/** A comparison with a ratio that is taken apart. */
interface Compared {
  readonly asked: AskedText;
  readonly sides: Sides;
  readonly describe: (group: KnownGroup) => KnownRow;
  readonly leftOut: ReadonlySet<string>;
  /** The effect of one unit of a score on `logOdds`; 0 for a score without a weight. */
  readonly weightOf: (name: ScoreName) => number;
  readonly logOdds: number;
}

/** Groups the contributions of a text's n-grams into words, each with its counts in known texts of two sides. */
export type GroupWords = (
  text: string,
  added: ReadonlyMap<number, number>,
  known: readonly [readonly string[], readonly string[]],
  ngrams: Ngrams,
) => RatioParts['words'];

interface Means {
  readonly groupWords: GroupWords;
  readonly cohort: Cohort;
  readonly ngrams: Ngrams;
  readonly collection: Pick<ReferenceIndex, 'readDocument'>;
}

/** Known texts of one kind, with the documents that they are measured against. */
interface MeasuredGroup {
  readonly known: KnownRow;
  readonly share: number;
  readonly measurement: Measurement;
}

/**
 * What moved a ratio: an exact sum of the contributions of the questioned text's n-grams and of the catalogue's markers, each compared with
 * the mean of the other authors' documents. Deviations that scores are divided by are treated as constant. Undefined if there are too few
 * other authors. Throws Cancelled.
 */
export async function findRatioParts(
  { cohort, ngrams, collection, groupWords }: Means,
  compared: Compared,
  stop: StopSignal,
): Promise<RatioParts | undefined> {
  const { asked, sides, describe, leftOut, weightOf, logOdds } = compared;
  const { questioned } = sides;
  const measured = sides.groups.flatMap((group): readonly MeasuredGroup[] => {
    const known = describe(group);
    const measurement = findMeasurement(cohort, { questioned, known }, leftOut, questioned.words);
    return measurement ? [{ known, share: group.share, measurement }] : [];
  });
  const [main] = measured.toSorted((a, b) => b.share - a.share);
  if (!main) return undefined;
  // The contribution of each n-gram of the questioned text.
  const all = computeSum(measured.map(({ share }) => share));
  const parts = measured.flatMap(({ known, share, measurement }) => {
    const weigh = (name: ScoreName): number => (weightOf(name) * share) / all;
    const measuredBy = { fromQuestioned: weigh('fromQuestioned'), fromKnown: weigh('fromKnown') };
    const rated = { ...measuredBy, residual: weigh('residual'), ngrams: weightOf('ngrams') * share };
    return linearise([asked.row, known.features], measurement, rated, stop);
  });
  const sums = addRows(parts);
  const spread = new Float32Array(ngrams.rowLength);
  sums.ids.forEach((id, i) => (spread[id] = sums.weights[i]!));
  const { ids, weights } = asked.row;
  const ofDirections = ids.findIndex((id) => id >= firstDirection);
  const features = ids.slice(0, ofDirections < 0 ? undefined : ofDirections);
  const contributions = ngrams.prepareContributions(features)(spread);
  const added = new Map([...features].map((id, i) => [id, weights[i]! * contributions[i]!]));
  const markers = addMarkers(compared, measured, main.measurement);
  const { scores, places } = main.measurement.ofKnown;
  const others = places.map((place) => scores.members[place]!.document!);
  const documents = await readDocuments(collection, others);
  const cut = (text: string): string => takeFirstWords(text, encodedWords);
  const text = cut(joinTexts(asked.sources));
  const known = [
    sides.groups.flatMap(({ texts }) => texts.map(({ document }) => cut(document.text))),
    documents.map((document) => takeFirstWords(readSource(document, stop).own, othersWords)),
  ] as const;
  const byNgrams = computeSum([...added.values()]);
  return {
    logOdds,
    ngrams: byNgrams,
    start: logOdds - byNgrams - markers.total,
    ...{ markers: markers.total, ofMarkers: markers.listed },
    words: groupWords(text, added, known, ngrams).filter(({ weight }) => isMoving(weight)),
    counted: {
      known: computeSum(known[0].map(countWords)),
      others: computeSum(known[1].map(countWords)),
      documents: documents.length,
      authors: new Set(others.map(({ author }) => author)).size,
    },
  };
}

/** The contributions of all markers, those named by their families and those counted alone, and the largest ones. */
function addMarkers(
  { asked, sides: { questioned }, weightOf }: Compared,
  measured: readonly MeasuredGroup[],
  main: Measurement,
): { readonly total: number; readonly listed: readonly RatioMarker[] } {
  const weightOfHabits = weightOf('habits');
  if (weightOfHabits === 0) return { total: 0, listed: [] };
  const habits = asked.countMarkers(questioned);
  const rated = measured.flatMap(({ known, ...each }) => (known.rates ? [{ ...each, rates: known.rates }] : []));
  const all = computeSum(rated.map(({ share }) => share)) || 1;
  const sums = readFittedMarkers().map(() => 0);
  for (const { rates, share, measurement } of rated) {
    const { added } = habits.explain(rates, measurement.ofKnown);
    for (const [h, value] of added.entries()) sums[h]! += (weightOfHabits * share * value) / all;
  }
  const others = habits.explain([], main.ofKnown).others.flat();
  const known = rated.flatMap(({ rates }) => rates);
  const count = (texts: readonly TextRates[], h: number): Rate => {
    const { count: kept } = sum(texts.map((rates) => rates[h]!));
    // The occasions as a reader counts them: words as elsewhere. Rates never have fewer sentences than occurrences, so the smallest number
    // of all markers is the real one.
    const { per } = readFittedMarkers()[h]!;
    const occasions = texts.map((rates) => {
      const own = rates[h]!;
      if (per === 'places') return own.occasions;
      if (per === 'words') return Math.max(own.count, wordsOfRates.get(rates) ?? own.occasions);
      return Math.min(...readFittedMarkers().flatMap((other, i) => (other.per === per ? rates[i]!.occasions : [])));
    });
    return { count: kept, occasions: computeSum(occasions) };
  };
  const rows = readFittedMarkers().flatMap(({ name, per, isUnlisted }, h): readonly RatioMarker[] => {
    const weight = sums[h]!;
    if (isUnlisted || !isMoving(weight)) return [];
    const [own, theirs, rest] = [habits.questioned, known, others].map((texts) => count(texts, h)) as [
      Rate,
      Rate,
      Rate,
    ];
    return [{ name, per, weight, questioned: own, candidate: theirs, others: rest }];
  });
  const ordered = rows.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const select = (sign: number): readonly RatioMarker[] =>
    ordered.filter(({ weight }) => sign * weight > 0).slice(0, mostMarkers);
  return { total: computeSum(sums), listed: [...select(1), ...select(-1)] };
}
