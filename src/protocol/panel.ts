import type { VerifierKind } from '../core/domain';
import type { Drawing } from './drawing';

/** Something to do, as a button. */
export interface ActionView {
  readonly label: string;
  readonly intent: PanelIntent;
}

/** Something the reviewer should know, with at most one thing to do about it. */
export interface NoticeView {
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly action?: ActionView;
}

/** What was compared with what. */
export interface HeaderView {
  readonly title: string;
  /** Length, mode and genre of the questioned text. */
  readonly facts: string;
  readonly index: string;
  /** The hashes of index and model files. */
  readonly basis: string;
  /** When it was reviewed and how much of it was analysed. */
  readonly reviewed: string;
}

export interface ProgressView {
  readonly text: string;
  readonly done: number;
  readonly total: number;
}

/** A row of the candidates table. Its scores are not shown: they order, and the strip shows how far apart they are. */
export interface CandidateView {
  readonly author: string;
  /** One-based, by score. */
  readonly rank: number;
  /** What the order goes by. */
  readonly tier: string;
  /** The word of the verbal scale and the ratio, or that there is no statement; both hypotheses stand in the answer. */
  readonly finding: string;
}

export interface VerifierChoiceView {
  readonly id: VerifierKind | 'automatic';
  readonly label: string;
  /** When it is taken. */
  readonly use: string;
}

/** A term of art with what it means. */
export interface TermView {
  readonly term: string;
  readonly meaning: string;
}

/** One verification in finished sentences: each surface lays them out, and none says more or less. */
export interface VerificationView {
  /** Both hypotheses and the ratio between them, or that there is none and why. */
  readonly statement: string;
  /** Stands beside the statement, with equal weight; empty where no search was made or nothing is stated. */
  readonly chance: string;
  /** Whether the statement stands out. */
  readonly carried: boolean;
  readonly abstained: boolean;
  /** Value, interval, bounds and named scale with its year; none after an abstention. */
  readonly details: readonly string[];
  /** The hypotheses, the verifier, the population and its error rate; of a verification that stands alone also index and models. */
  readonly grounds: readonly string[];
  readonly caveats: readonly string[];
}

/** A piece of a passage; `carries`: it stands in the other text too, or shows the same habit. */
export interface PieceView {
  readonly text: string;
  readonly carries: boolean;
}

/** A passage with the words around it. */
export interface ExcerptView {
  readonly title: string;
  readonly before: string;
  readonly passage: readonly PieceView[];
  readonly after: string;
}

/** Two passages alike; `number` is also the number in the editor. `why` says what carries it, or its score. */
export interface PassageView {
  readonly number: number;
  /** Where it stands in the questioned text, to put passages in the order of the text. */
  readonly place: number;
  readonly why: string;
  readonly questioned: ExcerptView;
  readonly known: ExcerptView;
}

/** An author's passages, in lists whose numbers go on from one to the next. */
export interface PassagesView {
  /** Why the lists are empty so far; undefined: they were looked for. */
  readonly passagesPending: string | undefined;
  /** Best first; the page shows the first eight, and the rest on demand. */
  readonly passages: readonly PassageView[];
  /** What other candidates answer better. */
  readonly against: readonly PassageView[];
  /** Shared by several authors, or of the same subject: folded, under a line that counts them. */
  readonly setApart: { readonly heading: string; readonly passages: readonly PassageView[] };
  /** Number of the passage chosen in some surface. */
  readonly selected: number | undefined;
}

/** The candidate that is being read. */
export interface CandidateDetailView extends PassagesView {
  readonly author: string;
  readonly verification: VerificationView | undefined;
  /** Why there is no verification yet. */
  readonly verificationPending: string | undefined;
  /** That the case's lock withholds every ratio, where the statement does not say all of it; empty: it does not. */
  readonly withheld: string;
  /** What can lead to a ratio; the first is the one to lead with. */
  readonly ways: readonly ActionView[];
  /** Where the comparison stands among those of validation; undefined: there is no statement. */
  readonly densities: Drawing | undefined;
  /** Where in the text; undefined: there are no passages. */
  readonly heat: Drawing | undefined;
}

/** Sections of one text against those of another. */
export interface SectionMapView {
  /** What is to be seen, in words. */
  readonly says: string;
  /** One row for each section of the first text, one cell for each of the second. */
  readonly rows: readonly (readonly SectionCellView[])[];
}

export interface SectionCellView {
  /** By which both places are opened. */
  readonly number: number;
  readonly score: string;
  /** How alike, from 0 to 4 among the cells of this map. */
  readonly level: number;
  /** Which sections, with how they begin. */
  readonly says: string;
}

/** Two documents compared, by a map of their sections and the parts most alike; or a document and a named author, by passages. */
export interface ComparisonView extends PassagesView {
  readonly heading: string;
  readonly score: string;
  readonly verification: VerificationView | undefined;
  /** Where it stands among comparisons of validation; undefined: there is no statement. */
  readonly densities: Drawing | undefined;
  /** Where in the text; undefined: there are no passages of a named author. */
  readonly heat: Drawing | undefined;
  readonly sections: SectionMapView | undefined;
}

/** Everything the panel shows, in the reviewer's language; plain data, built anew on each change. */
export interface ReviewView {
  readonly kind: 'opening' | 'nothing' | 'noIndex' | 'running' | 'ready' | 'stale' | 'failed' | 'comparison';
  /** Whether the evidence shown is an earlier one than was asked for; it is greyed. */
  readonly earlier: boolean;
  readonly labels: Readonly<Record<LabelName, string>>;
  /** The questioned document's URI: all that outlives a reload, never its text. */
  readonly document: string | undefined;
  /** The sentence of a state without evidence. */
  readonly introduction: string | undefined;
  readonly header: HeaderView | undefined;
  readonly notices: readonly NoticeView[];
  readonly progress: ProgressView | undefined;
  readonly candidates: readonly CandidateView[];
  /** The candidates as points; undefined: there are none. */
  readonly strip: Drawing | undefined;
  /** Whether the first candidate stands out, as a sentence; empty where that is not told. */
  readonly outcome: string;
  readonly detail: CandidateDetailView | undefined;
  readonly verifiers: readonly VerifierChoiceView[];
  readonly chosenVerifier: VerifierKind | 'automatic';
  readonly terms: readonly TermView[];
  readonly comparison: ComparisonView | undefined;
}

/** Fixed words of the page. */
export const labelNames = [
  'review',
  'reviewAgain',
  'openSample',
  'buildIndex',
  'cancel',
  'setFacts',
  'exportReport',
  'backToReview',
  'candidates',
  'filter',
  'noCandidates',
  'rank',
  'author',
  'finding',
  'orderOnly',
  'verification',
  'details',
  'terms',
  'moreWays',
  'showPopulation',
  'ownWriters',
  'verifier',
  'passagesAlike',
  'noPassages',
  'passagesAgainst',
  'morePassages',
  'openBoth',
  'passage',
  'questioned',
  'known',
  'sections',
  'section',
  'passageOrder',
  'byStrength',
  'byPlace',
] as const;
export type LabelName = (typeof labelNames)[number];

/** What the extension tells the panel. */
export interface Panel {
  show(view: ReviewView): Promise<void>;
}

/** Intents without a value; each has a command of the same meaning. */
export const panelIntents = [
  'review',
  'cancel',
  'buildIndex',
  'repairIndex',
  'chooseModels',
  'showPopulation',
  'ownWriters',
  'openSample',
  'setFacts',
  'validateSettings',
  'compareWith',
  'exportReport',
  'backToReview',
] as const;
export type PanelIntent = (typeof panelIntents)[number];

/** What the panel reports: the reviewer's intent, never an order about state. Only the names listed below are answered. */
export interface PanelHost {
  /** The page listens; a view posted before is lost. */
  ready(): Promise<void>;
  intend(intent: PanelIntent): Promise<void>;
  selectCandidate(author: string): Promise<void>;
  selectPassage(number: number): Promise<void>;
  /** Opens both documents at a passage. */
  openPassage(number: number): Promise<void>;
  /** Shows a place of the questioned text, by its offset there. */
  revealPlace(offset: number): Promise<void>;
  chooseVerifier(id: string): Promise<void>;
}

export const panelMethods = ['show'] as const satisfies readonly (keyof Panel)[];
export const panelHostMethods = [
  'ready',
  'intend',
  'selectCandidate',
  'selectPassage',
  'openPassage',
  'revealPlace',
  'chooseVerifier',
] as const satisfies readonly (keyof PanelHost)[];
