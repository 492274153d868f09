import { createHash } from 'node:crypto';
import { strongestFeatures } from '../../../../src/core/classical/featureRow';
import type { FeatureMethod } from '../../../../src/core/classical/featureRow';
import type { StopSignal } from '../../../../src/core/work';
import type { EncodedSpan, Encoder, PopulationMember } from '../../../../src/core/ports';
import { textDocumentVector } from '../../../../src/core/scoring/patches';
import { cutTexts } from '../../../../src/core/text/countWords';
import { keptFeatures } from '../../../../src/node/population/indexPopulation';
import { encodeWith, spansOf } from '../../evaluate/encoding/encodeWith';
import type { PopulationMeta } from '../../../../src/node/population/population';
import type { StageProgress } from '../../evaluate/run/progress';
import { permittedSource } from '../../sources/licences';
import type { TrainingText } from '../statistics/trainingTexts';

/** Words of an author that are encoded, and that features are counted over. */
const encodedWords = 500;
const countedWords = 1000;
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

/** What members are made with. */
export interface PopulationDependencies {
  readonly encoder: Encoder;
  readonly features: FeatureMethod;
  readonly stop: StopSignal;
  readonly progress: StageProgress;
}

/**
 * The authors that a population may hold: of permitted sources, with two works and 500 words in one mode and genre. Each counts
 * once; speech goes first, which is rare, then the genre with most works. At most 250 of a genre. In order of a hash of the author,
 * so that a member's number says nothing.
 */
export function chooseAuthors(texts: readonly TrainingText[]): readonly Candidate[] {
  const groups = new Map<string, Candidate>();
  for (const text of texts.filter(({ source }) => permittedSource(source) !== undefined)) {
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

/** Describes the chosen authors as numbers. Throws Cancelled. */
export async function describeMembers(
  candidates: readonly Candidate[],
  deps: PopulationDependencies,
): Promise<readonly PopulationMember[]> {
  const encode = encodeWith(deps.encoder);
  const members: PopulationMember[] = [];
  for (const candidate of candidates) {
    const { author, mode, genre } = candidate;
    const texts = oneTextPerWork(candidate.texts);
    const spans: EncodedSpan[] = [];
    for (const text of cutTexts(texts, encodedWords)) {
      const source = { id: author, text, mode, genre, language: 'en' };
      spans.push(...(await spansOf(source, encode, deps.stop)));
    }
    members.push({
      id: members.length + 1,
      mode,
      genre,
      decade: decadeOf(candidate.texts),
      documentVector: textDocumentVector(spans),
      features: strongestFeatures(deps.features.featuresOf(cutTexts(texts, countedWords).join('\n\n')), keptFeatures),
    });
    deps.progress(members.length, candidates.length);
  }
  return members;
}

/** Names a population by its encoder and its numbers. */
export function populationMeta(
  members: readonly PopulationMember[],
  encoder: Encoder,
  statistics: string,
): PopulationMeta {
  const hash = createHash('sha256').update(encoder.modelId);
  for (const { mode, genre, documentVector, features } of members) {
    hash.update(`${mode} ${genre}`).update(documentVector).update(features.ids).update(features.weights);
  }
  return {
    id: `public-domain-and-permissive@${hash.digest('hex').slice(0, 12)}`,
    encoder: encoder.modelId,
    statistics,
  };
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
