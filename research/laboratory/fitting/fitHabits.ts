import { readCatalogue } from '../../../src/core/markers/catalogue/catalogue';
import type { Rate } from '../../../src/core/domain/evidence';
import { type MarkerRatesFile, TextMarkersCache, markerRatesFormat } from '../../../src/core/markers/textMarkers';
import { groupBy } from '../../../src/core/basics/numbers';
import { type MarkerPrior, logBeta, countEffectively } from '../../../src/core/markers/convincing';

/** A text of the population. */
export interface HabitText {
  readonly author: string;
  readonly mode: 'written' | 'spoken';
  readonly genre: string;
  readonly source: string;
  readonly text: string;
}

/** Fewest authors that speak for a genre, and fewest with occasions for a habit. */
const leastAuthors = 25;
const leastWithOccasions = 8;
/** Share of a genre's texts that one source may have. */
const mostOfSource = 0.9;
/** What the data sheet says was cleaned away before anybody counted. */
const cleanedAway = new Set(['greetings', 'own', 'phrases']);

/** A text with the rate of each habit of the catalogue. */
export type CountedText = Omit<HabitText, 'text'> & { readonly rates: readonly Rate[] };

export function countHabits<Text extends HabitText>(texts: readonly Text[]): readonly (Text & CountedText)[] {
  const cache = new TextMarkersCache();
  return texts.map((text, i) => ({ ...text, rates: cache.readOrCount({ ...text, id: String(i) }).rates }));
}

/** How the authors of a population keep each habit, by mode and by mode and genre. */
export function fitHabits(counted: readonly CountedText[]): MarkerRatesFile {
  const groups = new Map<string, CountedText[]>();
  for (const text of counted)
    for (const key of [JSON.stringify([text.mode]), JSON.stringify([text.mode, text.genre])]) {
      const group = groups.get(key);
      if (group) group.push(text);
      else groups.set(key, [text]);
    }
  const fitted = [...groups].flatMap(([key, of]) => {
    const [mode, genre] = JSON.parse(key) as [HabitText['mode'], string?];
    const authors = new Set(of.map(({ author }) => author)).size;
    if (genre !== undefined && (authors < leastAuthors || ofOneSource(of))) return [];
    return [{ mode, ...(genre !== undefined && { genre }), authors, priors: fitGroup(of) }];
  });
  return { format: markerRatesFormat, habits: readCatalogue().map(({ name }) => name), groups: fitted };
}

/** Whether nearly all texts come from one source: their habits may be its editors' or its century's. */
function ofOneSource(texts: readonly CountedText[]): boolean {
  const sizes = [...groupBy(texts, ({ source }) => source).values()].map(({ length }) => length);
  return Math.max(...sizes) > mostOfSource * texts.length;
}

function fitGroup(texts: readonly CountedText[]): MarkerRatesFile['groups'][number]['priors'] {
  return readCatalogue().map(({ family }, h) => {
    if (cleanedAway.has(family)) return null;
    const byAuthor = new Map<string, Rate[]>();
    for (const { author, rates } of texts)
      if (rates[h]!.occasions > 0) byAuthor.set(author, [...(byAuthor.get(author) ?? []), rates[h]!]);
    if (byAuthor.size < leastWithOccasions) return null;
    const { alpha, beta, likeness } = fitPrior([...byAuthor.values()]);
    return [digits(alpha / (alpha + beta), 2), digits(alpha + beta, 2), digits(likeness, 1)];
  });
}

function digits(value: number, count: number): number {
  return Number(value.toPrecision(count));
}

/** The Beta distribution of authors' rates, by likelihood; how alike the places of one text are, by moments. */
export function fitPrior(authors: readonly (readonly Rate[])[]): MarkerPrior {
  const likeness = likenessIn(authors);
  const ofAuthors = authors.map((texts) => countEffectively(texts, likeness));
  const total = (of: keyof Rate): number => ofAuthors.reduce((sum, each) => sum + each[of], 0);
  let mean = (total('count') + 0.25) / (total('occasions') + 0.5);
  let worth = 5;
  for (let round = 0; round < 3; round++) {
    let best = -Infinity;
    for (let log = -1.5; log <= 7; log += 0.25) {
      const [alpha, beta] = [mean * Math.exp(log), (1 - mean) * Math.exp(log)];
      const likelihood = ofAuthors.reduce(
        (sum, { count, occasions }) => sum + logBeta(alpha + count, beta + occasions - count) - logBeta(alpha, beta),
        0,
      );
      if (likelihood > best) [best, worth] = [likelihood, Math.exp(log)];
    }
    const drawn = ofAuthors.reduce(
      (sum, { count, occasions }) => sum + (mean * worth + count) / (worth + occasions),
      mean,
    );
    mean = Math.min(1 - 1e-5, Math.max(1e-5, drawn / (ofAuthors.length + 1)));
  }
  return { alpha: mean * worth, beta: (1 - mean) * worth, likeness };
}

function likenessIn(authors: readonly (readonly Rate[])[]): number {
  let [excess, scale] = [0, 0];
  for (const texts of authors) {
    const occasions = texts.reduce((sum, text) => sum + text.occasions, 0);
    const mean = texts.reduce((sum, text) => sum + text.count, 0) / occasions;
    if (texts.length < 2) continue;
    for (const text of texts) {
      const expected = text.occasions * mean * (1 - mean) * (1 - text.occasions / occasions);
      excess += (text.count - text.occasions * mean) ** 2 - expected;
      scale += expected * (text.occasions - 1);
    }
  }
  return scale > 0 ? Math.min(0.5, Math.max(0, excess / scale)) : 0.02;
}
