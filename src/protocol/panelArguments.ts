import * as v from 'valibot';
import { verifierKinds } from '../core/domain';
import { count, oneOf, text } from '../core/shape';
import { panelIntents, type PanelHost } from './panel';

const schemas = {
  ready: v.strictTuple([]),
  intend: v.strictTuple([oneOf(panelIntents)]),
  selectCandidate: v.strictTuple([text]),
  selectPassage: v.strictTuple([count]),
  openPassage: v.strictTuple([count]),
  revealPlace: v.strictTuple([v.pipe(v.number(), v.safeInteger(), v.minValue(0))]),
  chooseVerifier: v.strictTuple([oneOf(['automatic', ...verifierKinds])]),
} satisfies { [Method in keyof PanelHost]: v.GenericSchema<unknown, Parameters<PanelHost[Method]>> };

/** What the page sent along with a call of the panel's host. Throws RangeError where the method does not take that. */
export function panelHostArguments(method: keyof PanelHost, args: readonly unknown[]): readonly unknown[] {
  const read = v.safeParse(schemas[method], args);
  if (!read.success) throw new RangeError(`the page called ${method} with other values than it takes`);
  return read.output;
}
