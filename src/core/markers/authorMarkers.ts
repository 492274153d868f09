import type { AuthorMarkers, Marker, Rate, TextRange } from '../domain/evidence';
import {
  AuthorRates,
  type AuthorTexts,
  type MarkerQuestion,
  type Misspellings,
  toShownRate,
  type MarkerRates,
  type TextMarkers,
  findSharedPhrases,
} from './textMarkers';
import {
  type MarkerPrior,
  type Unplaced,
  canLead,
  computeRate,
  computeShareBeyond,
  countAsOften,
  isTelling,
  leastWeight,
  populationCounts,
  predictCount,
  rateConvincing,
  sum,
  weighAuthors,
} from './convincing';
import { computeSum } from '../basics/numbers';
import { findPlacesOfEach, isInCapitals, type MarkerDefinition, readWords } from './findMarkers';
import type { PhraseRates } from '../classical/hashing';
import { foldPhrase } from './ownMarkers';
import { type Readable, readSource } from '../text/readText';

/** From this share of the lower of the two rates on, another author has a marker nearly as often and is named. */
const nearly = 0.9;
/** At most this many markers are listed for each side. */
const mostListed = 12;
/**
 * Similarity is shown if at most this share of different-author reviews would show it. If n + 1 authors are equally similar to a text, any
 * one of them has at most k of the n others as similar in (k + 1) of (n + 1) cases.
 */
const maxShareOfOtherAuthors = 0.2;

/** What is needed to find markers. */
export interface MarkerMeans {
  /** In the order of all rates. */
  readonly habits: readonly MarkerDefinition[];
  readonly rates: MarkerRates;
  readonly misspellings: Misspellings;
  /** The share of documents that contain a word, in [0, 1]. */
  readonly share: (word: string) => number;
  /** Undefined if no phrase is classified as a common one. */
  readonly phrases?: PhraseRates | undefined;
  /** Whether the candidate leads the order, or too few authors were ordered to decide. */
  readonly isAhead?: boolean;
}

/**
 * The markers that questioned text and candidate share and others do not, and those that distinguish the two (consistent and distinctive
 * habits: Grant 2010). Because many markers are examined, all of them are also weighed together: by how many other authors are as similar.
 */
export function findAuthorMarkers(
  means: MarkerMeans,
  question: MarkerQuestion,
  candidate: AuthorTexts,
  others: readonly AuthorTexts[],
): AuthorMarkers {
  const { mode, genre, authors } = means.rates.selectGroup(question.source.mode, question.source.genre);
  const compared = { question, authors: [candidate, ...others] };
  const counted = countMarkers(means, compared);
  const wrong = findMisspeltMarkers(means, compared);
  const marked = question.markPhrases(means.share);
  const textsOfOthers = others.map(({ texts }) => texts);
  const phrases = findSharedPhrases(marked, candidate.texts, textsOfOthers)
    .filter(({ phrase }) => !means.phrases?.countAuthorsAtMost(phrase.split(' ')))
    .map(({ phrase, texts, others: having }): Unplaced => {
      const rate = ({ words, allWords }: TextMarkers): Rate => {
        return { count: countOccurrences(words, phrase), occasions: allWords };
      };
      const ofAuthors = compared.authors.map((each) => AuthorRates.of(each.texts, rate));
      const rates = { questioned: rate(question.markers), ofAuthors };
      const marker = createMarker(definePhrase(phrase), rates, compared, { usual: 0, prior: rareMarker });
      return { ...marker, weight: Math.log((1 + texts) / (1 + having)), population: undefined };
    });
  const results = [...counted.markers, ...wrong, ...phrases];
  const { totals } = counted;
  const asNear = totals.filter((total, i) => i > 0 && total >= totals[0]!).length;
  const isNear = others.length > 0 && (asNear === 0 || asNear + 1 <= maxShareOfOtherAuthors * (others.length + 1));
  const about = { mode, isSupported: isNear && means.isAhead !== false };
  const selectFirst = (side: number) => {
    const ofSide = results.filter(
      (marker) => (marker.weight < 0 ? -1 : 1) === side && (isOwn(marker) || isTelling(marker)),
    );
    const ranked = ofSide.map((marker) => ({ marker, leads: canLead(marker, about), by: rateConvincing(marker) }));
    const inOrder = ranked.sort((a, b) => rankOf(b) - rankOf(a) || b.by - a.by);
    return inOrder.filter(({ marker }, place) => place < mostListed || isOwn(marker));
  };
  const [first, against] = [selectFirst(1), selectFirst(-1)];
  const names = [...new Set([...first, ...against].map(({ marker }) => marker.name))];
  const placesOf = question.findPlaces(names.map((name) => findMarkerByName(name, means.habits)));
  const list = (ofSide: typeof first): readonly Marker[] => {
    const listed: Marker[] = [];
    for (const { marker, leads } of ofSide) {
      const places = placesOf.get(marker.name)!;
      // one with half of its places inside those of another one does not lead
      const isPartOf = ({ places: others }: Marker): boolean => {
        const isInside = ({ start, end }: TextRange): boolean => others.some((o) => start < o.end && o.start < end);
        return places.length > 0 && 2 * places.filter(isInside).length >= places.length;
      };
      listed.push({ ...marker, places, leads: leads && !listed.some(isPartOf) });
    }
    return listed;
  };
  return {
    looked: counted.looked,
    for: list(first),
    against: list(against),
    others: others.length,
    asNear,
    isNear,
    population: { mode, genre, authors },
    silent: isInCapitals(readSource(question.source).own) ? ['capitals'] : [],
  };
}

/** A marker that the user added: it is always shown, before those of the catalogue. */
function isOwn({ family }: Pick<Marker, 'family'>): boolean {
  return family === 'own';
}

function rankOf({ marker, leads: isLeading }: { readonly marker: Unplaced; readonly leads: boolean }): number {
  return Number(isOwn(marker)) * 2 + Number(isLeading);
}

/** A questioned text, and authors, the candidate first. */
interface Compared {
  readonly question: MarkerQuestion;
  readonly authors: readonly AuthorTexts[];
}

/**
 * The markers of the catalogue and of the user with occasions in both texts, those that mean something, and each author's weight over all.
 */
function countMarkers(
  { habits, rates }: MarkerMeans,
  { question, authors }: Compared,
): { readonly looked: number; readonly totals: readonly number[]; readonly markers: readonly Unplaced[] } {
  const population = rates.selectGroup(question.source.mode, question.source.genre);
  const totals = authors.map(() => 0);
  const allRates = authors.map((each) => each.listRates(habits.length));
  const priors = habits.map((habit) => population.findPrior(habit));
  const predicted = allRates.map((rates) => question.predict(rates, priors));
  const markers: Unplaced[] = [];
  let looked = 0;
  for (const [h, habit] of habits.entries()) {
    const questioned = question.markers.rates[h]!;
    const { texts } = allRates[0]![h]!;
    if (habit.isUnlisted || questioned.occasions === 0 || texts.length === 0) continue;
    looked += 1;
    const prior = priors[h]!;
    const likely = predicted.map((each) => each[h]!);
    const weights = weighAuthors(likely, predictCount(questioned, [], prior));
    for (const i of authors.keys()) totals[i]! += weights[i]!;
    const weight = weights[0]!;
    if (!isOwn(habit) && Math.abs(weight) < leastWeight) continue;
    const ofAuthors = allRates.map((each) => each[h]!);
    // the mean rate of the population, which counts as five authors, and of the other authors of the case
    const { alpha, beta } = prior;
    const theirs = ofAuthors.slice(1).filter(({ texts }) => texts.length > 0);
    const total = theirs.reduce((all, { rate }) => all + rate, (populationCounts * alpha) / (alpha + beta));
    const usual = total / (theirs.length + populationCounts);
    // there is enough to show: it occurs twice, in two of the candidate's texts if there are two, or is missing twice although usual
    const isMissed = (each: Rate): boolean => computeRate(each) < usual && usual * each.occasions >= 2;
    const isSteady = texts.filter(({ count }) => count > 0).length >= Math.min(2, texts.length);
    const candidate = sum(texts);
    const isThere = (candidate.count >= 2 && isSteady) || isMissed(candidate);
    if (!isOwn(habit) && !(isThere && (questioned.count >= 2 || isMissed(questioned)))) continue;
    const rate = population.findRate(habit);
    const means = { usual, prior: rate === undefined ? undefined : prior };
    const marker = createMarker(habit, { questioned, ofAuthors }, { question, authors }, means);
    markers.push({ ...marker, weight, population: rate });
  }
  return { looked, totals, markers };
}

/** Misspellings that both have, without names. */
function findMisspeltMarkers({ misspellings }: MarkerMeans, { question, authors }: Compared): readonly Unplaced[] {
  const all = [question.markers, ...authors.flatMap(({ texts }) => texts)];
  return question.listMisspelt(misspellings).flatMap(([word, right]): readonly Unplaced[] => {
    // how often a text has the first of two words, and how often either, with a capital or without
    const rate = ({ words }: TextMarkers): Rate => {
      const both = (form: string): number => countOccurrences(words, form) + countOccurrences(words, capitalise(form));
      const count = both(word);
      return { count, occasions: count + both(right) };
    };
    if (!authors[0]!.texts.some((text) => rate(text).count > 0)) return [];
    // a name is more often with a capital than without inside sentences, or only at their beginning; all texts are searched last
    const countAll = (form: string): number => computeSum(all.map(({ words }) => countOccurrences(words, form)));
    if (countAll(word) - countAll(`| ${word}`) <= countAll(capitalise(word))) return [];
    const questioned = rate(question.markers);
    const ofAuthors = authors.map(({ texts }) => AuthorRates.of(texts, rate));
    const predict = (texts: readonly Rate[]): number => predictCount(questioned, texts, rareMarker);
    const likely = ofAuthors.map(({ texts }) => predict(texts));
    const weight = weighAuthors(likely, predict([]))[0]!;
    const means = { usual: 0, prior: rareMarker };
    const both = { questioned, ofAuthors };
    const marker = createMarker(defineMisspelling(word, right), both, { question, authors }, means);
    return [{ ...marker, weight, population: undefined }];
  });
}

function capitalise(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

/** A marker by its name; otherwise a misspelling by itself, otherwise a phrase by its words. */
export function findMarkerByName(name: string, habits: readonly MarkerDefinition[]): MarkerDefinition {
  const [, wrong, right] = /^(\p{L}+) \(not (\p{L}+)\)$/u.exec(name) ?? [];
  if (wrong !== undefined && right !== undefined && !habits.some((habit) => habit.name === name))
    return defineMisspelling(wrong, right);
  return habits.find((habit) => habit.name === name) ?? definePhrase(foldPhrase(name));
}

/** The first 200 places of a marker in a text. Quotations and signatures are passed over. */
export function findKeptPlaces(
  habit: MarkerDefinition,
  source: Readable & { readonly genre: string },
): readonly TextRange[] {
  return findPlacesOfEach([habit], readWords(source))[0]!;
}

/** The prior of a single misspelling, which hardly anybody makes. */
const rareMarker: MarkerPrior = { alpha: 0.02, beta: 1, likeness: 0.05 };

function defineMisspelling(is: string, not: string): MarkerDefinition {
  return { name: `${is} (not ${not})`, family: 'misspellings', per: 'places', is, not, example: is };
}

function countOccurrences(words: string, phrase: string): number {
  const sought = ` ${phrase} `;
  let count = 0;
  for (let at = words.indexOf(sought); at >= 0; at = words.indexOf(sought, at + sought.length)) count += 1;
  return count;
}

function definePhrase(phrase: string): MarkerDefinition {
  return { name: `“${phrase}”`, family: 'phrases', per: 'words', is: phrase, example: phrase };
}

/** @param rates  of the questioned text and of the authors, the candidate first  @param usual  mean rate of all authors */
function createMarker(
  { name, family, per }: MarkerDefinition,
  rates: { readonly questioned: Rate; readonly ofAuthors: readonly AuthorRates[] },
  { question, authors }: Compared,
  { usual, prior }: { readonly usual: number; readonly prior: MarkerPrior | undefined },
): Omit<Unplaced, 'weight' | 'population'> {
  const ofAuthors = rates.ofAuthors.map((each) => each.toShown(per));
  const questioned = per === 'places' ? rates.questioned : toShownRate(rates.questioned, per, question.markers);
  const [{ texts }, other] = ofAuthors as [AuthorRates, AuthorRates?];
  const candidate = sum(texts);
  const theirs = ofAuthors.flatMap((rated, i) =>
    i > 0 && rated.texts.length > 0 ? [{ author: authors[i]!.author, rate: rated.rate }] : [],
  );
  const both = [computeRate(questioned), computeRate(candidate)];
  const isMore = both[0]! + both[1]! > 2 * usual;
  const bar = isMore ? Math.min(...both) : Math.max(...both);
  const isSharer = (rate: number): boolean => (isMore ? rate >= nearly * bar : rate <= bar);
  const sharers = theirs.filter(({ rate }) => isSharer(rate)).map(({ author }) => author);
  const others = theirs.map(({ rate }) => rate).sort((a, b) => a - b);
  // the share of others with the marker; the population counts as five authors if it was counted
  const beyond = prior ? populationCounts * computeShareBeyond(bar, isMore, candidate.occasions, prior) : 0;
  const compared = theirs.length + (prior ? populationCounts : 0);
  const asOften = countAsOften({ others, isMore, questioned, candidate });
  const shared = compared === 0 ? 0 : (asOften + beyond) / compared;
  const only = ofAuthors.length === 2 && other!.texts.length > 0 ? { other: sum(other!.texts) } : {};
  return { name, family, per, questioned, candidate, texts, others, ...only, isMore, sharers, shared };
}
