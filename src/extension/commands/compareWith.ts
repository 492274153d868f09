import * as vscode from 'vscode';
import type { IndexedDocument } from '../../core/ports';
import { readableExtensions } from '../../reading/text/readableFormats';
import type { Asking } from '../../node/worker/engineThread';
import { parseCaseNode } from '../case/windowCase';
import { buildAuthorComparisonView, buildComparisonView, listComparedPlaces } from '../../presentation/comparison';
import {
  listAllPassages,
  joinLists,
  numberPassages,
  type ReadAuthor,
  shownPassages,
} from '../../presentation/passages';
import type { ShownComparison } from '../review/reviewSession';
import { isKnownText, openTextDocument, reviewTarget, toKnownDocumentUri } from '../review/textDocuments';
import { toStageStep } from '../window';
import { formatDocument, isIndexed, listTextTabs, readTitle } from '../shownFiles';
import { type Command, type CommandDependencies, confirmQuestioned, findDocument } from './command';

/** Compares a document with another one (an open one, one of the index, or a file), or with an author's known texts. */
export const compareWith: Command = async (parts, argument) => {
  const node = parseCaseNode(argument);
  const uri = await findDocument(argument, parts);
  if ((await isKnownText(uri, parts.cases)) && !(await confirmQuestioned(uri))) return;
  const document = await openTextDocument(uri);
  if (node?.kind === 'author') return compareAuthor(parts, document, node.author);
  if (node?.kind === 'indexed')
    return compareDocument(parts, document, await openIndexedUri(parts, node.document), node.document.byHand);
  const documents = (await parts.caseState.listDocuments()).filter(({ role }) => role === 'known');
  const compareWithUri = (uri: vscode.Uri): Promise<void> => compareDocument(parts, document, uri);
  const indexed = documents.map((each): OtherItem => ({
    label: each.title,
    description: each.author,
    iconPath: new vscode.ThemeIcon('file-text'),
    compare: async () => compareDocument(parts, document, await openIndexedUri(parts, each), each.byHand),
  }));
  const authors = [...new Set(documents.map(({ author }) => author))].sort().map((author): OtherItem => ({
    label: author,
    description: vscode.l10n.t('texts: {count}', { count: documents.filter((each) => each.author === author).length }),
    iconPath: new vscode.ThemeIcon('person'),
    compare: () => compareAuthor(parts, document, author),
  }));
  const here = document.uri.toString();
  const open = listTextTabs().filter(({ uri }) => !isIndexed(uri) && uri.toString() !== here); // those of the index are listed below
  const opened = open.map(({ uri }): OtherItem => ({ label: readTitle(uri), compare: () => compareWithUri(uri) }));
  const file: OtherItem = {
    label: vscode.l10n.t('Choose a file…'),
    compare: async () => {
      const filters = { [vscode.l10n.t('Texts')]: readableExtensions.map((extension) => extension.slice(1)) };
      const [uri] = (await vscode.window.showOpenDialog({ filters })) ?? [];
      if (uri) await compareWithUri(uri);
    },
  };
  const title = vscode.l10n.t('Compare {title} with…', { title: readTitle(document.uri) });
  const options = { title, matchOnDescription: true };
  const chosen = await vscode.window.showQuickPick([...opened, file, ...authors, ...indexed], options);
  await chosen?.compare();
};

async function compareDocument(
  deps: CommandDependencies,
  document: vscode.TextDocument,
  other: vscode.Uri,
  byHand?: IndexedDocument['byHand'],
): Promise<void> {
  const { cases, session, choices, panel, facts } = deps;
  const first = await reviewTarget(document, facts);
  const read = first && (await reviewTarget(await openTextDocument(other), facts));
  if (!read) return;
  const second = byHand ? { ...read, byHand } : read;
  const { id: title } = second;
  const [questioned, uri] = [vscode.Uri.parse(first.uri), vscode.Uri.parse(second.uri)];
  const request = { first, second, file: formatDocument(questioned), choices: await choices.chosen(questioned) };
  const { comparison, verification } = await showProgress(deps, first.id, title, (asking) =>
    cases.createCalls(asking, questioned).compareTexts(request),
  );
  const pairs = listPairs({ author: title, passages: comparison.passages }, () => uri);
  const places = listComparedPlaces(comparison).map((each, i) => {
    return { number: pairs.length + i + 1, first: each.first, second: { uri, range: each.second }, marked: false };
  });
  panel.reveal();
  session.show({
    target: first,
    question: verification && { kind: 'text', title, verification },
    known: [{ title, author: '', words: second.words, sha256: second.sha256 }],
    view: buildComparisonView({ first, second: { ...second, title }, comparison }, verification),
    pairs: [...pairs, ...places],
  });
}

/** Compares a document with all known texts of an author whom the user names. This is another question than a search. */
async function compareAuthor(deps: CommandDependencies, document: vscode.TextDocument, author: string): Promise<void> {
  const { session, choices, panel, caseState } = deps;
  const target = await reviewTarget(document, deps.facts);
  if (!target) return;
  const chosen = await choices.chosen(document.uri);
  await showProgress(deps, target.id, author, async (asking) => {
    const { documents: counted } = await caseState.describeSearched();
    const request = { file: formatDocument(document.uri), text: target, labels: {}, choices: chosen, side: { author } };
    const { verification, about } = await deps.cases.createCalls(asking).verify(request);
    const { settings, ...found } = about!; // present, since the request names an author
    const known = await deps.cases.readKnown(listAllPassages(found).map((each) => each.document));
    panel.reveal();
    const search = session.findings?.target.text === target.text ? session.findings.evidence : undefined;
    const searched = search?.candidates.find(({ verification: found }) => found?.chance)?.verification?.chance;
    const read = { author, ...found };
    const named = { ...read, known, counted, ...(searched && { searched: searched.authorsSearched }) };
    session.show({
      target,
      question: { kind: 'author', author, verification, settings },
      view: buildAuthorComparisonView(target, named, verification),
      pairs: listPairs(read, (id) => {
        const document = known.get(id);
        return document && toKnownDocumentUri(document);
      }),
    });
  });
}

/** All passages of an author by their numbers. The first eight for the author are marked, like those of a candidate. */
function listPairs(result: ReadAuthor, uriOf: (document: string) => vscode.Uri | undefined): ShownComparison['pairs'] {
  const numbered = numberPassages(result);
  return joinLists(numbered).flatMap(({ number, questioned, passage }) => {
    const uri = uriOf(passage.document);
    const marked = number <= Math.min(numbered.alike.length, shownPassages);
    return uri ? [{ number, first: questioned, second: { uri, range: passage.known }, marked }] : [];
  });
}

function showProgress<T>(
  { work }: CommandDependencies,
  first: string,
  second: string,
  ask: (asking: Asking) => Promise<T>,
) {
  return work.askEngine(vscode.l10n.t('{first} compared with {second}', { first, second }), toStageStep, ask);
}

/** An indexed document as a read-only text, with its facts in the index. */
async function openIndexedUri({ facts }: CommandDependencies, document: IndexedDocument): Promise<vscode.Uri> {
  const uri = toKnownDocumentUri(document);
  const { mode, genre, language } = document;
  await facts.stateFacts([[uri, { mode, genre, language }]]);
  return uri;
}

type OtherItem = vscode.QuickPickItem & { readonly compare: () => Promise<void> };
