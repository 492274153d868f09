import * as assert from 'node:assert';
import * as vscode from 'vscode';
import { listModelLibraries } from './loadedLibraries';

const [folder] = vscode.workspace.workspaceFolders ?? [];

function uriOf(...names: readonly string[]): vscode.Uri {
  assert.ok(folder, 'the case folder is open');
  return vscode.Uri.joinPath(folder.uri, ...names);
}

async function show(...names: readonly string[]): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uriOf(...names));
  return vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preview: false });
}

async function hoverText(uri: vscode.Uri, position: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<readonly vscode.Hover[]>(
    'vscode.executeHoverProvider',
    uri,
    position,
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''))
    .join('\n')
    .replace(/&nbsp;/g, ' ')
    .replace(/\\/g, '');
}

/** The first position of a document with a hover of ours. */
async function firstHover(
  document: vscode.TextDocument,
): Promise<{ readonly text: string; readonly at: vscode.Position }> {
  const { length } = document.getText();
  for (let offset = 0; offset < length; offset += 15) {
    const at = document.positionAt(offset);
    const text = await hoverText(document.uri, at);
    if (text.includes('idiograph.openBoth')) return { text, at };
  }
  throw new Error('no passage has a hover');
}

describe('a review', () => {
  before(async () => {
    await vscode.commands.executeCommand('idiograph.buildIndex', uriOf());
  });

  it('has nothing to say by hover before it was asked for', async () => {
    const { document } = await show('questioned', 'letter-roof-fund.txt');
    assert.strictEqual(await hoverText(document.uri, new vscode.Position(4, 10)), '');
  });

  it('leads from a passage to a known document, and says why', async () => {
    const { document } = await show('questioned', 'letter-roof-fund.txt');
    await vscode.commands.executeCommand('idiograph.reviewDocument', document.uri);
    assert.notDeepStrictEqual(listModelLibraries(), [], 'a review reads with a model');
    const { text } = await firstHover(document);
    assert.match(text, /\d+ · Author [A-E]: .+\.txt/);
    assert.match(text, /Same .+ · (no other author \(4 searched\) uses the marked words|also .+ \(other authors: )/);
    assert.match(text, /\(command:idiograph\.openBoth\?/);
  });

  it('opens both documents at a passage', async () => {
    const { document } = await show('questioned', 'letter-roof-fund.txt');
    await vscode.commands.executeCommand('idiograph.openBoth', 1);
    const shown = vscode.window.visibleTextEditors.map((editor) => editor.document.uri.scheme);
    assert.ok(shown.includes('idiograph-text'), `schemes shown: ${shown.join(', ')}`);
    assert.ok(vscode.window.visibleTextEditors.some((editor) => editor.document === document));
    const known = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.scheme === 'idiograph-text');
    assert.ok(known && known.document.getText().length > 500, 'the known text is there');
  });

  it('opens the texts of its own index and no others', async () => {
    const known = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'idiograph-text');
    assert.ok(known, 'a known text is open');
    const { id } = JSON.parse(known.uri.query) as { readonly id: string };
    const open = (query: string) => async () => vscode.workspace.openTextDocument(known.uri.with({ query }));
    const other = JSON.stringify({ id: `${id.slice(1)}${id[0]}` });
    for (const query of ['{"kind":"file","path":"/etc/passwd"}', 'x', other])
      await assert.rejects(open(query), /The known text was removed or changed/);
  });

  it('goes from passage to passage by command', async () => {
    const { document } = await show('questioned', 'letter-roof-fund.txt');
    const cursor = (): vscode.Position | undefined =>
      vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.selection.active;
    await vscode.commands.executeCommand('idiograph.openBoth', 1);
    const first = cursor();
    await vscode.commands.executeCommand('idiograph.nextPassage');
    const second = cursor();
    await vscode.commands.executeCommand('idiograph.previousPassage');
    assert.notDeepStrictEqual(second, first);
    assert.deepStrictEqual(cursor(), first);
  });

  it('says that its evidence is about the earlier text after an edit', async () => {
    const editor = await show('questioned', 'letter-roof-fund.txt');
    const { at } = await firstHover(editor.document);
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorWriteableInSession');
    await editor.edit((edit) => edit.insert(editor.document.lineAt(editor.document.lineCount - 1).range.end, ' P.S.'));
    assert.match(await hoverText(editor.document.uri, at), /changed after the review/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('of a selection finds passages inside the selection only', async () => {
    const editor = await show('questioned', 'letter-roof-fund.txt');
    const { document } = editor;
    const middle = document.positionAt(document.getText().indexOf('There may well be'));
    editor.selection = new vscode.Selection(middle, document.lineAt(document.lineCount - 1).range.end);
    await vscode.commands.executeCommand('idiograph.reviewSelection');
    const { at } = await firstHover(document);
    assert.ok(at.isAfterOrEqual(middle), `a passage at ${at.line}:${at.character}`);
  });

  it('is forgotten when its document closes', async () => {
    const { document } = await show('questioned', 'letter-roof-fund.txt');
    await vscode.commands.executeCommand('idiograph.reviewDocument', document.uri);
    const { at } = await firstHover(document);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const again = await show('questioned', 'letter-roof-fund.txt');
    const end = Date.now() + 10_000;
    while ((await hoverText(again.document.uri, at)) !== '') assert.ok(Date.now() < end, 'the hover is still there');
  });
});
