import type {
  AuthorMarkers,
  CandidatePassages,
  Evidence,
  Passage,
  TextRange,
  Verification,
} from '../../../src/core/domain/evidence';
import type { IndexedDocument } from '../../../src/core/ports';
import type { Findings } from '../../../src/presentation/findings';
import type { ReviewTarget } from '../../../src/core/casework/keptRecords';
import type { ReviewState } from '../../../src/presentation/reviewState';
import {
  type ReviewView,
  reviewView,
  type ShownSession,
  type Surroundings,
} from '../../../src/presentation/reviewView';

/** A questioned text of eight words that starts ten characters into its document. */
export function targetOf(uri: string, version: number): ReviewTarget {
  return {
    uri,
    id: 'letter.txt',
    text: 'I need hardly add, nobody had asked me.',
    offset: 10,
    version,
    words: 8,
    ...{ mode: 'written', genre: 'letter', language: 'en' },
    sha256: 'ab'.repeat(32),
  };
}

export const knownMinutes: IndexedDocument = {
  id: 'known-1',
  author: 'Author B',
  role: 'known',
  title: 'Minutes of 12 May',
  mode: 'written',
  genre: 'minutes',
  language: 'en',
  words: 400,
  spans: 2,
  textSha256: 'cd'.repeat(32),
};

export const statement: Verification = {
  llr: 1.6,
  interval: [1.1, 2],
  bounds: [-1.8, 2.4],
  answer: true,
  verifier: 'written',
  calibrationId: 'written-written/same/500',
  condition: { modes: 'written-written', genreRelation: 'same', words: 500, knownWords: 2000 },
  population: { id: 'bundled', authors: 612, genres: ['letter', 'essay'], years: [1890, 1995] },
  scale: { name: 'ENFSI 2015', label: 'moderate' },
  errorRate: 0.08,
  caveats: ['selectedBySearch'],
  notes: [],
  calibratedOn: { modes: 'written-written', genreRelation: 'same', words: 500, knownWords: 2000 },
  words: 500,
  knownWords: 2300,
  known: ['letter 1', 'letter 2', 'minutes'].map((title) => ({ document: title, title, words: 700, share: 1 / 3 })),
  floor: { questioned: 250, known: 1000 },
  chance: { authorsSearched: 5, expected: 0.31 },
};

/** The same of the first of a search. */
export const firstStatement: Verification = {
  ...statement,
  first: {
    ...{
      llr: 0.5,
      bounds: [-0.4, 1.5],
      outsiders: 0.2,
      outsidersOf: { authors: 8, words: [250, 250], knownWords: [500, 8000] },
    },
    ...{ calibrationId: 'search@1', scale: undefined },
  },
};

/** A passage whose first four characters carry it; one of five other authors has them, too. */
export function passageOf(author: string, questioned: TextRange, document: string, known: TextRange): Passage {
  const first = ({ start }: TextRange): TextRange => ({ start, end: start + 4 });
  return {
    ...{ author, questioned, document, known, gain: 1, kinds: ['frame'] },
    marks: [{ kind: 'frame', questioned: first(questioned), known: first(known) }],
    others: { of: 5, sharers: ['Author Z'], within: 1 },
    population: { of: 40, having: 0 },
  };
}

/** Passages alike, and nothing else. */
export function passagesOf(...alike: readonly Passage[]): CandidatePassages {
  return { alike, against: [], apart: [] };
}

export function evidenceOf(verification: Verification | undefined): Evidence {
  return {
    document: { id: 'letter', version: 1, sha256: 'ab' },
    index: 'cd',
    models: { encoder: 'ec'.repeat(32) },
    otherParts: [],
    settings: {},
    spans: [{ range: { start: 0, end: 39 }, tokens: 10, windows: [{ range: { start: 0, end: 39 }, tokens: 10 }] }],
    candidates: [
      {
        author: 'Author B',
        score: 0.614,
        tier: 'fp32',
        passages: passagesOf(
          passageOf('Author B', { start: 2, end: 17 }, 'known-1', { start: 7, end: 22 }),
          passageOf('Author B', { start: 19, end: 38 }, 'known-1', { start: 39, end: 45 }),
        ),
        ...(verification && { verification }),
      },
      {
        author: 'Author D',
        score: 0.58,
        tier: 'fp32',
        passages: passagesOf(passageOf('Author D', { start: 0, end: 17 }, 'known-9', { start: 0, end: 5 })),
      },
    ],
    caveats: [],
    notes: [],
  };
}

export function findingsOf(
  target: ReviewTarget,
  verification: Verification | undefined = statement,
): Findings & { readonly settings: string } {
  return {
    id: 'kept',
    target,
    index: { documents: new Map([[knownMinutes.id, knownMinutes]]) },
    evidence: evidenceOf(verification),
    analysed: 8,
    settings: 'as they were',
    reviewedAt: 1,
  };
}

/** What the panel shows of a state, with a known text read, at 14:02. */
export function viewOf(state: ReviewState, rest: Partial<ShownSession & Surroundings> = {}): ReviewView {
  const session: ShownSession = {
    state,
    selection: {},
    knownDocuments: new Map([['known-1', { text: 'So, as I need hardly say, nobody took it down.' }]]),
    comparison: undefined,
    ...rest,
  };
  return reviewView(session, { indexedDocuments: 3, timeOfDay: () => '14:02', ...rest });
}

/** A habit that speaks for Author B, and one that speaks against. */
export const markers: AuthorMarkers = {
  ...{ looked: 118, others: 8, asNear: 0, isNear: true, silent: [] },
  population: { mode: 'written', genre: undefined, authors: 823 },
  for: [
    {
      ...{
        name: 'sentences begin with a small letter',
        family: 'capitals',
        per: 'places',
        weight: 3.2,
        isMore: true,
        sharers: [],
        shared: 0,
        leads: true,
      },
      questioned: { count: 11, occasions: 21 },
      candidate: { count: 50, occasions: 108 },
      texts: [
        { document: 'minutes', count: 50, occasions: 80 },
        { document: 'drains', count: 0, occasions: 28 },
      ],
      others: [0, 0, 0.02, 0.11],
      population: 0.031,
      places: [{ start: 4, end: 8 }],
    },
  ],
  against: [
    {
      ...{
        name: 'of course',
        family: 'stance',
        per: 'words',
        weight: -1.1,
        isMore: false,
        sharers: ['Author D'],
        shared: 0.3,
        leads: true,
      },
      questioned: { count: 0, occasions: 1042 },
      candidate: { count: 12, occasions: 2100 },
      texts: [{ document: 'minutes', count: 12, occasions: 2100 }],
      others: [0, 0.001],
      population: undefined,
      places: [],
    },
  ],
};
