import { describe, expect, it } from 'vitest';
import type {
  AuthorSplit,
  Candidate,
  Evidence,
  QuestionFindings,
  Verification,
} from '../../../src/core/domain/evidence';
import { buildCardView, type CardView } from '../../../src/presentation/cardView';
import { buildVerificationView } from '../../../src/presentation/verificationView';
import { evidenceOf, firstStatement, markers, statement } from './exampleFindings';

const title = 'letter.txt';
const authors = ['Author B', 'Author D', 'Author E', 'Author F', 'Author G'];
/** What is no word of the card: people, texts and markers. */
const names = [title, ...authors, ...[...markers.for, ...markers.against].map(({ name }) => name)];

const split: AuthorSplit = {
  authors: ['Author B', 'Author D'],
  parts: [
    { start: 0, end: 18, words: 420 },
    { start: 19, end: 39, words: 310 },
  ],
  apart: 1,
};
const excluded = {
  ...{ authors: ['Author D', 'Author E'], bound: -1, below: 2, writers: 320, limit: 0.022, others: 0.6, sources: 12 },
  size: { authors: 8, words: 500, knownWords: 2000 },
};

/** A review with every line that a card may have. */
function review(count: number, verification: Verification | undefined, question?: QuestionFindings): Evidence {
  const candidates = authors.slice(0, count).map((author, i): Candidate => {
    return { author, score: 5 - i, tier: 'fp32', markers, ...(verification && { verification }) };
  });
  return { ...evidenceOf(verification), candidates, split, ...(question ? { question } : { excluded }) };
}

function ask(llr: number, count: number): QuestionFindings {
  return {
    ...{ among: 'named', bounds: [-2, 2], calibrationId: 'question@1' },
    authors: authors.slice(0, count).map((author, i) => ({ author, llr: i === 0 ? llr : -llr })),
    trials: {
      ...{ authors: count, words: 250, knownWords: 2000, texts: 337, writers: 80, sources: 12 },
      ...{ first: 0.9, cllr: 0.36, atLeast10: 178, wrongAtLeast10: 3 },
    },
    check: { isWarned: true, warned: 0.1, warnedOutside: 0.4 },
  };
}

function cardOf(evidence: Evidence): CardView {
  const [first] = evidence.candidates;
  const { author, verification } = first!;
  return buildCardView(first!, title, verification && buildVerificationView(verification, title, author), evidence);
}

function read({ heading, number = '', sides, finding, limits, lines }: CardView): string {
  return [heading, number, sides, finding, ...limits, ...lines].join('\n');
}

/** The words and numbers of a card, without names. */
function countWords(card: CardView): number {
  const text = names.reduce((rest, name) => rest.replaceAll(name, ' '), read(card));
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

const searched = { ...firstStatement, chance: { authorsSearched: 7, expected: 0.3 } };
const withRatio = (llr: number): Verification => ({ ...searched, first: { ...searched.first!, llr } });
const abstained: Verification = {
  ...statement,
  floor: undefined,
  llr: undefined,
  interval: undefined,
  reason: 'unlikeValidated',
};

const reviews: Readonly<Record<string, Evidence>> = {
  'two suspects': review(2, statement, ask(1.58, 2)),
  'five suspects': review(5, statement, ask(1.2, 5)),
  'five suspects without a clear candidate': review(5, statement, ask(0.1, 5)),
  anybody: review(5, withRatio(0.92)),
  'anybody, without a clear candidate': review(5, withRatio(-0.4)),
  'a named author': { ...review(1, { ...statement, chance: undefined }), candidates: review(1, statement).candidates },
  'not separated': review(5, { ...statement, chance: { authorsSearched: 7, expected: 1, rivals: ['Author D'] } }),
  abstaining: review(5, abstained),
  'a question that abstains': review(2, abstained, {
    ...ask(1, 2),
    authors: ask(1, 2).authors.map(({ author }) => ({ author, llr: undefined })),
    reason: 'kindsDiffer',
  }),
};

describe('the card of a review', () => {
  it.each(Object.entries(reviews))('has at most sixty words besides names: %s', (_, evidence) => {
    const card = cardOf(evidence);
    expect.soft(countWords(card), read(card)).toBeLessThanOrEqual(60);
  });

  it('says for and against the first alike how clearly it leads, and nothing where subjects may lead', () => {
    const certaintyOf = (first: number, verification = withRatio(0.92)): string => {
      const { candidates, ...others } = review(5, verification);
      const scored = candidates.map((each, i) => ({ ...each, score: i === 0 ? first : 3 - i / 4 }));
      return cardOf({ ...others, candidates: scored }).certainty.join('\n');
    };
    expect(certaintyOf(9)).toContain('The lead of Author B in the order of similarity is large.');
    expect(certaintyOf(3.1)).toContain('The lead of Author B in the order of similarity is small.');
    const bySubject = { ...withRatio(0.92), caveats: ['followsSubject'] } as const;
    expect(certaintyOf(9, bySubject) + certaintyOf(3.1, bySubject)).not.toContain('order of similarity');
  });

  it('reads as a whole', () => {
    expect(read(cardOf(reviews['anybody']!)).split('\n')).toEqual([
      'Author B?',
      '×8.3',
      'weak support (level 1 of 6)',
      'These findings are 8.3 times more likely if Author B wrote letter.txt than if anyone else did.',
      'If none of 7 authors wrote it, up to 20 of 100 results are this strong.',
      'Length: 500 words, Author B 2,100.',
      'For: “sentences begin with a small letter”, 11 of 21 here, Author B 50 of 108, others less.',
      'Against: “of course”, never here, Author B 12 times.',
      'Two writers?',
      'Findings oppose Author D, Author E.',
    ]);
    expect(read(cardOf(reviews['two suspects']!)).split('\n').slice(0, 7)).toEqual([
      'Author B or Author D?',
      '×38',
      'moderate support (level 2 of 6)',
      'These findings are 38 times more likely if Author B wrote letter.txt than if Author D did.',
      'Perhaps none of these authors wrote it.',
      '178 tested ratios reached ×10, and 3 misled.',
      'Length: 500 words, Author B 2,100, Author D 2,100.',
    ]);
  });

  it('sets the rate of the other suspect beside that of the first, in sixty words', () => {
    const evidence = reviews['two suspects']!;
    const other = { count: 2, occasions: 95 };
    const [first, second] = evidence.candidates;
    const rated = { ...first!, markers: { ...markers, for: markers.for.map((each) => ({ ...each, other })) } };
    const card = cardOf({ ...evidence, candidates: [rated, second!] });
    const name = 'sentences begin with a small letter';
    expect(card.lines).toContain(`For: “${name}”, 11 of 21 here, Author B 50 of 108, Author D 2 of 95.`);
    expect(countWords(card)).toBeLessThanOrEqual(60);
    expect(card.scale).toMatchObject({ against: 'Author D', towards: 'Author B' });
  });

  it('names nobody over evidence against the first, and has no large type there', () => {
    const none = cardOf(reviews['anybody, without a clear candidate']!);
    expect(none).toMatchObject({ heading: 'No clear candidate (7 authors)', number: '÷2.5', isLarge: false });
    expect(none.limits.join()).not.toContain('are this strong');
    expect(cardOf(reviews['five suspects without a clear candidate']!).heading).toBe('No clear candidate (5 authors)');
  });

  it('has the reason and no number where there is no ratio', () => {
    const card = cardOf(reviews['abstaining']!);
    expect(card).toMatchObject({ heading: 'No clear candidate (5 authors)', number: undefined, scale: undefined });
    expect(card.finding).toMatch(/^No ratio: /);
    const byKind = { ...statement, errorRate: 0.2, caveats: ['followsKind'] } as const;
    expect(JSON.stringify(cardOf(review(5, byKind)).details)).not.toContain('ratios misled');
  });

  it('has everything else as details, each with a title', () => {
    const { details } = cardOf(reviews['two suspects']!);
    expect(details.map((each) => each.title)).toEqual([
      'How certain this is',
      'Author B alone, against anyone else',
      'Reasons for caution',
      'What was compared',
    ]);
    expect(details[0]!.lines.join(' ')).toContain('178 tested ratios reached ×10, and 3 misled.');
  });

  it('says how often another of the authors came first for the known texts, unless these tests had clearly longer texts', () => {
    const trials = { words: 500, authors, texts: 19, first: 17, strong: 0, wrong: 0 };
    const certaintyOf = (words: number): string => {
      const lock = { hash: 'c', changed: [], trials: { ...trials, words } };
      return cardOf({ ...reviews['anybody']!, lock }).certainty.join(' ');
    };
    expect(certaintyOf(500)).toContain(
      '19 samples of known text were each left out, cut to 500 words and tested. A wrong one of the 5 authors came first for 2 of them.',
    );
    expect(certaintyOf(800)).not.toContain('left out');
    expect(
      cardOf({ ...reviews['a question that abstains']!, lock: { hash: 'c', changed: [], trials } }).certainty.join(),
    ).not.toContain('left out');
  });
});
