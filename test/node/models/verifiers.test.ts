import { beforeAll, expect, it } from 'vitest';
import type { ModelFiles } from '../../../src/core/domain/evidence';
import { Ngrams } from '../../../src/core/classical/ngrams';
import type { ClassicalStatistics } from '../../../src/core/classical/features';
import { CohortCache } from '../../../src/core/cohort/cohortCache';
import { Cohort } from '../../../src/core/cohort/cohort';
import { readNgramMetric } from '../../../src/node/models/manifest';
import { wordProfiler } from '../../fakes/wordProfiler';
import { neverStops } from '../../../src/core/basics/work';
import type { VerifierDependencies } from '../../../src/core/verification/fusedVerifier';
import type { Models } from '../../../src/node/loadedModels';
import { readStatistics } from '../../../src/node/models/manifest';
import { Verifiers } from '../../../src/node/verifiers';
import { plainHabits, rates } from '../../fakes/uncountedMarkers';
import { TextMarkersCache } from '../../../src/core/markers/textMarkers';
import { MemoryIndex } from '../../fakes/memoryIndex';

const files: ModelFiles = { encoder: 'ec', population: 'ef' };
let deps: VerifierDependencies;
let statistics: ClassicalStatistics;
beforeAll(async () => {
  statistics = (await readStatistics('models')).content;
  const ngrams = new Ngrams(statistics, (await readNgramMetric('models', statistics)).content);
  deps = {
    ngrams,
    markerScores: plainHabits(),
    population: { description: { id: 'bundled', authors: 0, genres: [], years: undefined }, members: [] },
    cohort: new Cohort([]),
    calibrations: [],
    detector: { detect: () => ({ language: 'en', latin: 1, other: 0 }) },
  };
});

const models = (): Models =>
  ({
    loadVerifierParts: () => Promise.resolve(deps),
    loadProfiler: () => Promise.resolve(wordProfiler),
    loadMarkerRates: () => Promise.resolve(rates),
    listFiles: () => Promise.resolve(files),
  }) as unknown as Models;

/** An index with so many authors of written population documents. */
async function indexOf(authors: number): Promise<MemoryIndex> {
  const index = new MemoryIndex();
  for (let at = 0; at < authors; at++) {
    const text = `Writer ${at} counted ${at * 3} boats from the towpath before the rain came down again.`;
    const facts = { author: `P${at}`, role: 'population', mode: 'written', genre: 'letter', language: 'en' } as const;
    await index.add({ ...facts, id: `${at}`, text, title: `${at}` }, []);
  }
  return index;
}

it('names the population of the index beside the files where it replaces the bundled one', async () => {
  const index = await indexOf(50);
  const loaded = await new Verifiers(models(), new CohortCache(), new TextMarkersCache()).loadFor(index, 'written', neverStops);
  expect(loaded.models).toEqual({ ...files, indexPopulation: index.readInfo().contentHash });
});

it('names the files alone where the bundled population is used', async () => {
  const verifiers = new Verifiers(models(), new CohortCache(), new TextMarkersCache());
  expect((await verifiers.loadFor(await indexOf(49), 'written', neverStops)).models).toEqual(files);
  expect((await verifiers.loadBundled()).models).toEqual(files);
});
