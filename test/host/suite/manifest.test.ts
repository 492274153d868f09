import * as assert from 'node:assert';
import * as vscode from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension('idiograph.idiograph');
  assert.ok(found, 'the extension is installed');
  return found;
}

describe('the extension in a host', () => {
  it('activates within seconds, since the engine waits for the first question', async () => {
    const started = performance.now();
    await extension().activate();
    assert.ok(performance.now() - started < 10_000, `activation took ${performance.now() - started} ms`);
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
