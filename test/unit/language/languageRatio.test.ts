import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KnownDocument, SourceText, Verification } from '../../../src/core/domain/evidence';
import type { LanguageCollection } from '../../../src/core/language/languageCollection';
import { LanguageCollections } from '../../../src/core/language/languageCollections';
import { CohortCache } from '../../../src/core/cohort/cohortCache';
import { TextMarkersCache } from '../../../src/core/markers/textMarkers';
import type { OwnCalibration } from '../../../src/core/ports';
import { validateIndex } from '../../../src/core/validation/validateIndex';
import { neverStops } from '../../../src/core/basics/work';
import { Models } from '../../../src/node/loadedModels';
import { type LoadedVerifier, Verifiers } from '../../../src/node/verifiers';
import { isAll } from '../../needs';
import { documentsIn, indexOf, writeText } from './writers';

const modelsFolder = path.resolve(import.meta.dirname, '../../../models');
const writers = Array.from({ length: 42 }, (_, i) => `writer ${String.fromCharCode(65 + (i % 26))}${i}`);
const kind = { mode: 'written', genre: 'letter', words: 400 } as const;

/** A collection of German letters that no model has seen, with what it may state. */
async function load(authors: readonly string[]) {
  const models = new Models({ modelsFolder });
  const index = indexOf(documentsIn({ de: authors }, [1, 2, 3, 4]));
  const collection = (await new LanguageCollections(models.detector).findMain(index, neverStops))!;
  const loaded = await new Verifiers(models, new CohortCache(), new TextMarkersCache()).loadForLanguage(collection);
  const validation = await validateIndex({ index: collection.index, ...loaded }, kind, { stop: neverStops });
  return { ...loaded, collection, validation };
}

async function ask(
  { verifier, collection }: LoadedVerifier & { readonly collection: LanguageCollection },
  [by, named]: readonly [string, string],
  own: readonly OwnCalibration[],
): Promise<Verification> {
  const questioned: SourceText = { id: 'q', text: writeText('de', by, 9), ...kind, language: 'de' };
  const known: KnownDocument[] = [];
  for (const { id, author } of await collection.index.listDocuments())
    if (author === named) known.push((await collection.index.readDocument(id))!);
  return verifier.prepare(questioned).verify(known, { authorsSearched: undefined, own }, neverStops);
}

describe('a collection of 42 German writers', () => {
  let loaded: Awaited<ReturnType<typeof load>>;
  beforeAll(async () => (loaded = await load(writers)), 300_000);

  it('is validated on its own pairs, and then states ratios for and against within 20', async () => {
    const [condition] = loaded.validation.conditions;
    expect(condition!.own!.figures.cllr).toBeLessThan(0.5);
    const own = [condition!.own!.judged];
    const [writer, other] = [writers[3]!, writers[8]!];
    const [same, apart] = [await ask(loaded, [writer, writer], own), await ask(loaded, [writer, other], own)];
    expect(same.llr).toBeGreaterThan(0);
    expect(apart.llr).toBeLessThan(0);
    for (const { llr, bounds, validatedOn } of [same, apart]) {
      expect(Math.abs(llr!)).toBeLessThanOrEqual(Math.log10(20));
      expect(bounds!.map(Math.abs).every((bound) => bound <= Math.log10(20))).toBe(true);
      expect(validatedOn).toBe('index');
    }
  });

  it('states none before that', async () => {
    const verification = await ask(loaded, [writers[3]!, writers[3]!], []);
    expect(verification).toMatchObject({ reason: 'languageNotValidated' });
    expect(verification.llr).toBeUndefined();
  });

  it.runIf(isAll)(
    'states none where 39 other authors are left, whatever was validated',
    { timeout: 300_000 },
    async () => {
      const fewer = await load(writers.slice(0, 40));
      const own = fewer.validation.conditions.flatMap((each) => (each.own ? [each.own.judged] : []));
      expect(own).toHaveLength(1);
      const verification = await ask(fewer, [writers[3]!, writers[3]!], own);
      expect(verification).toMatchObject({ reason: 'fewOfLanguage' });
      expect(verification.llr).toBeUndefined();
    },
  );
});
