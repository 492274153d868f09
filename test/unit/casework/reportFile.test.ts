import { describe, expect, it } from 'vitest';
import { readReport, reportFormat, requireReport } from '../../../src/core/casework/reportFile';
import { evidenceOf } from '../presentation/exampleFindings';

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
const evidence = copy(evidenceOf(undefined));
const facts = {
  ...{ format: reportFormat, version: '1', known: [] },
  questioned: { id: 'q.txt', sha256: 'ab', mode: 'written', genre: 'letter', language: 'en' },
  questions: [{ kind: 'search', chosen: [], evidence }],
};
const read = (json: string): unknown => requireReport(json, (problem) => new Error(`r.json: ${problem}`));

/** The facts with another value in one place. */
function change(path: string, value: unknown): string {
  const keys = path.split('.');
  const result = copy<object>(facts);
  const holder = keys.slice(0, -1).reduce((at, key) => (at as Record<string, object>)[key]!, result);
  (holder as Record<string, unknown>)[keys.at(-1)!] = value;
  return JSON.stringify(result);
}

describe('the JSON of a report', () => {
  it('is read as the same findings in both formats', () => {
    for (const format of [reportFormat, 'idiograph.report-facts/1'])
      expect(readReport(change('format', format))!.questions).toEqual(facts.questions);
  });

  it.each([
    ['questions', [], '"questions" must be at least one question'],
    ['questions.0.kind', 'other', '"questions.0.kind" must be one of search, author, text'],
    ['questions.0.evidence.candidates', {}, '"questions.0.evidence.candidates" must be a list'],
    ['questions.0.evidence.candidates.0.author', 3, '"questions.0.evidence.candidates.0.author" must be a text'],
    ['questions.0.evidence.models', undefined, '"questions.0.evidence.models" is missing'],
  ])('is refused by the name of the file and the field where %s is %j', (path, value, problem) => {
    expect(() => read(change(path, value))).toThrow(problem);
    expect(() => read(change(path, value))).toThrow('r.json: it is not the JSON that is written beside a report: ');
    expect(readReport(change(path, value))).toBeUndefined();
  });

  it('is refused where its format is unknown or it is no JSON', () => {
    expect(() => read(change('format', 'idiograph.report-facts/2'))).toThrow(
      '"format" must be idiograph.report-facts/3 or idiograph.report-facts/1',
    );
    for (const other of ['', '[1]', 'null', '{"a":1}'])
      expect(() => read(other)).toThrow(/^r\.json: it is not the JSON that is written beside a report$/);
  });
});
