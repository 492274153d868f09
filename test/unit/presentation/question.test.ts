import { describe, expect, it } from 'vitest';
import type { Evidence, QuestionFindings } from '../../../src/core/domain/evidence';
import { describeOutcome } from '../../../src/presentation/triage';
import {
  describeBasisOfAnswer,
  describeAmong,
  describeAnswer,
  listRated,
  nameQuestion,
  proposeAmong,
} from '../../../src/presentation/words/question';

const trials = {
  ...{ authors: 2, words: 250, knownWords: 2000, texts: 1200, writers: 80, sources: 12 },
  ...{ first: 0.91, cllr: 0.3, atLeast10: 700, wrongAtLeast10: 7 },
};

function ask(
  ratios: Readonly<Record<string, number | undefined>>,
  more: Partial<QuestionFindings> = {},
): QuestionFindings {
  return {
    ...{ among: 'named', bounds: [-2, 2], trials, calibrationId: 'question@0' },
    check: { isWarned: false, warned: 0.1, warnedOutside: 0.4 },
    authors: Object.entries(ratios).map(([author, llr]) => ({ author, llr })),
    ...more,
  };
}

const evidence = (question: QuestionFindings | undefined): Pick<Evidence, 'question' | 'candidates'> =>
  ({
    candidates: [{ author: 'A', verification: { llr: 0.3, bounds: [-1, 0.3] } }],
    ...(question && { question }),
  }) as never;

describe('the answer to a question among authors', () => {
  it('names both sides where there are two, and counts the others where there are more', () => {
    expect(describeAnswer(ask({ A: 1.58, B: -1.58 }))).toBe('×38 for A rather than B');
    expect(describeAnswer(ask({ A: 0.954, B: -0.2, C: -0.9 }))).toBe('×9 for A rather than the other 2');
  });

  it('supports nobody below 2', () => {
    expect(describeAnswer(ask({ A: 0.1, B: -0.1 }))).toMatch(/^The findings support none of the 2/);
  });

  it('has a row for each author with the open ratio beside it, the assumption and the error rate', () => {
    const question = ask({ A: 1.58, B: -1.58 });
    expect(listRated(evidence(question) as never)).toEqual([
      { author: 'A', among: '×38', open: '×2 (limit of tests)' },
      { author: 'B', among: '÷38', open: '–' },
    ]);
    const basis = describeBasisOfAnswer(question).join(' ');
    expect(basis).toMatch(/^Error rate: in 1,200 tests .* If none of these authors wrote it, this says nothing\./);
    expect(basis).toContain('warned for 40 of 100 texts by others, and wrongly for 10 of 100');
    expect(basis).toContain('700 tested ratios reached ×10, and 7 misled.');
  });

  it('warns that the writer may be none of them', () => {
    const check = { isWarned: true, warned: 0.1, warnedOutside: 0.4 };
    expect(describeBasisOfAnswer(ask({ A: 1, B: -1 }, { check }))[2]).toMatch(
      /^Perhaps none of these authors wrote it/,
    );
  });

  it.each(['kindsDiffer', 'sharedText', 'sizeNotMeasured', 'notValidated'])('says why there is none: %s', (reason) => {
    const { among, authors, calibrationId } = ask({ A: undefined, B: undefined });
    const lines = describeAmong({ ...evidence({ among, authors, calibrationId, reason }), caveats: [] });
    expect(lines.join(' ')).toContain('No ratio');
    expect(lines.join(' ')).not.toMatch(/[×÷]/);
  });

  it('leads the side bar and the propositions', () => {
    const question = ask({ A: 1.58, B: -1.58 });
    expect(describeOutcome({ author: 'B', standsOut: false, question })).toMatchObject({ kind: 'for', text: '×38 A' });
    expect(proposeAmong('q.txt', { question })).toEqual([{ same: 'A wrote q.txt.', different: 'B wrote q.txt.' }]);
    expect(nameQuestion({ question })).toBe('Writer: A or B');
    expect(nameQuestion({ question: ask({}, { among: 'known' }) })).toBe('Writer: one of the known authors');
  });
});
