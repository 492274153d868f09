import { describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/core/casework/reportFile';
import type { NamedVerification, QuestionedDocument } from '../../../../src/core/domain';
import { reportJson } from '../../../../src/presentation/report/report';
import { authorQuestion, makeAgain, type ReportAnswering } from '../../../../src/presentation/report/rerun';
import type { ReviewOptions } from '../../../../src/protocol/engine';
import { statement } from '../exampleFindings';

const questioned: QuestionedDocument = {
  ...{ id: 'letter.txt', text: 'Nobody had asked me.', sha256: 'ab'.repeat(32), version: 1 },
  ...{ mode: 'written' as const, genre: 'letter', language: 'en' },
};

/** Says in its findings what it was asked with. */
const engine: ReportAnswering['engine'] = {
  verifyAuthor: (_, __, { verifier = 'written', scale, excludeQuotes }) =>
    Promise.resolve<NamedVerification>({
      ...statement,
      ...{ index: 'cd'.repeat(32), models: {}, otherParts: [], verifier },
      scale: { name: scale, label: excludeQuotes ? 'without quotes' : 'with quotes' },
    }),
  passages: () =>
    Promise.resolve({ index: 'cd'.repeat(32), passages: { alike: [], against: [], shared: [], subject: [] } }),
  review: () => Promise.reject(new Error('nothing is searched')),
};
const source = { documents: [], get: () => Promise.resolve(undefined), sha256: () => '' };
const answering = (options: ReviewOptions): ReportAnswering => ({ engine, index: 'i', options, source });
const usual: ReviewOptions = { candidates: 10, scale: 'ENFSI 2015', excludeQuotes: true };

async function written(choices: Partial<ReviewOptions>): Promise<string> {
  const question = await authorQuestion(answering({ ...usual, ...choices }), questioned, 'Author B');
  const about = { time: '', caseName: undefined, examiner: undefined, known: [], asked: [], version: '1' };
  return reportJson({ ...about, questioned, questions: [question] });
}
const again = (json: string): ReturnType<typeof makeAgain> =>
  makeAgain(answering(usual), readReport(json)!, { questioned, version: '1' });

describe('a report on a named author that is made again', () => {
  it.each<Partial<ReviewOptions>>([
    {},
    { verifier: 'spoken' },
    { verifier: 'written' },
    { excludeQuotes: false },
    { scale: 'Marquis 2016' },
  ])('is asked with what it was made with: %j', async (choices) => {
    const { changed, differences, compared } = await again(await written(choices));
    expect({ changed, differences }).toEqual({ changed: [], differences: [] });
    expect(compared).toBeGreaterThan(10);
  });

  it('names the settings where an earlier version did not say them', async () => {
    const json = await written({ verifier: 'spoken' });
    const { changed } = await again(json.replace(/"settings":{[^}]*},?/, ''));
    expect(changed).toContainEqual({ what: 'Setting verifier', before: undefined, now: 'by mode' });
  });
});
