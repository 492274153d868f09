import { inEnglish } from '../src/presentation/say';
import {
  caveatWords,
  errorRateWords,
  populationWords,
  searchedWords,
  strengthWords,
  verifierWords,
} from '../src/presentation/words';
import type { Verification } from '../src/core/domain';
import type { PassageView, ReviewView, VerificationView } from '../src/protocol/panel';

/** Hand-made pictures of the panel, one for each state. The people and texts are made up. */

const statement: Verification = {
  llr: 1.6,
  interval: [1.1, 2],
  bounds: [-1.9, 2.4],
  answer: undefined,
  verifier: 'written',
  calibrationId: 'dev',
  condition: { modes: 'written-written', genreRelation: 'cross', words: 500 },
  population: { id: 'bundled', authors: 612, genres: ['letter', 'essay', 'novel'], years: [1890, 1995] },
  scale: { name: 'ENFSI 2015', label: 'moderate' },
  errorRate: 0.12,
  caveats: ['crossGenre'],
  notes: [],
  searched: 5,
};
const questioned = { title: 'letter-17.txt', words: 1042 };

function card(verification: Verification): VerificationView {
  return {
    ...strengthWords(verification, questioned, inEnglish),
    verifier: verifierWords(verification, inEnglish),
    population: populationWords(verification.population, inEnglish),
    errorRate: errorRateWords(0.12, inEnglish),
    caveats: [searchedWords(5, inEnglish), ...verification.caveats.map((each) => caveatWords(each, inEnglish))],
    basis: '',
  };
}

const passages: readonly PassageView[] = [
  {
    number: 1,
    score: '0.93',
    questioned: {
      title: 'letter-17.txt',
      before: '…and the committee left it at that, ',
      passage: 'which, I need hardly add,',
      after: ' nobody had asked it to do in the first…',
    },
    known: {
      title: 'Minutes of 12 May',
      before: '…a motion was put to the room, ',
      passage: 'which, I need hardly say,',
      after: ' nobody took down.',
    },
  },
  {
    number: 2,
    score: '0.88',
    questioned: {
      title: 'letter-17.txt',
      before: '',
      passage: 'Be that as it may, the roof',
      after: ' will not mend itself…',
    },
    known: {
      title: 'A note on drains',
      before: '…as we found. ',
      passage: 'Be that as it may, the pipe',
      after: ' was laid in…',
    },
  },
];

const labels: ReviewView['labels'] = {
  review: 'Review This Document',
  reviewAgain: 'Review Again',
  openSample: 'Open the Sample Case',
  buildIndex: 'Build Reference Index From Folder…',
  cancel: 'Cancel',
  setFacts: 'Set Mode and Genre…',
  exportReport: 'Export Report…',
  backToReview: 'Back to the Review',
  candidates: 'Candidates',
  filter: 'Filter by author',
  noCandidates: 'No candidates yet.',
  rank: 'Rank',
  author: 'Author',
  score: 'Score',
  passagesColumn: 'Passages',
  finding: 'Statement',
  scoresOrder: 'Scores order candidates only; they say nothing about the strength of evidence.',
  verification: 'Verification',
  verifier: 'Verifier',
  passagesAlike: 'Passages alike',
  noPassages: 'No passages alike were found.',
  passageScores: 'Scores order passages only.',
  openBoth: 'Open Both',
  questioned: 'Questioned',
  known: 'Known',
  sections: 'Sections',
  section: 'Section',
};

const ready: ReviewView = {
  kind: 'ready',
  labels,
  document: 'file:///case/questioned/letter-17.txt',
  introduction: undefined,
  header: {
    title: 'letter-17.txt',
    facts: '1,042 words · written, letter',
    index: 'Index: case (38 documents)',
    basis: 'Index cd41c20fbc31; model files: encoder a2eaa7eb8852, tokenizer 5fd1c882abbd, mean e99d94852bc9',
    reviewed: 'Reviewed 14:02 · every word analysed',
  },
  notices: [],
  progress: undefined,
  candidates: [
    { author: 'Author B', rank: 1, score: '3.12', tier: 'combined order', passages: 12, finding: 'given' },
    { author: 'Author D', rank: 2, score: '1.45', tier: 'combined order', passages: 10, finding: 'given' },
    { author: 'Author A', rank: 3, score: '−0.37', tier: 'combined order', passages: 9, finding: 'none' },
  ],
  detail: { author: 'Author B', verification: card(statement), verificationPending: undefined, passages, selected: 1 },
  verifiers: [
    { id: 'automatic', label: 'Chosen by the modes of the texts' },
    { id: 'written', label: 'Written' },
    { id: 'ensemble', label: 'Ensemble' },
  ],
  chosenVerifier: 'automatic',
  comparison: undefined,
};

const nothing: ReviewView = {
  ...ready,
  kind: 'nothing',
  introduction: 'Nothing is under review. Open the questioned document and review it.',
  header: undefined,
  candidates: [],
  detail: undefined,
};

const abstained: Verification = {
  ...statement,
  llr: undefined,
  interval: undefined,
  scale: undefined,
  reason: 'shortDocument',
};

const staleNotice: ReviewView['notices'][number] = {
  tone: 'warning',
  text: 'The document changed after it was reviewed; this evidence is about the earlier text.',
  action: { label: 'Review Again', intent: 'review' },
};

/** One picture for each state of the design. */
export const devViews = {
  nothing,
  noIndex: {
    ...nothing,
    kind: 'noIndex',
    introduction:
      'A reference index holds the known documents, by author, that a questioned document is compared with.',
  },
  running: {
    ...ready,
    kind: 'running',
    progress: { text: 'Verifying, 1 of 3', done: 1, total: 3 },
    detail: {
      author: 'Author B',
      verification: undefined,
      verificationPending: 'The verification is not finished.',
      passages,
      selected: undefined,
    },
  },
  ready,
  abstained: {
    ...ready,
    detail: {
      author: 'Author B',
      verification: card(abstained),
      verificationPending: undefined,
      passages,
      selected: undefined,
    },
  },
  noneClose: {
    ...ready,
    notices: [
      {
        tone: 'info',
        text: 'No candidate stands out: for none of them do the findings support that one author wrote both texts.',
      },
    ],
    detail: {
      author: 'Author B',
      verification: card({
        ...statement,
        llr: -0.7,
        interval: [-1.1, -0.2],
        scale: { name: 'ENFSI 2015', label: 'weak' },
      }),
      verificationPending: undefined,
      passages,
      selected: undefined,
    },
  },
  stale: { ...ready, kind: 'stale', notices: [staleNotice] },
  failed: {
    ...ready,
    kind: 'failed',
    notices: [
      {
        tone: 'error',
        text: 'case.sqlite is in use by another window or program. Try again when it has finished.',
        action: { label: 'Review Again', intent: 'review' },
      },
    ],
  },
  comparison: {
    ...nothing,
    kind: 'comparison',
    introduction: undefined,
    comparison: {
      heading: 'letter-17.txt compared with Minutes of 12 May',
      score: 'Score of the whole texts 0.52: it orders comparisons only.',
      verification: card({ ...statement, searched: undefined }),
      sections: [
        ['0.61', '0.40', '0.38'],
        ['0.44', '0.58', '0.41'],
      ],
      passages,
    },
  },
} as const satisfies Record<string, ReviewView>;

export function isDevState(name: string): name is keyof typeof devViews {
  return name in devViews;
}
