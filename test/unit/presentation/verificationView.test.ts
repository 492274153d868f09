import { describe, expect, it } from 'vitest';
import type { KnownDocument, NamedVerification, Verification } from '../../../src/core/domain/evidence';
import { buildAuthorComparisonView } from '../../../src/presentation/comparison';
import { renderReport } from '../../../src/presentation/report/report';
import { formatEvidence, formatVerification } from '../../../src/presentation/textLines';
import { type VerificationView, buildVerificationView } from '../../../src/presentation/verificationView';
import { findingsOf, passagesOf, statement, targetOf, viewOf } from './exampleFindings';

const target = targetOf('file:///letter.txt', 1);
const abstained: Verification = {
  ...statement,
  llr: undefined,
  interval: undefined,
  scale: undefined,
  errorRate: undefined,
};

const examples: readonly (readonly [name: string, verification: Verification])[] = [
  ['for one author', statement],
  ['for another author', { ...statement, llr: -2.5, bounds: [-2.5, 2.4] }],
  ['for neither', { ...statement, llr: 0.01, scale: { name: 'ENFSI 2015', label: 'no support either way' } }],
  ['not given, for a reason', { ...abstained, reason: 'shortDocument', calibrationId: undefined }],
  ['not given, since the scores say too little', { ...abstained, caveats: ['fewKnown', 'crossMode'] }],
  [
    'with notes on the texts',
    { ...statement, chance: undefined, notes: [{ caveat: 'copyOfKnown', title: 'b.txt', share: 0.7 }] },
  ],
];

/** All that a surface says of a verification, each sentence once. */
function sentencesOf(verification: Verification): readonly string[] {
  return shownOf(buildVerificationView(verification, target.id, 'Author B'));
}

function shownOf({ statement: said, chance, details, grounds, caveats }: VerificationView): readonly string[] {
  return [said, chance, ...details, ...grounds, ...caveats].filter((line) => line !== '');
}

function panel(verification: Verification): readonly string[] {
  const state = { kind: 'ready', findings: findingsOf(target, verification) } as const;
  const card = viewOf(state).detail!.verification!;
  return shownOf(card);
}

const questioned = { ...target, sha256: 'ab' };

function report(verification: Verification): readonly string[] {
  const { evidence } = findingsOf(target, verification);
  const none = {
    markers: undefined,
    passages: [],
    against: [],
    setApart: '',
  };
  const chosen = [{ candidate: evidence.candidates[0]!, ...none }];
  const question = { kind: 'search', evidence, authors: 2, chosen } as const;
  const about = { time: '', caseName: undefined, examiner: undefined, known: [], asked: [], version: '0.1.0' };
  const html = renderReport({ ...about, questioned, questions: [question] });
  const [, section = ''] = html.split(/<h2>1. Author B<\/h2>|<h2>Texts/);
  return [...section.matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, text]) => text!);
}

function review(verification: Verification): readonly string[] {
  const lines = formatEvidence(questioned, findingsOf(target, verification).evidence, new Map());
  const ofAuthor = lines.slice(lines.indexOf('Author B') + 1);
  return ofAuthor
    .slice(
      0,
      ofAuthor.findIndex((line) => line.startsWith('  Same')),
    )
    .map(withoutMarks);
}

const withoutMarks = (line: string): string => line.trim().replace(/^! /, '');

describe.each(examples)('a statement %s', (_name, verification) => {
  it.each(Object.entries({ panel, report, review }))('is said in the same sentences by the %s', (_surface, shown) => {
    expect(shown(verification)).toEqual(sentencesOf(verification));
  });

  it('is said in the same sentences by `verify` and by the panel of a named author', () => {
    const basis = { index: 'cd'.repeat(32), models: { encoder: 'ec'.repeat(32) }, otherParts: [] };
    const named: NamedVerification = { ...verification, ...basis };
    const view = buildVerificationView(named, target.id, 'Author B');
    const question = {
      author: 'Author B',
      passages: passagesOf(),
      known: new Map<string, KnownDocument>(),
      counted: new Map(),
    };
    expect(buildAuthorComparisonView(target, question, named).verification).toEqual(view);
    expect(formatVerification(view).map(withoutMarks)).toEqual(sentencesOf(named));
    for (const sentence of sentencesOf(verification)) expect(sentencesOf(named)).toContain(sentence);
  });
});

it('is printed in full of the first candidate, and of the next ones as far current another', () => {
  const { evidence } = findingsOf(target, statement);
  const [first] = evidence.candidates;
  const second = { ...first!, author: 'Author C', verification: { ...statement, llr: -1 } };
  const lines = formatEvidence(questioned, { ...evidence, candidates: [first!, second] }, new Map());
  const counted = (start: string): number => lines.filter((line) => line.trim().startsWith(start)).length;
  expect(counted('Population:')).toBe(1);
  expect(counted('The ratio as a power of ten')).toBe(1);
  expect(counted('! ')).toBe(1);
  expect(counted('These findings are')).toBe(2);
});

it('a reason that withholds the answer to a question is printed once', () => {
  const { evidence } = findingsOf(target, { ...abstained, reason: 'notValidated', caveats: ['notValidated'] });
  const authors = evidence.candidates.map(({ author }) => ({ author, llr: undefined }));
  const question = { among: 'known', authors, reason: 'notValidated' } as const;
  const lines = formatEvidence(questioned, { ...evidence, caveats: ['notValidated'], question } as never, new Map());
  expect(lines.filter((line) => line.includes('not validated and locked yet'))).toHaveLength(1);
  expect(lines.filter((line) => line.trim() === 'no ratio').length).toBeGreaterThan(1);
});

describe('the grounds of a statement', () => {
  const { grounds } = buildVerificationView(
    {
      ...statement,
      verifier: 'ensemble',
      condition: { modes: 'written-spoken', genreRelation: 'cross', words: 250, knownWords: 1000 },
    },
    target.id,
  );

  it('are the verifier, the population and its error rate', () => {
    expect(grounds).toEqual([
      'Verifier: texts of two modes or an unknown one; calibration written-written/same/500.',
      'Population: bundled, 612 authors (letter, essay; 1890s to 1995s). It represents anyone else. Is it relevant to this case?',
      'In tests with such texts, 8 of 100 ratios misled.',
    ]);
  });
});
