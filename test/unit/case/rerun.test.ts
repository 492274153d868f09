import { describe, expect, it } from 'vitest';
import { CaseAt } from '../../../src/case/caseAt';
import { answerAboutAuthor, makeAgain } from '../../../src/case/reports';
import { readReport, type ReportRead } from '../../../src/core/casework/reportFile';
import type { NamedVerification, QuestionedDocument } from '../../../src/core/domain/evidence';
import { finish, neverStops } from '../../../src/core/basics/work';
import { reportJson } from '../../../src/presentation/report/report';
import { compareReports, type Rerun, formatRerun } from '../../../src/presentation/report/rerun';
import type { EngineService, ReviewOptions } from '../../../src/protocol/engine';
import { statement } from '../presentation/exampleFindings';

const questioned: QuestionedDocument = {
  ...{ id: 'letter.txt', text: 'Nobody had asked me.', sha256: 'ab'.repeat(32), version: 1 },
  ...{ mode: 'written' as const, genre: 'letter', language: 'en' },
};

/** Says in its findings what it was asked with. */
const engine: Record<string, unknown> = {
  verifyAuthor: (
    ...[, , , { verifier = 'written', excludeQuotes }]: [object, ...Parameters<EngineService['verifyAuthor']>]
  ) =>
    Promise.resolve<NamedVerification>({
      ...statement,
      ...{ index: 'cd'.repeat(32), models: {}, otherParts: [], verifier },
      scale: { name: 'ENFSI 2015', label: excludeQuotes ? 'without quotes' : 'with quotes' },
    }),
  passages: () => Promise.resolve({ index: 'cd'.repeat(32), passages: { alike: [], against: [], apart: [] } }),
  review: () => Promise.reject(new Error('nothing is searched')),
};
const source = { documents: [], get: () => Promise.resolve(undefined), sha256: () => '' };
const parts = { engine, modelsFolder: '', unread: {} } as unknown as ConstructorParameters<typeof CaseAt>[0];
const at = new CaseAt(parts, { index: '/i.sqlite' }, undefined, neverStops);
const usual: ReviewOptions = { candidates: 10, excludeQuotes: true };

async function written(choices: Partial<ReviewOptions>): Promise<string> {
  const asking = { questioned, options: { ...usual, ...choices }, source };
  const question = await finish(answerAboutAuthor(at, asking, 'Author B'));
  const about = { time: '', caseName: undefined, examiner: undefined, known: [], asked: [], version: '1' };
  return reportJson({ ...about, questioned, questions: [question] });
}
const again = (json: string): Promise<Rerun> =>
  finish(makeAgain(at, { questioned, options: usual, source }, readReport(json)!, '1'));

describe('a report on a named author that is made again', () => {
  it.each<Partial<ReviewOptions>>([{}, { verifier: 'spoken' }, { verifier: 'written' }, { excludeQuotes: false }])(
    'is asked with what it was made with: %j',
    async (choices) => {
      const { changed, differences, compared } = await again(await written(choices));
      expect({ changed, differences }).toEqual({ changed: [], differences: [] });
      expect(compared).toBeGreaterThan(10);
    },
  );

  it('names the settings where an earlier version did not say them', async () => {
    const json = await written({ verifier: 'spoken' });
    const { changed } = await again(json.replace(/"settings":{[^}]*},?/, ''));
    expect(changed).toContainEqual({ what: 'Other settings: verifier', before: undefined, now: 'by mode' });
  });
});

describe('two reports that are compared', () => {
  const candidate = (author: string): object => ({ author, score: 1, tier: 'combined' });
  const reportWith = (candidates: unknown, chosen: readonly object[] = [{ author: 'A' }]): string =>
    JSON.stringify({
      ...{
        format: 'idiograph.report-facts/1',
        version: '1',
        known: [],
        questioned: { ...questioned, text: undefined },
      },
      questions: [{ kind: 'search', chosen, evidence: { index: 'i', models: {}, settings: {}, candidates } }],
    });
  const read = (json: string): ReportRead => readReport(json)!;

  it('are not the same where the candidates have another order', () => {
    const [one, other] = [
      ['A', 'B'],
      ['B', 'A'],
    ].map((authors) => read(reportWith(authors.map(candidate))));
    expect(compareReports(one!, one!).differences).toEqual([]);
    expect(compareReports(one!, other!).differences).toEqual([{ what: '0 › order', before: 'A, B', now: 'B, A' }]);
  });

  const printed = (one: string, other: string): string =>
    formatRerun(compareReports(read(one), read(other))).join('\n');

  it('may have other scores and passages on another processor, and say in how many values', () => {
    const passage = (start: number): object => ({ questioned: { title: 'q', start }, known: { title: 'k', start } });
    const found = (score: number, passages: readonly number[], against: readonly number[] = []): string =>
      reportWith(
        [{ ...candidate('A'), score }],
        [{ author: 'A', passages: passages.map(passage), against: against.map(passage) }],
      );
    const lines = printed(found(1, [10, 20, 30]), found(1.02, [20, 30, 40]));
    expect(lines).toContain('so are all ratios. Scores, their order and passages may differ between kinds of');
    expect(lines).toContain('Here, 2 of 4 passages differ.');
    expect(lines).toMatch(/7 of \d+ values of the findings differ:/);
    expect(printed(found(1, [10], [50]), found(1, [10], []))).toContain('all ratios');
  });

  it('never have another ratio on another processor', () => {
    const found = (llr: number): string =>
      reportWith([{ ...candidate('A'), score: llr, verification: { llr } }], [{ author: 'A' }]);
    expect(printed(found(1), found(1.02))).toContain('but the findings differ');
  });

  it('have the decisions of examiners apart from what was computed', () => {
    const passage = (note: string): object => ({
      author: 'A',
      passages: [{ gain: 1, decision: { note, says: note } }],
    });
    const [one, other] = ['a', 'b'].map((note) => read(reportWith([candidate('A')], [passage(note)])));
    const result = compareReports(one!, other!);
    expect(result.differences).toEqual([]);
    expect(result.decisions).toHaveLength(2);
    expect(formatRerun(result)[0]).toBe('The computed results are identical. 2 decisions of examiners differ.');
  });

  it('are none where nothing is asked in them, or the candidates are no list', () => {
    expect(readReport(reportWith('abc'))).toBeUndefined();
    expect(readReport(reportWith([]).replace(/"questions":\[.*\]/, '"questions":[]'))).toBeUndefined();
  });
});
