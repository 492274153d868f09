import * as v from 'valibot';
import { type PlacedDensities, type TextRange, type VerifierKind, verifierKinds } from '../core/domain';
import type { Decision } from '../core/casework/decisions';
import { count, oneOf, text } from '../core/shape';

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

/** A row of the candidates table. Its score is not written: it orders, and the strip shows how far apart scores are. */
export interface CandidateView {
  readonly author: string;
  /** The author, and where the texts are if not in the index file alone. */
  readonly name: string;
  readonly score: number;
  /** One-based, by score. */
  readonly rank: number;
  /** What the order goes by. */
  readonly tier: string;
  /** The word of the verbal scale and the ratio, or that there is no statement; both hypotheses stand in the answer. */
  readonly finding: string;
}

/** One verification in finished sentences: each surface lays them out, and none says more or less. */
export interface VerificationView {
  /** Both hypotheses and the ratio between them, or that there is none and why. */
  readonly statement: string;
  /** Of a candidate of a search: how many would come as close by chance. It stands beside the statement, with equal weight; else empty. */
  readonly chance: string;
  /** Whether the statement may stand out: there is one, it supports a side, and the search is not too large for it. */
  readonly carried: boolean;
  readonly abstained: boolean;
  /** Value, interval, bounds and named scale with its year; none after an abstention. */
  readonly details: readonly string[];
  /** The hypotheses, the verifier, the population and its error rate; of a verification that stands alone also index and models. */
  readonly grounds: readonly string[];
  readonly caveats: readonly string[];
  /** Where it stands among the comparisons of validation; undefined: there is no statement. */
  readonly densities: PlacedDensities | undefined;
}

/** A passage with the words around it; a piece that `carries` stands in the other text too, or shows the same habit. */
export interface ExcerptView {
  readonly title: string;
  /** Its page or paragraph in the file, where the text was made from one. */
  readonly place?: string;
  readonly before: string;
  readonly passage: readonly { readonly text: string; readonly carries: boolean }[];
  readonly after: string;
}

/** Two passages alike; `number` is also the number in the editor. `why` says what carries it. */
export interface PassageView {
  readonly number: number;
  /** Where it stands in the questioned text, to put passages in the order of the text. */
  readonly place: number;
  readonly why: string;
  readonly questioned: ExcerptView;
  readonly known: ExcerptView;
  /** What a reader made of it, and in words: that it is kept or set aside and why, and its note; absent: nothing so far. */
  readonly decision?: Decision & { readonly says: string };
}

/** A text from stretch to stretch beside its first candidates, and where its hand seems to change: a notice, no evidence. */
export interface HandsView {
  /** Of the text, in characters. */
  readonly length: number;
  /** Shares are of the heights among all bands, in [0, 1]; those of the whole text have a scale of their own. */
  readonly bands: readonly {
    readonly author: string;
    readonly whole: number;
    readonly stretches: readonly (TextRange & { readonly share: number; readonly isClosest: boolean })[];
  }[];
  /** The parts between changes of hand; none: there is no change. */
  readonly parts: readonly (TextRange & { readonly says: string })[];
  /** What is to be seen. */
  readonly says: string;
  /** How often texts of one author look so. */
  readonly alarms: string;
}

/** A habit as a row. Rates are finished words; dots are shares of the highest rate of the row. */
export interface MarkerView {
  /** By which it is opened, too. */
  readonly name: string;
  /** That both texts keep it less than others do is what they have in common. */
  readonly isLess: boolean;
  /** It stands on the first screen, if it is among the first. */
  readonly leads: boolean;
  /** An example, and where the literature describes habits of its kind. */
  readonly about: string;
  readonly questioned: string;
  readonly candidate: string;
  /** Both counts without rates, for a line. */
  readonly counts: { readonly questioned: string; readonly candidate: string };
  /** In how many of the candidate's texts it stands, and that it comes from one text or genre. */
  readonly steady: string;
  readonly others: string;
  readonly population: string;
  readonly dots: {
    readonly questioned: number;
    readonly candidate: number;
    readonly others: readonly number[];
    readonly population: number | undefined;
  };
  /** The candidate's texts. */
  readonly texts: readonly { readonly title: string; readonly rate: string }[];
}

/** The habits by which an author stands out in the light of the questioned text. */
export interface MarkersView {
  readonly author: string;
  /** How many there are, and of how many looked at. */
  readonly summary: string;
  /** Whether what is alike is more than chance would bring. */
  readonly isNear: boolean;
  /** What the whole of them says. */
  readonly says: readonly string[];
  /** Those that lead, each in a line. */
  readonly leading: readonly string[];
  /** What they rest on, and what they are not. */
  readonly grounds: readonly string[];
  /** Those that lead first, each strongest first. */
  readonly for: readonly MarkerView[];
  readonly against: readonly MarkerView[];
}

/** An author's markers, and passages in lists whose numbers go on from one to the next. */
export interface PassagesView {
  /** Undefined: not counted, or yet to be. */
  readonly markers: MarkersView | undefined;
  /** Best first; surfaces show the first eight, and the panel the rest on demand. */
  readonly passages: readonly PassageView[];
  /** What other candidates answer better. */
  readonly against: readonly PassageView[];
  /** Shared by several authors, or of the same subject: folded, under a line that counts them. */
  readonly setApart: { readonly heading: string; readonly passages: readonly PassageView[] };
  /** Places of texts that are not at hand, each in a line, with why under `says`; absent: there are none. */
  readonly unread?: { readonly says: string; readonly places: readonly string[] } | undefined;
  /** The text by its length in characters, and stretches of it, best first, with how much speaks for the author there; undefined: there are none. */
  readonly heat:
    { readonly length: number; readonly stretches: readonly (TextRange & { readonly gain: number })[] } | undefined;
  /**
   * How many passages readers kept, set aside and did not decide on, and that no ratio changes by it, and a line for each decision whose
   * passage is gone. Absent: the text is of no case, and nothing is decided of its passages.
   */
  readonly weighed?: { readonly says: string; readonly gone: readonly string[] };
}

/** What is shown of one author, or of one other text: the candidate that is read, or the other side of a comparison. */
export interface FindingsView extends PassagesView {
  readonly title: string;
  readonly verification: VerificationView | undefined;
  /** Why there is no verification yet. */
  readonly verificationPending: string | undefined;
  /** Why the lists of passages are empty so far; undefined: they were looked for. */
  readonly passagesPending: string | undefined;
  /** That the case's lock withholds every ratio, where the statement does not say all of it; empty: it does not. */
  readonly withheld: string;
  /** What can lead to a ratio; the first is the one to lead with. */
  readonly ways: readonly ActionView[];
}

/** Sections of one text against those of another, and the chunks in them that are most alike. */
export interface SectionMapView {
  /** What is to be seen, in words. */
  readonly says: string;
  /** Headings of the second text's sections, or how they begin. */
  readonly columns: readonly string[];
  /** One for each section of the first text, with one cell for each of the second. */
  readonly rows: readonly {
    readonly name: string;
    readonly cells: readonly {
      /** By which both places are opened. */
      readonly number: number;
      readonly score: string;
      /** How alike, from 0 to 4 among the cells of this map. */
      readonly level: number;
      /** Which sections. */
      readonly says: string;
    }[];
  }[];
  /** The most alike first: how either begins, in the cell of that number. */
  readonly chunks: readonly {
    readonly number: number;
    readonly cell: number;
    readonly score: string;
    readonly here: string;
    readonly there: string;
  }[];
}

/** Two documents compared, by a map of their sections and the parts most alike; or a document and a named author, by passages. */
export interface ComparisonView extends FindingsView {
  /** The author, or the title of the other text. */
  readonly other: string;
  readonly score: string;
  readonly sections: SectionMapView | undefined;
}

/** Everything the panel shows, as plain data in the reviewer's language; built anew on each change. */
export interface ReviewView {
  readonly kind: 'opening' | 'nothing' | 'noIndex' | 'running' | 'ready' | 'stale' | 'failed' | 'comparison';
  /** Whether the evidence shown is an earlier one than was asked for; it is greyed. */
  readonly earlier: boolean;
  /** The questioned document's URI: all that outlives a reload, never its text. */
  readonly document: string | undefined;
  /** The sentence of a state without evidence. */
  readonly introduction: string | undefined;
  /** What was compared with what. */
  readonly header:
    | {
        readonly title: string;
        /** Length, mode and genre of the questioned text. */
        readonly facts: string;
        /** When it was reviewed and how much of it was analysed. */
        readonly reviewed: string;
        /** The index, and the hashes of index and model files. */
        readonly basis: readonly string[];
      }
    | undefined;
  readonly notices: readonly NoticeView[];
  /** How far a run is. */
  readonly progress: string | undefined;
  readonly candidates: readonly CandidateView[];
  /** Undefined: it was not looked for, or there is nothing to see. */
  readonly hands: HandsView | undefined;
  readonly detail: FindingsView | undefined;
  readonly comparison: ComparisonView | undefined;
  /** Name of the marker whose places are marked. */
  readonly marker: string | undefined;
  /** Number of the passage chosen in some surface. */
  readonly selected: number | undefined;
  readonly chosenVerifier: VerifierKind | 'automatic';
  /** What *Undo* takes back; undefined: nothing was decided in this window. */
  readonly undo: string | undefined;
}

/** What the extension tells the panel. */
export interface Panel {
  show(view: ReviewView): Promise<void>;
}

/** Intents without a value; each has a command of the same meaning. */
const panelIntents = [
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
  'reviewParts',
  'exportReport',
  'saveComparison',
  'backToReview',
  'undoDecision',
] as const;

/** What a reader can do with a passage. */
export const decisionKinds = ['keep', 'setAside', 'note'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

export type PanelIntent = (typeof panelIntents)[number];

/**
 * What the panel reports, by method: the reviewer's intent, never an order about state. Each takes what its schema says, and only these
 * are answered.
 */
const schemas = {
  /** The page listens; a view posted before is lost. */
  ready: v.strictTuple([]),
  intend: v.strictTuple([oneOf(panelIntents)]),
  selectCandidate: v.strictTuple([text]),
  selectPassage: v.strictTuple([count]),
  /** Opens both documents at a passage. */
  openPassage: v.strictTuple([count]),
  /** Marks the places of a marker, by its name, and opens the candidate's. */
  openMarker: v.strictTuple([text]),
  /** Shows a place of the questioned text, by its offset there. */
  revealPlace: v.strictTuple([v.pipe(v.number(), v.safeInteger(), v.minValue(0))]),
  /** Keeps a passage, sets it aside or notes it: what is there already is taken back, or asked for again. */
  decide: v.strictTuple([count, oneOf(decisionKinds)]),
  chooseVerifier: v.strictTuple([oneOf(['automatic', ...verifierKinds])]),
};

/** The extension, as the page calls it. */
export type PanelHost = {
  [Method in keyof typeof schemas]: (...values: v.InferOutput<(typeof schemas)[Method]>) => Promise<void>;
};

export const panelHostMethods = Object.keys(schemas) as (keyof PanelHost)[];

/** What the page sent along with a call of the panel's host. Throws RangeError where the method does not take that. */
export function panelHostArguments(method: keyof PanelHost, args: readonly unknown[]): readonly unknown[] {
  const read = v.safeParse(schemas[method], args);
  if (!read.success) throw new RangeError(`the page called ${method} with other values than it takes`);
  return read.output;
}
