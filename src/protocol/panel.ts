import * as v from 'valibot';
import { verifierKinds } from '../core/domain';
import { count, oneOf, text } from '../core/shape';

/** What the extension tells the panel: all that it shows, as plain data in the reviewer's language. It is built again on each change. */
export interface Panel<View> {
  show(view: View): Promise<void>;
}

/** Something to do, as a button. */
export interface ActionView {
  readonly label: string;
  readonly intent: PanelIntent;
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
  'backToReview',
  'undoDecision',
  'redoDecision',
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
  /** Marks the words that separate the first candidate from the next, or no longer. */
  markTelling: v.strictTuple([v.boolean()]),
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
export function checkPanelArguments(method: keyof PanelHost, args: readonly unknown[]): readonly unknown[] {
  const read = v.safeParse(schemas[method], args);
  if (!read.success) throw new RangeError(`the page called ${method} with other values than it takes`);
  return read.output;
}
