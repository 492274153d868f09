import { describe, expect, it } from 'vitest';
import type { EncodedSpan, ScoredSpan, ShortlistOptions } from '../../../src/core/ports';
import { SearchMemo } from '../../../src/node/sqlite/memory/searchMemo';
import { encodedSpan } from '../../fakes/knownSpans';

const everything: ShortlistOptions = { limit: 100, scope: { role: 'known' }, scanned: Infinity };

/** A memo with searches that name the time they ran. */
class Asked {
  readonly memo = new SearchMemo();
  searches = 0;

  list(revision: number, query: EncodedSpan, options = everything): readonly ScoredSpan[] {
    return this.memo.listed(revision, query, options, () => [this.found()]);
  }
  rerank(revision: number, query: EncodedSpan, listed: readonly ScoredSpan[]): Promise<readonly ScoredSpan[]> {
    return this.memo.reranked(revision, query, listed, () => Promise.resolve([this.found()]));
  }
  private found(): ScoredSpan {
    return { id: ++this.searches, document: 'd', author: 'a', score: 1, tier: 'sign' };
  }
}

describe('SearchMemo', () => {
  it('searches once for equal rows, wherever they stand in the text', async () => {
    const asked = new Asked();
    const listed = asked.list(1, encodedSpan(1, 5, 0));
    const reranked = await asked.rerank(1, encodedSpan(1, 5, 0), listed);
    expect(asked.list(1, encodedSpan(1, 5, 700))).toBe(listed);
    expect(await asked.rerank(1, encodedSpan(1, 5, 700), listed)).toBe(reranked);
    expect(asked.searches).toBe(2);
  });
  it('searches again for other rows, options or documents left out', () => {
    const asked = new Asked();
    const others = [{ limit: 9 }, { scanned: 600 }, { scope: { role: 'known', exclude: ['d'] } as const }];
    asked.list(1, encodedSpan(1));
    asked.list(1, encodedSpan(2));
    for (const other of others) asked.list(1, encodedSpan(1), { ...everything, ...other });
    expect(asked.searches).toBe(5);
  });
  it('forgets all when the index has changed', async () => {
    const asked = new Asked();
    const listed = asked.list(1, encodedSpan(1));
    await asked.rerank(1, encodedSpan(1), listed);
    await asked.rerank(2, encodedSpan(1), listed);
    expect(asked.list(2, encodedSpan(1))).not.toBe(listed);
    expect(asked.searches).toBe(4);
  });
  it('reranks a list for no query but its own', async () => {
    const asked = new Asked();
    const listed = asked.list(1, encodedSpan(1));
    await asked.rerank(1, encodedSpan(1), listed);
    await asked.rerank(1, encodedSpan(2), listed);
    await asked.rerank(1, encodedSpan(1), [...listed]);
    expect(asked.searches).toBe(4);
  });
  it('keeps the 512 spans that were asked for last', () => {
    const asked = new Asked();
    for (let seed = 0; seed < 512; seed++) asked.list(1, encodedSpan(seed, 1));
    asked.list(1, encodedSpan(0, 1));
    asked.list(1, encodedSpan(512, 1));
    expect(asked.searches).toBe(513);
    asked.list(1, encodedSpan(0, 1));
    expect(asked.searches).toBe(513);
    asked.list(1, encodedSpan(1, 1));
    expect(asked.searches).toBe(514);
  });
});
