import { describe, expect, it } from 'vitest';
import type { Verification } from '../../../src/core/domain/evidence';
import type { Findings } from '../../../src/presentation/findings';
import type { ReviewTarget } from '../../../src/core/casework/keptRecords';
import { findingsOf, statement, targetOf, viewOf } from './exampleFindings';

const target = targetOf('file:///letter.txt', 1);
const findings = findingsOf(target);

const view = (state: { readonly kind: 'ready'; readonly findings: Findings }) => viewOf(state);

describe('the ways on from the card', () => {
  describe('of a case with settings that are not locked, or changed since', () => {
    const abstained = { ...statement, llr: undefined, interval: undefined, scale: undefined };
    const unsaid = { ...target, mode: 'unknown' as const };
    const withheld = (
      caveat: 'notValidated' | 'lockBroken',
      verification: Verification | undefined,
      about: ReviewTarget = target,
    ) => {
      const changed = caveat === 'lockBroken' ? [{ part: 'scale', pinned: 'Marquis 2016', used: 'ENFSI 2015' }] : [];
      const [first, ...others] = findings.evidence.candidates;
      const { author, score, tier } = first!;
      const candidates = [{ author, score, tier, ...(verification && { verification }) }, ...others];
      const evidence = { ...findings.evidence, candidates, caveats: [caveat], lock: { hash: 'h', changed } };
      return view({ kind: 'ready', findings: { ...findings, target: about, evidence } });
    };
    const lock = { label: 'Validate and Lock', intent: 'validateSettings' };
    const produced = { label: 'Set Mode and Genre…', intent: 'setFacts' };

    it('the card alone says it, once, and leads to the lock alone', () => {
      const { notices, detail } = withheld('notValidated', { ...abstained, reason: 'notValidated' });
      expect(detail?.verification?.statement).toContain('The settings of this case are not validated');
      expect(detail).toMatchObject({ withheld: '', ways: [lock] });
      expect(notices).toEqual([]);
    });

    it('the card says which setting is another than was locked', () => {
      const { notices, detail } = withheld('lockBroken', { ...abstained, reason: 'lockBroken' });
      expect(detail?.withheld).toBe('The lock recorded scale: Marquis 2016. It is now: ENFSI 2015.');
      expect(detail?.ways).toEqual([lock]);
      expect(notices).toEqual([]);
    });

    it('the card says it beside another reason, or of a candidate who was not verified', () => {
      for (const verification of [{ ...abstained, reason: 'shortDocument' as const }, undefined]) {
        const { detail } = withheld('notValidated', verification);
        expect(detail?.withheld).toContain('not validated and locked yet');
        expect(detail?.ways?.[0]).toEqual(lock);
      }
    });

    it('one button, behind the lock, is to say how the text was produced', () => {
      const { notices, detail } = withheld('notValidated', { ...abstained, reason: 'notValidated' }, unsaid);
      expect(detail?.ways).toEqual([lock, produced]);
      expect(notices.map(({ action }) => action)).toEqual([undefined]);
    });

    it('a review without candidates says it in a notice', () => {
      const evidence = { ...findings.evidence, candidates: [], caveats: ['notValidated'] as const };
      const { notices } = view({ kind: 'ready', findings: { ...findings, evidence } });
      expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('not validated and locked yet')]);
    });
  });

  it('offers known texts only where theirs are what is short or of the wrong genre', () => {
    const ways = (part: Partial<Verification>) => {
      const verification = { ...statement, llr: undefined, words: 5, ...part };
      const evidence = { ...findings.evidence, candidates: [{ ...findings.evidence.candidates[0]!, verification }] };
      return view({ kind: 'ready', findings: { ...findings, evidence } }).detail?.ways?.map(({ intent }) => intent);
    };
    expect(ways({ reason: 'shortDocument', words: 300 })).toEqual(['buildIndex']); // known ones are lacking
    expect(ways({ reason: 'shortDocument', words: 200 })).toEqual([]);
    expect(ways({ reason: 'outsideCalibration', floorOfOneGenre: { questioned: 250, known: 1000 } })).toEqual([
      'buildIndex',
    ]);
    expect(ways({ reason: 'outsideCalibration' })).toEqual([]);
    expect(ways({ reason: 'otherLanguage' })).toEqual([]);
    expect(ways({ reason: 'unlikeValidated', floorOfOneGenre: { questioned: 250, known: 1000 } })).toEqual([]);
  });
});
