import * as vscode from 'vscode';
import type { KnownDocument, Marker } from '../../core/domain';
import { usage } from '../../core/errors';
import { habitNamed, keptPlaces } from '../../core/markers/authorMarkers';
import { habitsWith } from '../../core/markers/ownMarkers';
import type { Habit } from '../../core/markers/habit';
import { markerNamed } from '../../presentation/markers';
import { chosenCandidate } from '../../presentation/passages';
import { showPlaces } from '../review/readingLayout';
import { knownDocumentUri } from '../review/textDocuments';
import type { Command } from './command';

/**
 * Marks all places of a marker in the questioned text, and opens the first of each side: by its name, of the author who is read unless
 * one is named, in the text under review unless another that has a result is.
 */
export const openMarker: Command = async ({ session, engine }, name, author, of) => {
  if (of instanceof vscode.Uri && !session.isShowing(of.toString())) await session.open(of.toString());
  const { findings } = session;
  const candidate =
    findings && chosenCandidate(findings, typeof author === 'string' ? author : session.selection.author);
  const marker = markerNamed(candidate, name);
  if (!candidate || !marker) throw usage(vscode.l10n.t('This marker is not among those found. Review the text again.'));
  session.select({ author: candidate.author, marker: marker.name, origin: 'command' });
  const uri = vscode.Uri.parse(findings.target.uri);
  const document = await vscode.workspace.openTextDocument(uri);
  const { offset } = findings.target;
  const [here = { start: 0, end: 0 }] = marker.places;
  const range = { start: here.start + offset, end: here.end + offset };
  const { markers: own } = await session.options(uri);
  const get = (id: string): Promise<KnownDocument | undefined> => engine.calls().knownDocument(findings.index.path, id);
  const known = await knownPlace(marker, habitNamed(marker.name, habitsWith(own)), get);
  await showPlaces(
    { uri, text: document.getText(), range },
    known && { ...known, uri: knownDocumentUri(findings.index.path, known.id, known.title) },
  );
};

/** The first place of a marker in a known text that keeps it. */
async function knownPlace({ texts }: Marker, habit: Habit, get: (id: string) => Promise<KnownDocument | undefined>) {
  const kept = texts.find(({ count }) => count > 0);
  const known = kept && (await get(kept.document));
  const range = known && keptPlaces(habit, known)[0];
  return range && { id: known.id, title: known.title, text: known.text, range };
}
