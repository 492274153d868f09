import { describe, expect, it } from 'vitest';
import type { ExcludedAuthors } from '../../../src/core/domain/evidence';
import { describeResult, reviewMark } from '../../../src/presentation/findings';
import { renderReport } from '../../../src/presentation/report/report';
import { formatEvidence } from '../../../src/presentation/textLines';
import { findingsOf, targetOf, viewOf } from './exampleFindings';
import { factsOf } from './report/exampleReport';

const excluded: ExcludedAuthors = {
  ...{ authors: ['Author D', 'Author E'], bound: -1.2, below: 2, writers: 320, limit: 0.022, others: 0.6 },
  ...{ size: { authors: 8, words: 500, knownWords: 2000 }, sources: 12 },
};
const line =
  'The findings speak against Author D, Author E. In searches of this size, the same was wrongly said of 2 of 320 writers. This rate does not apply if an author disguises the writing or imitates another.';
const findings = findingsOf(targetOf('file:///letter.txt', 1));
const evidence = { ...findings.evidence, excluded };

describe('the authors whom the findings speak against', () => {
  it('are in one line of page, side bar, terminal, report and data, with the number of writers of trials', async () => {
    const { detail } = viewOf({ kind: 'ready', findings: { ...findings, evidence } });
    expect(detail?.card.lines.join()).toContain('Findings oppose Author D, Author E.');
    expect(detail?.card.details.flatMap(({ lines }) => lines)).toContain(line);
    const result = describeResult({ ...findings, evidence }, () => 'ab');
    expect(reviewMark({ result }, false).explained).toContain(line);
    expect(formatEvidence(findings.target, evidence, new Map())).toContain(line);
    const facts = await factsOf();
    const questions = facts.questions.map((each) => (each.kind === 'search' ? { ...each, evidence } : each));
    const [, opinion] = renderReport({ ...facts, questions }).split('<h2>Opinion</h2>');
    expect(opinion!.split('<h2>')[0]).toContain(line);
  });

  it('are not mentioned where nothing is known of such searches, or if there are none', () => {
    const { detail } = viewOf({ kind: 'ready', findings });
    expect(JSON.stringify(detail?.card)).not.toContain('speak against');
    const none = { ...evidence, excluded: { ...excluded, authors: [] } };
    const { card } = viewOf({ kind: 'ready', findings: { ...findings, evidence: none } }).detail!;
    expect(JSON.stringify(card)).not.toContain('speak against');
  });
});
