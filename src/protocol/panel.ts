import * as v from 'valibot';
import { count, oneOf, text } from '../core/basics/shape';

/**
 * What the extension sends to the panel: all that it shows, as plain data in the language of the user. It is built again after each change.
 */
export interface Panel<View> {
  show(view: View): Promise<void>;
}

/** An action, as a button. */
export interface ActionView {
  readonly label: string;
  readonly intent: PanelIntent;
}

/** Intents without a value. Each has a command with the same meaning. */
const panelIntents = [
  'review',
  'cancel',
  'buildIndex',
  'repairIndex',
  'chooseModels',
  'chooseVerifier',
  'showPopulation',
  'openSample',
  'setFacts',
  'setQuestion',
  'validateSettings',
  'compareWith',
  'reviewParts',
  'chooseSpeaker',
  'exportReport',
  'backToReview',
  'undoDecision',
] as const;

/** Lists of words: those that separate the first candidate from the next, and those that moved the ratio of the candidate who is read. */
const wordLists = ['next', 'ratio'] as const;
export type WordList = (typeof wordLists)[number];

/** What a reader can do with a passage. */
const decisionKinds = ['setAside', 'note'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

export type PanelIntent = (typeof panelIntents)[number];

/**
 * What the panel sends, by method. A message is the user's intent, never an order about state. Each method takes what its schema allows,
 * and no other method is answered.
 */
const schemas = {
  /** The page is ready. A view that was posted before is lost. */
  ready: v.strictTuple([]),
  intend: v.strictTuple([oneOf(panelIntents)]),
  selectCandidate: v.strictTuple([text]),
  selectPassage: v.strictTuple([count]),
  /** Opens both documents at a passage. */
  openPassage: v.strictTuple([count]),
  /** Marks the places of a marker, by its name, and opens those of the candidate. */
  openMarker: v.strictTuple([text]),
  /** Opens a list of words, which the text shows, or closes the one that is open. */
  openWords: v.strictTuple([oneOf([...wordLists, 'none'])]),
  /** Sets a passage aside or adds a note. A reason or a note is asked for again. */
  decide: v.strictTuple([count, oneOf(decisionKinds)]),
};

/** The extension, as the page calls it. */
export type PanelHost = {
  [Method in keyof typeof schemas]: (...values: v.InferOutput<(typeof schemas)[Method]>) => Promise<void>;
};

export const panelHostMethods = Object.keys(schemas) as (keyof PanelHost)[];

/** Checks the values of a call from the page. Throws RangeError if the method does not take them. */
export function checkPanelArguments(method: keyof PanelHost, args: readonly unknown[]): readonly unknown[] {
  const read = v.safeParse(schemas[method], args);
  if (!read.success) throw new RangeError(`the page called ${method} with other values than it takes`);
  return read.output;
}
