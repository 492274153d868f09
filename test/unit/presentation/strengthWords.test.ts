import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../src/presentation/say';
import { strengthWords } from '../../../src/presentation/words';
import type { Verification } from '../../../src/core/domain';
import { verbalLabel, type ScaleName } from '../../../src/core/verification/verbalScale';

const verification = (llr: number, scale: ScaleName): Verification => ({
  llr,
  interval: [llr - 0.4, llr + 0.4],
  bounds: [-2.3, 2.3],
  answer: undefined,
  verifier: 'written',
  calibrationId: 'written-test',
  condition: { modes: 'written-written', genreRelation: 'same', words: 500 },
  population: { id: 'test', authors: 600, genres: ['letter'], years: undefined },
  scale: verbalLabel(llr, scale),
  errorRate: 0.1,
  caveats: [],
  notes: [],
  searched: undefined,
});

const scaleLine = (llr: number, scale: ScaleName): string | undefined =>
  strengthWords(verification(llr, scale), { title: 'letter.txt', words: 500 }, inEnglish).details.at(-1);

describe('strengthWords', () => {
  it('says a word of each scale once, with its direction and the year of the scale', () => {
    expect(scaleLine(1.6, 'ENFSI 2015')).toBe('moderate support for one author (ENFSI 2015)');
    expect(scaleLine(-2, 'ENFSI 2015')).toBe(
      'moderately strong support for another author of the population (ENFSI 2015)',
    );
    expect(scaleLine(2, 'Marquis 2016')).toBe('strong support for one author (Marquis 2016)');
    expect(scaleLine(-0.1, 'Marquis 2016')).toBe('weak support for another author of the population (Marquis 2016)');
  });

  it('says no direction where the scale has none', () => {
    expect(scaleLine(0.3, 'ENFSI 2015')).toBe('no support either way (ENFSI 2015)');
    expect(scaleLine(0, 'Marquis 2016')).toBe('as likely (Marquis 2016)');
  });
});
