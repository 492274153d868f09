import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listRatioSettings } from '../../src/core/casework/lock';
import { type ReviewDependencies, type ReviewProgress } from '../../src/core/review/engine';
import { HashingEncoder } from '../fakes/hashingEncoder';
import { Profiler } from '../../src/core/cohort/cohortCache';
import { wordProfiler } from '../fakes/wordProfiler';
import { habits, questioned, options, parts, quiet, review } from '../fakes/reviewing';

/** The words of a passage without their order, which a patch's mean does not know. */
function wordsOf(passage: string): readonly string[] {
  return passage.toLowerCase().split(/\W+/).filter(Boolean).sort();
}

describe('a review', () => {
  it('ranks first the author who writes like the questioned text', async () => {
    const evidence = await review(await parts(), questioned, options, quiet);
    expect(evidence.candidates.map(({ author }) => author)[0]).toBe('clerk');
    expect(evidence.candidates).toHaveLength(3);
  });

  it('rests on the index file and the model files that it was given', async () => {
    const working = await parts();
    const { index, models, otherParts, caveats } = await review(working, questioned, options, quiet);
    expect({ index, models }).toEqual({ index: working.local.readInfo().contentHash, models: working.models });
    expect({ otherParts, caveats }).toEqual({ otherParts: [], caveats: ['exploratory'] });
  });

  it('withholds ratios in a case until its settings are locked, and again once they changed', async () => {
    const working = await parts();
    const { caveats } = await review(working, questioned, { ...options, validation: 'none' }, quiet);
    const settings = { ...listRatioSettings({ encoder: 'ec'.repeat(32) }, options), index: 'f0'.repeat(32) };
    const lock = { settings, own: [], hash: 'h', found: 'h', isOwn: true };
    const locked = await review(working, questioned, { ...options, validation: lock }, quiet);
    const changed = { ...lock, settings: { ...settings, encoder: 'ed'.repeat(32) } };
    const broken = await review(working, questioned, { ...options, validation: changed }, quiet);
    expect([caveats, locked.caveats, broken.caveats]).toEqual([['notValidated'], [], ['lockBroken']]);
    expect([locked.lock, broken.lock!.changed.map(({ part }) => part)]).toEqual([
      { hash: 'h', changed: [] },
      ['encoder'],
    ]);
    const origins = working.verifier.asked.map(({ origin }) => origin.withheld);
    expect([...new Set(origins)]).toEqual(['notValidated', undefined, 'lockBroken']);
  });

  it('says how many spans it scans, lists, screens and scores exactly', async () => {
    const working = await parts();
    const copied = (await working.index.listDocuments()).find(({ id }) => id === 'sailor')!;
    const text = habits.sailor.repeat(4);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const { settings } = await review(working, { ...questioned, text, sha256 }, options, quiet);
    expect(settings).toEqual({
      ...{ n: 2, bits: 64, indexFormat: 99, candidates: 2, scale: 'ENFSI 2015', excludeQuotes: 'true' },
      ...{ verifier: 'by mode', listed: 512, screened: 100, scoredExactly: 32, scoredOfAuthor: 2 },
      scanned: working.index.readInfo().spans - copied.spans,
    });
  });

  it('says where index or models are not the pinned ones, from the first evidence on', async () => {
    const working = await parts();
    const same = { index: working.local.readInfo().contentHash, models: working.models };
    expect((await review(working, questioned, { ...options, pinned: same }, quiet)).otherParts).toEqual([]);
    const told: (readonly string[])[] = [];
    const onProgress = ({ evidence }: ReviewProgress): void => {
      if (evidence) told.push(evidence.caveats);
    };
    const pinned = { index: '0'.repeat(64), models: { encoder: 'encoder@000000000000' } };
    const evidence = await review(working, questioned, { ...options, pinned }, { ...quiet, onProgress });
    expect(evidence.otherParts).toEqual([
      { part: 'index', pinned: '0'.repeat(64), used: same.index },
      { part: 'encoder', pinned: 'encoder@000000000000', used: 'ec'.repeat(32) },
    ]);
    expect(told).toEqual(told.map(() => ['otherThanPinned', 'exploratory']));
    expect(told).toHaveLength(4);
  });

  it('verifies all candidates with one description of the questioned text', async () => {
    const working = await parts();
    await review(working, questioned, options, quiet);
    expect(working.verifier.asked).toHaveLength(2);
    expect(working.verifier.given).toEqual([[questioned]]);
  });

  it('orders by profiles that it makes once and keeps in the index', async () => {
    const working = await parts();
    const stages: string[] = [];
    const onProgress = (item: ReviewProgress): void => {
      if (item.stage === 'reordering' && item.total > 0) stages.push(`${item.done}`);
    };
    const first = await review(working, questioned, options, { ...quiet, onProgress });
    expect(first.candidates.map(({ tier }) => tier)).toEqual(['combined', 'combined', 'combined']);
    expect(stages).toEqual(['0', '1', '2']);
    expect([...(await working.index.readProfiles(Object.keys(habits), 'words')).keys()].sort()).toEqual(
      Object.keys(habits).sort(),
    );
    await review(working, questioned, options, { ...quiet, onProgress });
    expect(stages).toHaveLength(3);
  });

  it('makes the profiles of another profiler again', async () => {
    const working = await parts();
    await review(working, questioned, options, quiet);
    const other = { ...working, profiler: new Profiler('other words', wordProfiler.method, () => []) };
    await review(other, questioned, options, quiet);
    expect((await working.index.readProfiles(Object.keys(habits), 'words')).size).toBe(0);
    expect((await working.index.readProfiles(Object.keys(habits), 'other words')).size).toBe(3);
  });

  it('gives the first candidate passages that share what carries them, and leads to their places', async () => {
    const { candidates } = await review(await parts(), questioned, options, quiet);
    const known = habits.clerk.repeat(4);
    const { alike, apart } = candidates[0]!.passages!;
    const [first] = [...alike, ...apart];
    expect(first?.document).toBe('clerk');
    for (const mark of first!.marks) {
      const here = questioned.text.slice(mark.questioned.start, mark.questioned.end);
      expect(wordsOf(known.slice(mark.known.start, mark.known.end))).toEqual(wordsOf(here));
    }
  });

  it('verifies the first candidates only, and says how many authors were searched', async () => {
    const working = await parts();
    const evidence = await review(working, questioned, options, quiet);
    expect(working.verifier.asked.map(({ origin }) => origin.authorsSearched)).toEqual([3, 3]);
    expect(working.verifier.asked[0]!.known.map(({ author }) => author)).toEqual(['clerk']);
    expect(evidence.candidates.map(({ verification }) => verification !== undefined)).toEqual([true, true, false]);
  });

  it('publishes the ranking before the first verification', async () => {
    const news: ReviewProgress[] = [];
    await review(await parts(), questioned, options, { ...quiet, onProgress: (item) => news.push(item) });
    const first = news.find(({ evidence }) => evidence !== undefined);
    expect(first?.evidence?.candidates[0]).toMatchObject({ author: 'clerk', tier: 'combined' });
    expect(first?.evidence?.candidates[0]?.verification).toBeUndefined();
    expect(news.map(({ stage }) => stage)).toContain('encoding');
  });

  it('sends no evidence before its answer if nobody reads it, and answers the same', async () => {
    const sent: ReviewProgress[] = [];
    const onProgress = (step: ReviewProgress): number => sent.push(step);
    const once = await review(await parts(), questioned, { ...options, sendsOnce: true }, { ...quiet, onProgress });
    expect(sent.map(({ stage }) => stage)).toContain('verifying');
    expect(sent.filter((step) => 'evidence' in step)).toEqual([]);
    expect(once).toEqual(await review(await parts(), questioned, options, quiet));
  });

  it('gives the same evidence twice', async () => {
    const working = await parts();
    const first = await review(working, questioned, options, quiet);
    expect(await review(working, questioned, options, quiet)).toEqual(first);
  });

  it('never compares the questioned text with itself', async () => {
    const working = await parts();
    const text = habits.clerk.repeat(4);
    const itself = { ...questioned, text, sha256: createHash('sha256').update(text).digest('hex') };
    const evidence = await review(working, itself, options, quiet);
    expect(evidence.candidates.map(({ author }) => author)).toEqual(expect.not.arrayContaining(['clerk']));
    expect(evidence.candidates).toHaveLength(2);
    expect(evidence.notes).toMatchObject([
      { caveat: 'copyOfKnown', author: 'clerk', title: 'clerk', share: 1 },
      { caveat: 'repetitive' },
    ]);
  });

  it('leaves out a known text that is nearly the questioned one as if the index did not hold it', async () => {
    const near = await review(await parts(habits, { copyist: `${questioned.text} ` }), questioned, options, quiet);
    const without = await review(await parts(), questioned, options, quiet);
    expect(near.notes).toEqual([{ caveat: 'copyOfKnown', author: 'copyist', title: 'copyist', share: 1 }]);
    expect(near.candidates.map(({ author }) => author)).toEqual(without.candidates.map(({ author }) => author));
    expect(without.notes).toEqual([]);
  });

  it('states no ratio for an author if all known texts have a part of the questioned one', async () => {
    const part = questioned.text.split(' ').slice(0, 15).join(' ');
    const quoted = `${part} ${'beans came up early and I told them so over the wall before supper came. '.repeat(4)}`;
    const working = await parts({ quoting: quoted });
    const { candidates } = await review(working, questioned, options, quiet);
    expect(working.verifier.asked.map(({ origin }) => origin.withheld)).toEqual(['onlyCopies']);
    expect(candidates[0]!.verification!.notes).toMatchObject([{ caveat: 'copyOfKnown', title: 'quoting' }]);
  });

  it('leaves out copies until none is found', async () => {
    const forwards = Array.from({ length: 40 }, (_, i) => [`forward-${i}`, `Forwarded ${i} times: ${questioned.text}`]);
    const working = await parts(habits, Object.fromEntries(forwards) as Record<string, string>);
    const { notes, candidates } = await review(working, questioned, options, quiet);
    expect(notes.filter(({ caveat }) => caveat === 'copyOfKnown')).toHaveLength(40);
    expect(candidates.map(({ author }) => author).sort()).toEqual(Object.keys(habits).sort());
  });

  it('says that documents came or went while it ran, in the search or in the verification', async () => {
    const working = await parts();
    expect((await review(working, questioned, options, quiet)).caveats).not.toContain('indexChanged');
    const told: boolean[] = [];
    const onProgress = ({ evidence }: ReviewProgress): void => {
      if (evidence) told.push(evidence.caveats.includes('indexChanged'));
    };
    const encoder = new HashingEncoder();
    const encode = encoder.encode.bind(encoder);
    encoder.encode = async (...asked) => {
      await working.index.remove(['sailor']);
      return encode(...asked);
    };
    const searched = await review({ ...working, encoder }, questioned, options, { ...quiet, onProgress });
    expect([...told, searched.caveats.includes('indexChanged')]).toEqual([false, true, true, true, true]);
    told.length = 0;
    const prepare: ReviewDependencies['verifier']['prepare'] = (source) => ({
      verify: async (...asked) => {
        await working.index.remove(['gardener']);
        return working.verifier.prepare(source).verify(...asked);
      },
    });
    const found = await review({ ...working, verifier: { prepare } }, questioned, options, { ...quiet, onProgress });
    expect([...told, found.caveats.includes('indexChanged')]).toEqual([false, false, false, false, true]);
  });

  it('stops when asked', async () => {
    const working = await parts();
    await expect(review(working, questioned, options, { ...quiet, stop: { stopped: true } })).rejects.toMatchObject({
      code: 'Cancelled',
    });
  });

  it('refuses an empty index and a text too short to score', async () => {
    await expect(review(await parts({}), questioned, options, quiet)).rejects.toMatchObject({ code: 'IndexEmpty' });
    const short = { ...questioned, text: 'Twelve words are too few to say anything about who wrote them.' };
    await expect(review(await parts(), short, options, quiet)).rejects.toMatchObject({ code: 'TooShort' });
  });

  it('says that a text in another language is outside what was validated', async () => {
    const working = await parts();
    const foreign = { ...working, detector: { detect: () => ({ language: 'de', latin: 1, other: 0 }) } };
    const evidence = await review(foreign, questioned, options, quiet);
    expect(evidence.caveats).toContain('otherLanguage');
    expect(evidence.candidates).not.toHaveLength(0);
  });
});
