import type { Ngrams } from '../../../../src/core/classical/ngrams';
import { createHash } from 'node:crypto';
import { type FeatureRow, normaliseRow } from '../../../../src/core/classical/featureRow';
import { membersOfMode } from '../../../../src/core/cohort/cohort';
import type { PopulationMember } from '../../../../src/core/ports';
import { cutTexts } from '../../../../src/core/text/countWords';
import { type StopSignal, throwIfStopped } from '../../../../src/core/basics/work';
import { isFreeToPassOn } from '../../sources/register';
import type { TrainingText } from '../statistics/trainingTexts';

/** Words of an author that features are counted over. */
const countedWords = 1000;
/** Features that are kept of them. */
const keptFeatures = 4000;
/** Authors of one mode and genre, so that no genre crowds out the others. */
const mostOfGenre = 250;
const leastWorks = 2;
const leastWords = 500;

/** An author's texts of one mode and genre. */
export interface Candidate {
  readonly author: string;
  readonly mode: 'written' | 'spoken';
  readonly genre: string;
  readonly texts: readonly TrainingText[];
}

/**
 * The authors that a population may hold: of permitted sources, with two works and 500 words in one mode and genre. Each counts
 * once; speech goes first, which is rare, then the genre with most works. At most 250 of a genre. In order of a hash of the author,
 * so that a member's number says nothing.
 */
export function chooseAuthors(texts: readonly TrainingText[]): readonly Candidate[] {
  const groups = new Map<string, Candidate>();
  for (const text of texts.filter(({ source }) => isFreeToPassOn(source))) {
    const key = JSON.stringify([text.author, text.mode, text.genre]);
    const group = groups.get(key);
    const { author, mode, genre } = text;
    groups.set(key, { author, mode, genre, texts: [...(group?.texts ?? []), text] });
  }
  const best = new Map<string, Candidate>();
  for (const group of groups.values()) {
    const other = best.get(group.author);
    if (isLongEnough(group) && (!other || preference(group) > preference(other))) best.set(group.author, group);
  }
  const chosen = [...best.values()].sort((a, b) => (pseudonym(a.author) < pseudonym(b.author) ? -1 : 1));
  const taken = new Map<string, number>();
  return chosen.filter(({ mode, genre }) => {
    const count = (taken.get(`${mode} ${genre}`) ?? 0) + 1;
    taken.set(`${mode} ${genre}`, count);
    return count <= mostOfGenre;
  });
}

/** Describes the chosen authors as numbers, with the features of as many of each mode as a neighbourhood takes. Throws Cancelled. */
export function describeMembers(
  candidates: readonly Candidate[],
  features: Pick<Ngrams, 'computeFeatures'>,
  stop: StopSignal,
): readonly PopulationMember[] {
  const ofMode = (wanted: Candidate['mode']) => candidates.filter(({ mode }) => mode === wanted);
  const neighbours = new Set([
    ...ofMode('written').slice(0, membersOfMode),
    ...ofMode('spoken').slice(0, membersOfMode),
  ]);
  return candidates.map((candidate) => {
    throwIfStopped(stop);
    const { mode, genre, texts } = candidate;
    const decade = decadeOf(texts);
    const about = { mode, genre, ...(decade !== undefined && { decade }) };
    if (!neighbours.has(candidate)) return about;
    const counted = cutTexts(oneTextPerWork(texts), countedWords).join('\n\n');
    const row = strongestFeatures(features.computeFeatures(counted), keptFeatures);
    return { ...about, readFeatures: () => row };
  });
}

/** The `max` heaviest features, by ascending id and of unit length; of equal weights the lower ids. */
export function strongestFeatures(row: FeatureRow, max: number): FeatureRow {
  const { ids, weights } = row;
  if (ids.length <= max) return normaliseRow(row);
  const lightest = weights.toSorted()[weights.length - max]!;
  let ties = max - weights.reduce((above, weight) => above + Number(weight > lightest), 0);
  const kept = Array.from(ids, (_, i) => i).filter(
    (i) => weights[i]! > lightest || (weights[i] === lightest && ties-- > 0),
  );
  return normaliseRow({
    ids: Uint32Array.from(kept, (i) => ids[i]!),
    weights: Float32Array.from(kept, (i) => weights[i]!),
  });
}

/** Names a population by its numbers. */
export function populationId(members: readonly PopulationMember[]): string {
  const hash = createHash('sha256');
  for (const { mode, genre, decade, readFeatures } of members) {
    hash.update(`${mode} ${genre} ${decade}`);
    const features = readFeatures?.();
    if (features) hash.update(features.ids).update(features.weights);
  }
  return `public-domain-and-permissive@${hash.digest('hex').slice(0, 12)}`;
}

/** The first text of each work, then the others, so that a cut at any length holds as many works as it can. */
function oneTextPerWork(texts: readonly TrainingText[]): readonly string[] {
  const isFirst = (text: TrainingText): boolean => texts.find(({ title }) => title === text.title) === text;
  return [...texts.filter(isFirst), ...texts.filter((text) => !isFirst(text))].map(({ text }) => text);
}

function isLongEnough({ texts }: Candidate): boolean {
  const words = texts.reduce((sum, { text }) => sum + text.split(/\s+/u).length, 0);
  return works(texts) >= leastWorks && words >= leastWords;
}

function preference({ mode, texts }: Candidate): number {
  return (mode === 'spoken' ? 1e6 : 0) + works(texts);
}

function works(texts: readonly TrainingText[]): number {
  return new Set(texts.map(({ title }) => title)).size;
}

/** The decade of most of the texts; undefined when none has a year. */
function decadeOf(texts: readonly TrainingText[]): number | undefined {
  const decades = texts
    .flatMap(({ year }) => (year === undefined ? [] : [Math.floor(year / 10) * 10]))
    .sort((a, b) => a - b);
  return decades[Math.floor(decades.length / 2)];
}

function pseudonym(author: string): string {
  return createHash('sha256').update(`idiograph population 1 ${author}`).digest('hex');
}
