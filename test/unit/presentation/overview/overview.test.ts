import { describe, expect, it } from 'vitest';
import type { QuestionFindings, Verification } from '../../../../src/core/domain/evidence';
import {
  type CaseOverview,
  listOverviewFacts,
  overviewCsv,
  buildMatrix,
  renderOverviewPage,
} from '../../../../src/presentation/overview/overview';
import { evidenceOf, statement } from '../exampleFindings';

const abstained: Verification = { ...statement, llr: undefined, reason: 'shortDocument' };
const against: Verification = { ...statement, llr: -0.8, scale: { name: 'ENFSI 2015', label: 'weak' } };

function evidence(verifications: Readonly<Record<string, Verification | undefined>>) {
  const candidates = Object.entries(verifications).map(([author, verification], i) => ({
    ...{ author, score: -i, tier: 'combined' as const },
    ...(verification && { verification }),
  }));
  return { ...evidenceOf(statement), candidates };
}

const among: QuestionFindings = {
  ...{ among: 'named', bounds: [-2, 2], calibrationId: 'question' },
  authors: [
    { author: 'Author B', llr: 2 },
    { author: 'Author A', llr: -2 },
  ],
};

/** A text of which the case asks whether one of two authors wrote it. */
function asked(question: QuestionFindings): CaseOverview {
  const found = evidence({ 'Author B': { ...statement, llr: 0.4 }, 'Author A': against });
  return { caseName: 'mill', texts: [{ id: 'letter.txt', evidence: { ...found, question } }] };
}

const overview: CaseOverview = {
  caseName: 'mill',
  texts: [
    { id: 'letter.txt', evidence: evidence({ 'Author B': statement, '=Author A': against, 'Author C': undefined }) },
    { id: '<note>, "one"', evidence: evidence({ 'Author B': abstained }) },
    { id: 'later.txt', evidence: undefined },
  ],
};

describe('an overview of a case', () => {
  it('has every text and every author for whom there is a comparison, with no statement as plainly as a ratio', () => {
    const { authors, rows } = buildMatrix(overview);
    expect(authors).toEqual(['=Author A', 'Author B']);
    expect(rows.map(({ cells }) => cells.map(({ says }) => says))).toEqual([
      ['÷6.3 · weak, for another author', '×40 · moderate, for this author'],
      ['This candidate was not verified. Only the first candidates are.', 'no ratio'],
      ['not reviewed', 'not reviewed'],
    ]);
    expect(rows.map(({ cells }) => cells.map(({ shade }) => shade))).toEqual([
      [-1, 2],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('colours no ratio that a search this large would bring up by chance', () => {
    const large: Verification = { ...statement, chance: { authorsSearched: 900, expected: 3 } };
    const { rows } = buildMatrix({ texts: [{ id: 'q', evidence: evidence({ B: large }) }] });
    expect(rows[0]!.cells[0]!.shade).toBe(0);
  });

  it('is a page without scripts in which texts are nothing but text', () => {
    const page = renderOverviewPage(overview);
    expect(page).not.toMatch(/<script|<note>/);
    expect(page).not.toContain('<a ');
  });

  it('leads from cells to reviews, and to files', () => {
    const page = renderOverviewPage(overview, {
      cell: ({ id }, { author, candidate }) => `command:cell?${encodeURIComponent(`${id} ${author} ${!!candidate}`)}`,
      save: 'command:save',
    });
    expect(page).toContain(`command:cell?${encodeURIComponent('letter.txt Author B true')}`);
    expect(page).toContain('command:save');
  });

  it('is a table that no spreadsheet takes for formulas', () => {
    const lines = overviewCsv.text(overview).split('\r\n');
    expect(lines[0]).toBe(`\ufeff${overviewCsv.begins}`);
    expect(lines).toContain('letter.txt,×40 Author B,\'=Author A,2,,-0.800,"÷6.3 · weak, for another author",0.3');
    expect(lines).toContain('"<note>, ""one""",no clear candidate,Author B,1,,,no ratio,');
  });

  it('is data with a ratio or none for each text and author', () => {
    const { rows } = listOverviewFacts(overview) as { rows: { authors: { llr: number | null }[] }[] };
    expect(rows.map(({ authors }) => authors.map(({ llr }) => llr))).toEqual([
      [-0.8, 1.6],
      [null, null],
      [null, null],
    ]);
  });

  it('shows the ratio among the authors of a question, and the open ratio beside it in a table alone', () => {
    const found = asked(among);
    const cells = buildMatrix(found).rows[0]!.cells;
    expect(cells.map(({ figure, shade, isFirst }) => [figure, shade, isFirst])).toEqual([
      ['÷100 (limit of tests)', -3, false],
      ['×100 (limit of tests)', 3, true],
    ]);
    expect(cells[1]!.says).toBe('×100 (limit of tests) for Author B rather than Author A');
    expect(overviewCsv.text(found)).toContain('letter.txt,×100 Author B,Author B,1,2.000,0.400,');
    const { rows } = listOverviewFacts(found) as { rows: { authors: object[] }[] };
    expect(rows[0]!.authors[1]).toMatchObject({ author: 'Author B', answer: 2, llr: 0.4 });
  });

  it('shows no ratio of a question that is silent, and says why', () => {
    const authors = among.authors.map(({ author }) => ({ author, llr: undefined }));
    const { cells } = buildMatrix(asked({ ...among, authors, reason: 'kindsDiffer' })).rows[0]!;
    expect(cells.map(({ figure, shade }) => [figure, shade])).toEqual([
      ['–', undefined],
      ['–', undefined],
    ]);
    expect(cells[0]!.says).toContain('That difference would decide.');
  });
});
