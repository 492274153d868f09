import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate, Evidence, Verification } from '../../../src/core/domain/evidence';
import { findVerbalLabel } from '../../../src/core/verification/chooseCalibration';
import { describeResult, reviewMark } from '../../../src/presentation/findings';
import {
  type CaseOverview,
  buildMatrix,
  listOverviewFacts,
  overviewCsv,
  renderOverviewPage,
} from '../../../src/presentation/overview/overview';
import { renderReport, reportJson } from '../../../src/presentation/report/report';
import { formatLoggedOutcome, searchQuestion } from '../../../src/presentation/report/reportFacts';
import { formatEvidence } from '../../../src/presentation/textLines';
import { describeFirst } from '../../../src/presentation/words/strength';
import { evidenceOf, findingsOf, firstStatement, statement, targetOf, viewOf } from './exampleFindings';
import { factsOf, questioned, source } from './report/exampleReport';

/** The example on the page of an overview explains the notation. */
const examples = ['×43', '÷3.1'];

const bounds = [-2, 2] as const;

function verified(llr: number, ofSearch?: number): Verification {
  const { first, ...named } = firstStatement;
  return {
    ...named,
    ...{ llr, bounds, interval: undefined, scale: findVerbalLabel(llr) },
    ...(ofSearch !== undefined && { first: { ...first!, llr: ofSearch, bounds, scale: findVerbalLabel(ofSearch) } }),
  };
}

/** 10 to the power of some numbers, rounded by hand. */
const powers: Readonly<Record<number, string>> = {
  ...{ 0.04: '1.1', 0.1: '1.3', 0.18: '1.5', 0.23: '1.7', 0.33: '2.1', 0.52: '3.3' },
  ...{ 0.7: '5', 0.92: '8.3', 1.2: '16', 1.7: '50', 2: '100' },
};

/** A ratio as it must be printed. */
function write(llr: number): string {
  return `${llr < 0 ? '÷' : '×'}${powers[Math.abs(llr)]!}`;
}

/** Log10 ratios, of which no two read as the same number, and of the first three each may have either sign. */
const review = fc
  .record({
    sizes: fc.uniqueArray(fc.constantFrom(...Object.keys(powers).map(Number)), {
      ...{ minLength: 4, maxLength: 4 },
    }),
    signs: fc.array(fc.constantFrom(-1, 1), { minLength: 4, maxLength: 4 }),
    hasSearch: fc.boolean(),
  })
  .map(({ sizes, signs, hasSearch }) => {
    const [first, second, third, ofSearch] = sizes.map((size, i) => size * signs[i]!) as [
      number,
      number,
      number,
      number,
    ];
    return { named: [first, second, third], ofSearch: hasSearch ? ofSearch : undefined };
  });

function makeEvidence(named: readonly number[], ofSearch: number | undefined): Evidence {
  const authors = ['Author B', 'Author D', 'Author E'];
  const candidates = authors.map((author, i): Candidate => {
    return { author, score: -i, tier: 'fp32', verification: verified(named[i]!, i === 0 ? ofSearch : undefined) };
  });
  return { ...evidenceOf(statement), candidates };
}

/** Every surface of a review as one text, except what explains the notation. */
async function renderAll(evidence: Evidence, overview: CaseOverview): Promise<Readonly<Record<string, string>>> {
  const findings = { ...findingsOf(targetOf('file:///letter.txt', 1)), evidence };
  const result = describeResult(findings, () => 'ab');
  const search = await searchQuestion(evidence, questioned, source, 'Author B');
  const facts = { ...(await factsOf()), questions: [search] };
  return {
    page: JSON.stringify(viewOf({ kind: 'ready', findings })),
    'side bar': JSON.stringify(reviewMark({ result }, false)),
    report: renderReport(facts),
    'report as data': reportJson(facts),
    terminal: formatEvidence(findings.target, evidence, new Map()).join('\n'),
    overview: examples.reduce((text, each) => text.replace(each, ''), renderOverviewPage(overview)),
    'overview as data': JSON.stringify(listOverviewFacts(overview)),
    table: overviewCsv.text(overview),
    log: formatLoggedOutcome(questioned, () => describeFirst(evidence.candidates[0])),
  };
}

const writeBounded = (llr: number): string =>
  Math.abs(llr) === bounds[1] ? `${write(llr)} (limit of tests)` : write(llr);

describe('every ratio', () => {
  it('has one sign on all surfaces: none is printed that is not a ratio of the review', async () => {
    await fc.assert(
      fc.asyncProperty(review, async ({ named, ofSearch }) => {
        const evidence = makeEvidence(named, ofSearch);
        const figures = [...named, ...(ofSearch === undefined ? [] : [ofSearch])].map(write);
        const surfaces = await renderAll(evidence, { caseName: 'mill', texts: [{ id: 'q', evidence }] });
        for (const [surface, text] of Object.entries(surfaces)) {
          const printed = text.match(/[×÷]\d[\d.,]*\d|[×÷]\d/g) ?? [];
          expect
            .soft({ surface, other: printed.filter((each) => !figures.includes(each)) })
            .toEqual({ surface, other: [] });
          expect.soft({ surface, unsigned: /\d×/.test(text) }).toEqual({ surface, unsigned: false });
        }
      }),
      { numRuns: 40, seed: 7 },
    );
  });

  it('is on one scale in each list: that of an author named beforehand. The ratio of a search leads card and side bar', async () => {
    await fc.assert(
      fc.asyncProperty(review, async ({ named, ofSearch }) => {
        const evidence = makeEvidence(named, ofSearch);
        const texts = [{ id: 'q', evidence }];
        const lists = named.map(writeBounded);
        const { candidates, detail } = viewOf({
          ...{ kind: 'ready', findings: { ...findingsOf(targetOf('file:///letter.txt', 1)), evidence } },
        });
        expect(candidates.map(({ finding }) => finding.split(' · ')[0])).toEqual(lists);
        expect(buildMatrix({ texts }).rows[0]!.cells.map(({ figure }) => figure)).toEqual(lists);
        const search = await searchQuestion(evidence, questioned, source, 'Author B');
        const report = renderReport({ ...(await factsOf()), questions: [search] });
        const rows = [...report.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) => row!);
        expect(lists.map((figure, i) => rows[i + 1]!.includes(`<td>${figure} · `))).toEqual([true, true, true]);
        const leading = writeBounded(ofSearch ?? named[0]!);
        const shown = write(ofSearch ?? named[0]!); // card and side bar say in words what a limit is
        expect(detail?.card.number).toBe(shown);
        expect(describeFirst(evidence.candidates[0])).toContain(`Author B, ${leading} · `);
        const result = describeResult({ ...findingsOf(targetOf('file:///letter.txt', 1)), evidence }, () => 'ab');
        const { text } = reviewMark({ result }, false);
        expect(renderOverviewPage({ caseName: 'mill', texts })).toContain(`<td>${text}</td>`);
        if (/\d/.test(text)) expect(text).toContain(shown);
      }),
      { numRuns: 40, seed: 7 },
    );
  });
});
