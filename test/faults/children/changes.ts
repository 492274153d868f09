import type { KnownDocument } from '../../../src/core/domain/evidence';
import type { FileIndex } from '../../../src/node/sqlite/fileRows';
import { encodedSpans, knownDocument } from '../../fakes/knownSpans';

/** Documents of zero to three spans, some of them long. */
export function numbered(number: number): KnownDocument {
  return knownDocument(`author ${number % 7}`, `Text number ${number}. `.repeat(40 * (number % 5)) + `${number}.`);
}

/** The numbers of the documents that are there once change `at` has been made to those that were there before. */
export function after(at: number, before: readonly number[]): readonly number[] {
  if (at % 7 === 6) return before.filter((number) => number > at - 12);
  const former = at % 5 === 4 ? [at - 2] : [];
  return [...before.filter((number) => !former.includes(number)), at];
}

/** Makes the change with this number: `after` says what it comes to. */
export async function change(index: FileIndex, at: number): Promise<void> {
  const spans = encodedSpans(at, at % 4, 120);
  if (at % 7 === 6)
    await index.remove(Array.from({ length: Math.max(at - 11, 0) }, (_, number) => numbered(number).id).slice(-40));
  else if (at % 5 === 4) await index.add(numbered(at), spans, { former: numbered(at - 2).id });
  else await index.add(numbered(at), spans);
}
