import { describe, expect, it } from 'vitest';
import { findPassagesBetween } from '../../../src/core/comparison/compareLevels';
import type { QuestionedDocument } from '../../../src/core/domain/evidence';
import type { EncodedSpan } from '../../../src/core/ports';
import { neverStops } from '../../../src/core/basics/work';
import { encodeText } from '../../../src/core/text/encodeText';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { knownDocument } from '../../fakes/knownSpans';
import { wordProfiler } from '../../fakes/wordProfiler';
import { plainKernels } from '../../reference/plainKernels';
import { words } from '../passages/passagesIn';
import { carpenter, carpenterAgain, nurse } from '../passages/texts';

async function between(text: string, other: string, stop = neverStops) {
  const facts = { mode: 'written', genre: 'letter', language: 'en' } as const;
  const questioned: QuestionedDocument = { ...facts, id: 'q', text, version: 1, sha256: 'ab'.repeat(32) };
  const encoded = async (of: string) => encodeText(of, new HashingEncoder(), { n: 2, stop: neverStops });
  const deps = { profiler: wordProfiler, kernel: plainKernels, languageOf: () => 'en' };
  const patched = (span: EncodedSpan) => Promise.resolve(span);
  const known = { source: knownDocument('other', other), spans: await encoded(other), patched };
  return findPassagesBetween(deps, { source: questioned, spans: await encoded(text), patched }, known, {
    ...{ stop, progress: () => undefined },
  });
}

describe('the passages between two texts', () => {
  it('are clauses with what carries them, not the text as one block', async () => {
    const { alike, against } = await between(carpenter, carpenterAgain);
    expect(alike.length).toBeGreaterThan(0);
    expect(against).toEqual([]);
    for (const { questioned, known, marks, others } of alike) {
      expect(words(carpenter.slice(questioned.start, questioned.end))).toBeLessThanOrEqual(25);
      expect(known.end).toBeLessThanOrEqual(carpenterAgain.length);
      expect(marks.length).toBeGreaterThan(0);
      expect(others).toMatchObject({ of: 0, sharers: [] });
    }
    const carried = alike.flatMap(({ marks }) =>
      marks.map(({ questioned: { start, end } }) => carpenter.slice(start, end)),
    );
    expect(carried.join(' ')).toMatch(/should be glad|left to me/);
  });

  it('lead to places of their own', async () => {
    const { alike } = await between(carpenter, carpenterAgain);
    const starts = alike.map(({ known }) => known.start);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it('are fewer where another person wrote the other text', async () => {
    const { alike } = await between(carpenter, nurse);
    expect(alike.length).toBeLessThan((await between(carpenter, carpenterAgain)).alike.length);
  });

  it('are not sought once that is stopped', async () => {
    await expect(between(carpenter, nurse, { stopped: true })).rejects.toMatchObject({ code: 'Cancelled' });
  });
});
