import { describe, expect, it } from 'vitest';
import type { KnownDocument } from '../../../src/core/domain';
import type { Findings } from '../../../src/presentation/findings';
import { KnownTextReader } from '../../../src/presentation/reviewState';
import { findingsOf, knownMinutes, targetOf } from '../presentation/exampleFindings';

/** Texts of an index that says which ones it was asked for. */
function indexOf(ids: readonly string[]) {
  const asked: string[] = [];
  const get = (index: string, id: string): Promise<KnownDocument | undefined> => {
    asked.push(`${index} ${id}`);
    return Promise.resolve(ids.includes(id) ? { ...knownMinutes, id, text: `The text of ${id}.` } : undefined);
  };
  return { asked, texts: new KnownTextReader(get) };
}

const findings = findingsOf(targetOf('file:///letter.txt', 1)); // passages lead to known-1 and known-9
const { path } = findings.index;
const withoutFirst: Findings = {
  ...findings,
  evidence: { ...findings.evidence, candidates: findings.evidence.candidates.slice(1) },
};

describe('the known texts of a review', () => {
  it('are read once', async () => {
    const { texts, asked } = indexOf(['known-1']);
    expect(await texts.read(findings, [{ document: 'known-1' }])).toBe(true);
    expect(await texts.read(findings, [{ document: 'known-1' }])).toBe(false);
    expect(texts.all.get('known-1')?.text).toBe('The text of known-1.');
    expect(asked).toEqual([`${path} known-1`]);
  });

  it('are forgotten with the findings that led to them', async () => {
    const { texts } = indexOf(['known-1', 'known-9']);
    await texts.read(findings, [{ document: 'known-1' }]);
    await texts.read(withoutFirst, [{ document: 'known-9' }]);
    expect([...texts.all.keys()]).toEqual(['known-9']);
  });

  it('are read anew from another index', async () => {
    const { texts, asked } = indexOf(['known-1']);
    await texts.read(findings, [{ document: 'known-1' }]);
    await texts.read({ ...findings, index: { ...findings.index, path: '/other' } }, [{ document: 'known-1' }]);
    expect(asked).toEqual([`${path} known-1`, '/other known-1']);
  });

  it('lack one that is no longer in the index', async () => {
    const { texts } = indexOf([]);
    expect(await texts.read(findings, [{ document: 'known-1' }])).toBe(true);
    expect(texts.all.size).toBe(0);
  });
});
