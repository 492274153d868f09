import type { TextComparison } from '../../src/core/comparison/compareLevels';
import type { RatioParts } from '../../src/core/domain/ratio';
import type { PassageDecision } from '../../src/core/casework/decisions';
import type { Candidate, NamedVerification, Passage, Verification } from '../../src/core/domain/evidence';
import { indexCorrupt, indexLocked } from '../../src/core/errors';
import type { IndexedDocument } from '../../src/core/ports';
import { buildAuthorComparisonView, buildComparisonView } from '../../src/presentation/comparison';
import { describeDecision } from '../../src/presentation/decisions';
import type { Findings } from '../../src/presentation/findings';
import type { ReviewTarget } from '../../src/core/casework/keptRecords';
import type { ReviewState } from '../../src/presentation/reviewState';
import { type ReviewView, reviewView, type ShownSession, type Surroundings } from '../../src/presentation/reviewView';
import * as example from '../unit/presentation/exampleFindings';

/** Pictures of the panel, one for each state, of the tests' example with longer texts. The people and texts are made up. */

const target: ReviewTarget = {
  ...example.targetOf('file:///case/questioned/letter-17.txt', 1),
  id: 'letter-17.txt',
  text: 'The rain came in again on Sunday and the committee left it at that, which, I need hardly add, nobody had asked it to do in the first place. Be that as it may, the roof will not mend itself, and the buckets are full.',
  offset: 0,
  words: 1042,
};
const minutes =
  'After the tea a motion was put to the room, which, I need hardly say, nobody took down. The meeting closed.';
const drains = 'The trench was left as we found it. Be that as it may, the pipe was laid in a day, and it holds.';
const knownTexts = new Map([
  ['minutes', minutes],
  ['drains', drains],
]);

function indexed(id: string, title: string, genre: string): readonly [string, IndexedDocument] {
  return [id, { ...example.knownMinutes, id, title, genre }];
}

const statement: Verification = {
  ...example.statement,
  caveats: ['fewKnown'],
  words: 1042,
  chance: { authorsSearched: 9, expected: 0.31 },
};
const abstained: Verification = {
  ...statement,
  llr: undefined,
  interval: undefined,
  scale: undefined,
  reason: 'shortDocument',
  knownWords: 180,
};
const withheld: Verification = { ...abstained, reason: 'notValidated' };
/** A ratio that other authors of the search have, too. */
const inSearch = (...rivals: readonly string[]): Verification => ({
  ...statement,
  chance: { authorsSearched: 46, expected: 0.31, rivals },
});
const withoutSearch: Verification = { ...statement, chance: undefined };
const other: Verification = {
  ...withoutSearch,
  llr: -0.7,
  interval: [-1.1, -0.2],
  scale: { name: 'ENFSI 2015', label: 'weak' },
};

/** A passage in a text. */
function place(text: string, passage: string): { readonly start: number; readonly end: number } {
  const start = text.indexOf(passage);
  return { start, end: start + passage.length };
}

/** A passage of a candidate; what carries it is the whole text but the last word. */
function passage(words: string, document: string, knownText: string, knownWords: string): Passage {
  const questioned = place(target.text, words);
  const known = place(knownText, knownWords);
  const carrying = { start: known.start, end: knownText.lastIndexOf(' ', known.end - 1) };
  const there = { start: questioned.start, end: questioned.start + carrying.end - carrying.start };
  return {
    ...example.passageOf('Author B', questioned, document, known),
    kinds: ['frame', 'punctuation'],
    marks: [{ kind: 'frame', questioned: there, known: carrying }],
  };
}

const alike: readonly Passage[] = [
  passage('which, I need hardly add,', 'minutes', minutes, 'which, I need hardly say,'),
  passage('Be that as it may, the roof', 'drains', drains, 'Be that as it may, the pipe'),
];

const others = {
  'Author D': 3.45,
  'Author A': 2.9,
  'Author F': 2.8,
  'Author C': 1.4,
  'Author E': 1.35,
  'Author G': 0.2,
  'Author H': -0.37,
  'Author I': -0.4,
};

/** The findings of a review whose candidates were verified as given; undefined: not verified so far. */
function findings(verifications: readonly (Verification | undefined)[], isClose = false): Findings {
  const scored = Object.entries({ ...(isClose ? { 'Author B': 4.12 } : { 'Author B': 8.12 }), ...others });
  const candidates = scored.map(([author, score], i): Candidate => {
    const verification = verifications[i];
    return {
      author,
      score,
      tier: 'combined',
      passages: {
        alike: i === 0 ? alike : [],
        against: i === 0 ? [] : alike.slice(1),
        apart: i === 0 ? alike.slice(0, 1).map((passage) => ({ ...passage, apart: 'subject' as const })) : [],
      },
      ...(i === 0 && { markers: example.markers }),
      ...(verification && { verification }),
    };
  });
  const documents = new Map([
    indexed('minutes', 'Minutes of 12 May', 'minutes'),
    indexed('drains', 'A note on drains', 'essay'),
  ]);
  const { index, evidence, ...rest } = example.findingsOf(target);
  const about = { index: { ...index, documents }, evidence: { ...evidence, candidates } };
  return { ...rest, ...about, analysed: target.words };
}

const found = findings([statement, other, abstained]);

function picture(state: ReviewState, rest: Partial<ShownSession & Surroundings> = {}): ReviewView {
  const selection = { author: 'Author B', passage: 0 } as const;
  const session = { state, selection, comparison: undefined } as const;
  const knownDocuments = new Map([...knownTexts].map(([id, text]) => [id, { text }]));
  const around = { indexedDocuments: 38, timeOfDay: () => '14:02', ...rest };
  return reviewView({ ...session, knownDocuments, ...rest }, around);
}

const named: NamedVerification = { ...example.evidenceOf(undefined), ...withoutSearch, index: undefined };
function halfOf(text: string, half: number): { readonly start: number; readonly end: number } {
  const middle = text.indexOf(' ', text.length / 2) + 1;
  return half === 0 ? { start: 0, end: middle } : { start: middle, end: text.length };
}
const known = new Map(
  ['minutes', 'drains'].map((id) => {
    const text = knownTexts.get(id)!;
    const facts = { mode: 'written', genre: 'letter', language: 'en', role: 'known' } as const;
    return [id, { ...facts, id, text, title: id, author: 'Author B' }] as const;
  }),
);
const halves = (text: string) => [0, 1].map((part) => ({ ...halfOf(text, part), heading: undefined }));
const compared: TextComparison = {
  score: 0.52,
  rows: halves(target.text),
  columns: halves(minutes),
  cells: [
    [0.61, 0.4],
    [0.44, 0.58],
  ],
  chunks: [{ row: 0, column: 0, first: halfOf(target.text, 0), second: halfOf(minutes, 0), score: 0.61 }],
  passages: { ...found.evidence.candidates[0]!.passages!, alike: alike.slice(0, 1) },
  notes: [],
};
const second = { id: 'minutes', title: 'Minutes of 12 May', text: minutes };

/** A review whose case is not locked, of a text whose mode is not known. */
const unlocked: Findings = {
  ...found,
  target: { ...target, mode: 'unknown', genre: 'unknown' },
  evidence: { ...findings([withheld, abstained, withheld]).evidence, caveats: ['notValidated', 'indexChanged'] },
};
const note: ReviewTarget = { ...target, uri: 'file:///case/questioned/note.txt', id: 'note.txt' };
const shownText = { uri: target.uri, title: target.id };

function withoutPassages(all: Findings): Findings {
  const candidates = all.evidence.candidates.map(({ author, score, tier }): Candidate => ({ author, score, tier }));
  return { ...all, evidence: { ...all.evidence, candidates } };
}

/** What a reader made of the passages, and of one that is gone. */
const about = { document: 'questioned/letter-17.txt', candidate: 'Author B' } as const;
const decided: readonly PassageDecision[] = [
  {
    ...about,
    questioned: 'which, I need hardly add,',
    known: 'which, I need hardly say,',
    setAside: 'formula',
    note: 'rare in letters',
  },
  { ...about, questioned: 'Be that as it may, the roof', known: 'Be that as it may, the pipe', setAside: 'formula' },
  { ...about, questioned: 'on the seventh of May', known: 'on the ninth of May', setAside: 'quotation' },
];
/** A text whose hand changes in the middle. */
const several: Findings = {
  ...found,
  evidence: {
    ...found.evidence,
    split: {
      authors: ['Author B', 'Author D'],
      parts: [
        { ...halfOf(target.text, 0), words: 540 },
        { ...halfOf(target.text, 1), words: 502 },
      ],
      apart: 1.4,
    },
  },
};

/** The question which of two authors wrote the text. */
const among: Findings = {
  ...found,
  evidence: {
    ...found.evidence,
    question: {
      ...{ among: 'named', bounds: [-2, 2], calibrationId: 'question@0' },
      authors: [
        { author: 'Author B', llr: 1.58 },
        { author: 'Author D', llr: -1.58 },
      ],
      trials: {
        ...{ authors: 2, words: 1000, knownWords: 4000, texts: 1200, writers: 80, sources: 12 },
        ...{ first: 0.91, cllr: 0.3, atLeast10: 700, wrongAtLeast10: 7 },
      },
      check: { isWarned: true, warned: 0.1, warnedOutside: 0.4 },
    },
  },
};

/** What moved the ratio of the first candidate. */
const parts: RatioParts = {
  ...{ logOdds: 1.6, start: -0.45, ngrams: 1.64, markers: 0.41 },
  words: [
    { words: 'i need hardly', weight: 0.42, here: 2, first: 1.9, next: 0 },
    { words: 'be that as', weight: 0.18, here: 1, first: 0.8, next: 0.1 },
    { words: 'drains', weight: -0.11, here: 2, first: 0.2, next: 1.4, isSubject: true },
  ],
  ofMarkers: [
    {
      ...{ name: 'whilst (not while)', per: 'places', weight: 0.22 },
      ...{ questioned: { count: 3, occasions: 3 }, candidate: { count: 11, occasions: 14 } },
      others: { count: 9, occasions: 160 },
    },
  ],
  counted: { known: 5210, others: 48_210, documents: 61, authors: 9 },
};

/** One picture for each state of the design, and for what else can stand in one. */
export const devViews = {
  opening: picture({ kind: 'idle' }, { indexedDocuments: undefined }),
  nothing: picture({ kind: 'idle' }),
  notReviewed: picture({ kind: 'idle' }, { shownText }),
  noIndex: picture({ kind: 'idle' }, { indexedDocuments: 0 }),
  running: picture({
    kind: 'running',
    run: 1,
    target,
    progress: { stage: 'verifying', done: 1, total: 3 },
    findings: findings([]),
  }),
  started: picture({ kind: 'running', run: 1, target, progress: { stage: 'reading', done: 0, total: 0 } }),
  runningAgain: picture({
    kind: 'running',
    run: 2,
    target,
    progress: { stage: 'encoding', done: 2100, total: 6200 },
    previous: found,
    stopping: true,
  }),
  ready: picture({ kind: 'ready', findings: found }),
  takenApart: picture(
    { kind: 'ready', findings: found },
    { selection: { author: 'Author B', words: 'ratio' }, explainedRatio: { parts } },
  ),
  weighed: picture({ kind: 'ready', findings: found }, { decisions: decided, undo: describeDecision(decided[1]!) }),
  among: picture({ kind: 'ready', findings: among }),
  severalHands: picture({ kind: 'ready', findings: several }),
  another: picture({ kind: 'ready', findings: found }, { selection: { author: 'Author D' } }),
  notLocked: picture({ kind: 'ready', findings: unlocked }),
  abstained: picture({ kind: 'ready', findings: findings([abstained, abstained, abstained]) }),
  notSeparated: picture({
    kind: 'ready',
    findings: findings([
      inSearch('Author D', 'Author A'),
      inSearch('Author B', 'Author A'),
      inSearch('Author B', 'Author D'),
    ]),
  }),
  noneClose: picture({ kind: 'ready', findings: findings([other, other, other], true) }),
  stale: picture({ kind: 'stale', findings: found, changed: ['text'] }),
  earlierIndex: picture({ kind: 'stale', findings: found, changed: ['basis'] }),
  cancelled: picture({ kind: 'stale', findings: found, stopped: note }),
  failedFirst: picture({
    kind: 'failed',
    target,
    code: 'IndexCorrupt',
    message: indexCorrupt('case.sqlite', 'a page is damaged').message,
  }),
  failed: picture({
    kind: 'failed',
    target,
    code: 'IndexLocked',
    message: indexLocked('case.sqlite').message,
    previous: found,
  }),
  pending: picture({ kind: 'ready', findings: withoutPassages(found) }),
  comparison: picture(
    { kind: 'idle' },
    { comparison: { view: buildComparisonView({ first: target, second, comparison: compared }, named) } },
  ),
  namedAuthor: picture(
    { kind: 'idle' },
    {
      comparison: {
        view: buildAuthorComparisonView(
          target,
          {
            author: 'Author B',
            searched: 9,
            passages: found.evidence.candidates[0]!.passages!,
            known,
            counted: new Map(),
          },
          named,
        ),
      },
    },
  ),
} as const satisfies Record<string, ReviewView>;

export function isDevState(name: string): name is keyof typeof devViews {
  return name in devViews;
}
