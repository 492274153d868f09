import * as assert from 'node:assert';
import * as vscode from 'vscode';
import { listModelLibraries } from './loadedLibraries';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('idiograph.idiograph');
  assert.ok(found, 'the extension is installed');
  return found;
}

describe('the extension in a host', () => {
  it('activates without the library of its models, which waits for the first review', async () => {
    await extension().activate();
    assert.deepStrictEqual(listModelLibraries(), []);
  });

  it('registers every command of its manifest', async () => {
    await extension().activate();
    const registered = await vscode.commands.getCommands(true);
    const { contributes } = extension().packageJSON as Manifest;
    assert.ok(contributes.commands.length > 20);
    const missing = contributes.commands.filter(({ command }) => !registered.includes(command));
    assert.deepStrictEqual(missing, []);
  });
});
