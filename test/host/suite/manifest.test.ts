import * as assert from 'node:assert';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
  };
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
    const missing = contributes.commands.filter(({ command }) => !registered.includes(command));
    assert.deepStrictEqual(missing, []);
  });

  it('has the defaults of its manifest for every setting', () => {
    const { contributes } = extension().packageJSON as Manifest;
    const section = vscode.workspace.getConfiguration();
    for (const [key, { default: value }] of Object.entries(contributes.configuration.properties))
      assert.deepStrictEqual(section.inspect(key)?.defaultValue, value, key);
  });

  it('shows its texts in words and not as keys', () => {
    const { extensionPath } = extension();
    const packageJSON: unknown = extension().packageJSON;
    const manifest = JSON.stringify(packageJSON);
    const keys = Object.keys(
      JSON.parse(fs.readFileSync(path.join(extensionPath, 'package.nls.json'), 'utf8')) as object,
    );
    assert.deepStrictEqual(
      keys.filter((key) => manifest.includes(`%${key}%`)),
      [],
    );
  });
});
