import { type KeptResult, resultFormat } from '../core/casework/keptRecords';
import type { Findings, ReviewTarget, SearchedIndex } from './findings';

/** @param document  the path by which the document is found again */
export function keptResult(
  { target, evidence, settings, analysed, reviewedAt }: Omit<Findings, 'index'>,
  document: string,
): KeptResult {
  return { format: resultFormat, document, ...aboutText(target), settings, analysed, reviewedAt, evidence };
}

/** A kept result as what was found, now that its document and the index are known. */
export function findingsOfKept(kept: KeptResult, uri: string, index: SearchedIndex): Findings {
  const { evidence, settings, analysed, reviewedAt } = kept;
  return { target: { ...aboutText(kept), uri, version: -1 }, index, evidence, settings, analysed, reviewedAt };
}

/** What is the same of a text in every window. */
function aboutText(of: Omit<ReviewTarget, 'uri' | 'version'>): Omit<ReviewTarget, 'uri' | 'version'> {
  const { title, text, offset, words, facts, sha256, hashed, isSelection, isUnsaved, changedFile } = of;
  return {
    ...{ title, text, offset, words, facts, sha256 },
    ...(hashed && { hashed }),
    ...(isSelection && { isSelection }),
    ...(isUnsaved && { isUnsaved }),
    ...(changedFile && { changedFile }),
  };
}

/** A document by its address, or a selection of it by its place, too. */
export function placeOf(
  document: string,
  { offset, text: { length }, isSelection }: Pick<ReviewTarget, 'offset' | 'text' | 'isSelection'>,
): string {
  return isSelection ? `${document}#${offset}+${length}` : document;
}

/** By what a result is found again among those that are kept. */
export function resultKey(
  document: string,
  { target, settings }: Pick<Findings, 'target' | 'settings'>,
  index = '',
): { readonly place: string; readonly text: string; readonly settings: string; readonly index: string } {
  return { place: placeOf(document, target), text: target.text, settings, index };
}

/** Whether a document with this text holds the text that was reviewed, at its place. */
export function isHeldBy(document: string | undefined, { text, offset, isSelection }: ReviewTarget): boolean {
  return isSelection ? document?.slice(offset, offset + text.length) === text : document === text;
}
