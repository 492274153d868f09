import type { Marker, MarkerFamily, Rate } from '../domain/evidence';

/** A marker before its places are found. */
export type Unplaced = Omit<Marker, 'places' | 'leads'>;

/** The least weight in either direction: an expected count changes by a fifth; for a word that everybody uses, by three fifths. */
export const leastWeight = Math.log(1.2);
const leastOfWord = Math.log(1.6);
/** The least count of such a word, and the largest number of other authors with its rate. */
const leastCount = 3;
const mostOfWord = 1;
/** The largest share of other authors with a marker that is shown as shared. */
const mostShared = 0.25;
/** The least ratio of the two rates if both use a marker more than others do. */
const leastAlike = 0.4;

/**
 * Whether a marker means something. For the candidate it must also have similar rates, and few others with it, in the case and in total.
 */
export function isTelling(marker: Unplaced): boolean {
  const { name, family, weight, shared, sharers, others } = marker;
  if (Math.abs(weight) < leastWeight || ofSubject.has(name)) return false;
  // nobody else of the case had an occasion for a marker of the catalogue, and the population was not counted
  if (others.length === 0 && marker.population === undefined && family !== 'misspellings' && family !== 'phrases')
    return false;
  const isWord = family === 'function words'; // everybody uses it, so the rate must be striking
  if (isWord && Math.abs(weight) < leastOfWord) return false;
  if (weight < 0) return true;
  if (isWord && !(marker.isMore && marker.questioned.count >= leastCount && sharers.length <= mostOfWord)) return false;
  return compareRates(marker) >= leastAlike && shared <= mostShared && sharers.length <= mostShared * others.length;
}

/** How similar the two rates are, in [0, 1]. 1 for markers that both use less than others do. */
function compareRates({ isMore, questioned, candidate }: Unplaced): number {
  const [less, more] = [computeRate(questioned), computeRate(candidate)].sort((a, b) => a - b) as [number, number];
  return isMore ? less / more : 1;
}

/**
 * Markers that may come from a program or a website, that follow what a text answers or relates, or that everybody has. They do not lead.
 */
const ofOccasion = new Set([
  ...['typographic apostrophes', 'typographic quotation marks', 'ellipses as one sign …', 'question marks', 'colons'],
  ...['Yes …, Yeah …', 'No …', 'If …', 'When …', 'there is, there are', 'just', 'even'],
  ...[
    'dashes',
    'lines that open with a dash, star or number',
    'dash: a hyphen between blanks',
    'dash: two or three hyphens',
    'dash: without blanks',
    'dash: – between blanks',
  ],
]);
/** Words, and classes of words, that follow the subject of a text. They count in the total of its markers, and are not listed. */
const ofSubject = new Set([
  ...'he his him she her they their them we us our you your my me its said own may been was were had'.split(' '),
  ...['words of nine letters or more', 'nouns in -tion, -ment, -ness, -ity', 'adverbs in -ly', 'words in -ing'],
  ...['passives: was found', 'I, me, my'],
]);

/**
 * The families in the order in which an examiner shows them: what is visible on the page, then choices of words. 0 for markers that do not
 * lead.
 */
const salience: Readonly<Record<MarkerFamily, number>> = {
  ...{ own: 1, capitals: 1, apostrophes: 1, typing: 1, misspellings: 1, spelling: 1, 'short forms': 1, greetings: 1 },
  ...{ marks: 0.8, choices: 0.8, contractions: 0.8, connectors: 0.7, stance: 0.7, grammar: 0.6 },
  ...{ phrases: 0, shape: 0, 'function words': 0 },
};
/** In a transcript of speech, the transcriber determines these, for example where sentences end. */
const ofTranscriber: ReadonlySet<MarkerFamily> = new Set<MarkerFamily>([
  'capitals',
  'apostrophes',
  'typing',
  'misspellings',
  'spelling',
  'short forms',
  'marks',
  'contractions',
]);
/**
 * Limits for a leading marker that no other author of the case has: the least weight, the largest share of others, the least similarity of
 * the rates, and the least multiple of the usual rate.
 */
const leadingWeight = { for: Math.log(1.25), against: Math.log(4), alone: 1, fitting: 0.6 };
const leadingShared = 0.1;
const fittingShared = 0.15;
const leadingAlike = 0.4;
const leadingExcess = 1.8;
/** The least multiple of the highest rate of another author. */
const leadingApart = 1.25;
/** From this rate of the population on, most people make this one of two choices. */
const leadingUsual = 0.5;
/** The least number of occurrences, or one less for a visible or heavy marker; and of occasions without it. */
const leadingCount = 3;
const strongWeight = { places: Math.log(3.5), units: Math.log(8) };
/** A choice of at least this share of the population is not rare. */
const rareShare = 0.05;
const leadingOccasions = 7;
/** If there are this many other authors, one of them may have a leading marker. This author is named. */
const manyOthers = 8;
/** One text may have at most this share of the candidate's places, unless it has as large a share of the occasions. */
const mostOfOneText = 0.7;

/**
 * Whether an examiner would lead with a marker: it is visible, frequent enough, present throughout the candidate’s texts, and nobody else
 * of the case has it.
 * @param isSupported  whether the text as a whole points to the candidate; the limits for markers are then lower, and otherwise higher
 */
export function canLead(
  marker: Unplaced,
  { mode, isSupported }: { readonly mode: 'written' | 'spoken'; readonly isSupported: boolean },
): boolean {
  const { weight, isMore, per, questioned, candidate, others, population = 0 } = marker;
  if (!isVisible(marker, mode)) return false;
  const [low, high] = [questioned, candidate].sort((a, b) => computeRate(a) - computeRate(b)) as [Rate, Rate];
  if (weight < 0) {
    // one side has it, and the other had occasions for it and does not have it
    const expected = computeRate(high) * low.occasions;
    return -weight >= leadingWeight.against && high.count >= leadingCount && expected >= leadingCount;
  }
  if (isMore) {
    // both have it clearly more often than any other author of the case, or than all but the one who is named
    const usual = others.toSorted((a, b) => b - a)[Number(others.length >= manyOthers)] ?? 0;
    if (computeRate(low) < leadingApart * usual || (per === 'places' && population > leadingUsual)) return false;
  }
  const isClear = isDistinctive(marker) && (isMore ? isStrong(marker) : isAvoided(marker));
  return isSupported ? isClear || isFitting(marker) : isClear && weight >= leadingWeight.alone;
}

/** From this rate on an author is consistent; between these rates a text goes both ways. */
const consistent = 0.9;
const bothWays = [0.25, 0.75] as const;

/**
 * Whether an examiner shows the family of a marker, and the questioned text does not make both of two choices, of which the candidate always
 * makes one: once "publick" and once "public".
 */
function isVisible({ name, family, per, questioned, candidate }: Unplaced, mode: 'written' | 'spoken'): boolean {
  const isTranscribed = mode === 'spoken' && (ofTranscriber.has(family) || per === 'sentences');
  if (salience[family] === 0 || ofOccasion.has(name) || isTranscribed) return false;
  if (per !== 'places') return true;
  const [here, there] = [computeRate(questioned), computeRate(candidate)];
  return Math.max(there, 1 - there) < consistent || here < bothWays[0] || here > bothWays[1];
}

/** A marker that both have and hardly anybody else has, for a candidate that the text as a whole points to. */
function isFitting({ per, weight, isMore, sharers, shared, questioned, candidate }: Unplaced): boolean {
  const least = per === 'words' ? leadingCount : leadingCount - 1;
  const isSeen = isMore && Math.min(questioned.count, candidate.count) >= least;
  return isSeen && weight >= leadingWeight.fitting && sharers.length <= 1 && shared <= fittingShared;
}

function isDistinctive(marker: Unplaced): boolean {
  const { weight, sharers, shared, others, texts, candidate } = marker;
  const isTheirs =
    sharers.length <= 1 && countAsOften(marker) <= Number(others.length >= manyOthers) && shared <= leadingShared;
  if (!isTheirs || weight < leadingWeight.for || compareRates(marker) < leadingAlike) return false;
  if (candidate.count === 0 || texts.length < 2) return true;
  // no single text has nearly all of the candidate's places
  const kept = texts.filter(({ count }) => count > 0);
  const most = kept.find(({ count }) => count > mostOfOneText * candidate.count);
  const isOfOne = most !== undefined && most.occasions <= mostOfOneText * candidate.occasions;
  return 3 * kept.length >= texts.length && !isOfOne;
}

/** The number of other authors with a marker at least as often as both texts, or at most as often if these use it less. */
export function countAsOften(marker: Pick<Unplaced, 'others' | 'isMore' | 'questioned' | 'candidate'>): number {
  const rates = [computeRate(marker.questioned), computeRate(marker.candidate)];
  const bar = marker.isMore ? Math.min(...rates) : Math.max(...rates);
  return marker.others.filter((rate) => (marker.isMore ? rate >= bar : rate <= bar)).length;
}

/** A marker that both have often enough to be shown and clearly more often than usual. */
function isStrong(marker: Unplaced): boolean {
  const { family, per, weight, questioned, candidate, population = 0 } = marker;
  // a misspelling that hardly anybody makes is strong once in the one text and twice in the others
  if (family === 'misspellings' && marker.population === undefined)
    return questioned.count >= 1 && candidate.count >= leadingCount - 1;
  // a word or spelling that hardly anybody chooses, such as "whilst", is visible once in the one text and four times in the others
  const isChoice = (family === 'choices' || family === 'spelling') && per === 'places';
  const isRare = isChoice && (marker.population ?? 1) <= rareShare;
  if (isRare && questioned.count > 0 && candidate.count > leadingCount) return true;
  const isPlain = salience[family] === 1 || weight >= strongWeight[per === 'places' ? 'places' : 'units'];
  const least = isPlain ? leadingCount - 1 : leadingCount;
  const rates = [computeRate(questioned), computeRate(candidate)] as const;
  const isUnusual =
    per === 'places' ? rates[0] >= population + (1 - population) / 8 : Math.min(...rates) >= leadingExcess * population;
  return isUnusual && Math.min(questioned.count, candidate.count) >= least;
}

/** A choice that both had occasions for and hardly ever made. */
function isAvoided({ per, questioned, candidate, population = 0 }: Unplaced): boolean {
  const [few, many] = [questioned, candidate].map(({ occasions }) => occasions).sort((a, b) => a - b) as [
    number,
    number,
  ];
  const isMissed = (rate: Rate): boolean => computeRate(rate) <= population / 3;
  return per === 'places' && few >= leadingOccasions && many > few && isMissed(questioned) && isMissed(candidate);
}

/** The factor for a marker with words that the questioned text has only twice. */
const plain = 0.5;
/** The factor for a marker that does not lead. */
const following = 0.25;

/**
 * The value that orders markers: the weight, reduced if others have the marker too, if few of the candidate's texts have it, if the rates
 * differ, and if there is little to see.
 */
export function rateConvincing(marker: Unplaced): number {
  const { name, family, per, weight, shared, texts, questioned, candidate } = marker;
  const kept = texts.filter(({ count }) => count > 0).length;
  const steady = candidate.count === 0 ? 1 : 0.5 + kept / (2 * texts.length);
  const isThin = ofOccasion.has(name) || (per === 'words' && questioned.count === 2);
  const kind = (salience[family] || following) * (isThin ? plain : 1);
  const shown = Math.abs(weight) * steady * kind;
  return weight < 0 ? shown : shown * (1 - shared) ** 6 * Math.sqrt(compareRates(marker));
}

/** The first markers of a list that may lead. */
export function selectLeading<Item extends Pick<Marker, 'leads'>>(
  list: readonly Item[],
  most: number,
): readonly Item[] {
  return list.filter(({ leads }) => leads).slice(0, most);
}

/** The rates of one marker among the authors of a population: they are distributed as Beta(alpha, beta). */
export interface MarkerPrior {
  readonly alpha: number;
  readonly beta: number;
  /**
   * Intraclass correlation of the places in one text, in [0, 1]: n of them have the information of n / (1 + (n − 1) · likeness) places in
   * different texts.
   */
  readonly likeness: number;
}

/** The population counts as this many authors of the case among the others that a candidate is compared with. */
export const populationCounts = 5;

/** The log of the probability of a marker's count in the questioned text, after what texts show of its rate. */
export function predictCount(questioned: Rate, texts: readonly Rate[], prior: MarkerPrior): number {
  const known = prepareRate(countEffectively(texts, prior.likeness), prior);
  return logPredictive(countEffectively([questioned], prior.likeness), known);
}

/**
 * The evidence of one marker in each author's texts about the questioned text: the log of how much better an author's rate predicts the
 * questioned count than the rates of the others and of the population do, a Bayes factor of Beta-binomials. Above 0 the marker supports the
 * author, below 0 it does not. It orders markers and is no likelihood ratio of authorship, because markers depend on each other, and many
 * are examined. Logs are natural.
 * @param likely   what `predictCount` gives for the texts of each author
 * @param anybody  what it gives without texts; the population counts as several authors
 */
export function weighAuthors(likely: readonly number[], anybody: number): readonly number[] {
  const chances = likely.map((each) => Math.exp(each));
  const chance = populationCounts * Math.exp(anybody);
  return likely.map((own, author) => {
    let sum = chance;
    for (let i = 0; i < chances.length; i++) if (i !== author) sum += chances[i]!;
    return own - Math.log(sum / (likely.length - 1 + populationCounts));
  });
}

/** The effective counts of texts for a rate, because the places in one text are similar. */
export function countEffectively(texts: readonly Rate[], likeness: number): Rate {
  let [count, occasions] = [0, 0];
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i]!; // an iterator would allocate, and there are hundreds of thousands
    const weight = 1 / (1 + Math.max(0, text.occasions - 1) * likeness);
    count += text.count * weight;
    occasions += text.occasions * weight;
  }
  return { count, occasions };
}

/** What is known of a rate: Beta(a, b), with log B(a, b). */
export interface PreparedRate extends Pick<Rate, 'occasions'> {
  readonly a: number;
  readonly b: number;
  readonly norm: number;
}

/** The rate, if it is Beta(alpha, beta), after what is known. */
export function prepareRate({ count, occasions }: Rate, { alpha, beta }: MarkerPrior): PreparedRate {
  const a = alpha + count;
  const b = beta + occasions - count;
  return { occasions, a, b, norm: logBeta(a, b) };
}

/** The log of the probability of what is seen at a rate. The number of arrangements is left out. */
export function logPredictive(seen: Rate, { a, b, norm }: PreparedRate): number {
  return logBeta(a + seen.count, b + seen.occasions - seen.count) - norm;
}

/** A share of authors is computed at this many points, to about a hundredth. */
const steps = 200;

/** The share of the population's authors with a rate of at least, or at most, `rate`, for this many occasions. */
export function computeShareBeyond(
  rate: number,
  isHigh: boolean,
  occasions: number,
  { alpha, beta }: MarkerPrior,
): number {
  const half = 0.5 / Math.max(1, occasions); // nobody's rate is exactly 0 or 1
  const from = Math.min(1 - half, Math.max(half, rate));
  const width = (1 - from) / steps;
  const norm = logBeta(alpha, beta);
  let above = 0;
  for (let i = 0; i < steps; i++) {
    const x = from + (i + 0.5) * width;
    above += width * Math.exp((alpha - 1) * Math.log(x) + (beta - 1) * Math.log(1 - x) - norm);
  }
  return Math.min(1, Math.max(0, isHigh ? above : 1 - above));
}

/** log B(a, b). */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** log Γ(x) for x > 0, by Stirling's series from x ≥ 8 on. The error is below 1e-10. */
function logGamma(x: number): number {
  let below = 1;
  let y = x;
  for (; y < 8; y++) below *= y;
  const z = 1 / (y * y);
  const series = (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z / 1680))) / y;
  return (y - 0.5) * Math.log(y) - y + Math.log(2 * Math.PI) / 2 + series - Math.log(below);
}

/** The rate of several texts together. */
export function sum(rates: readonly Rate[]): Rate {
  const total = { count: 0, occasions: 0 };
  for (const { count, occasions } of rates) {
    total.count += count;
    total.occasions += occasions;
  }
  return total;
}

/** The rate in [0, 1], for at least one occasion. */
export function computeRate({ count, occasions }: Rate): number {
  return count / occasions;
}
