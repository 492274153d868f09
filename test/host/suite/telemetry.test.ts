import * as assert from 'node:assert';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import * as vscode from 'vscode';

describe('the model runtime in the extension host', () => {
  before(async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    await vscode.commands.executeCommand('idiograph.buildIndex', folder!.uri);
  });

  it('has its telemetry switched off in the environment of the process', () => {
    const { environmentVariables } = process.report.getReport() as { environmentVariables: Record<string, string> };
    assert.strictEqual(environmentVariables['ORT_DISABLE_TELEMETRY'], '1');
  });

  it('leaves nothing in the home folder', function () {
    if (vscode.env.uiKind === vscode.UIKind.Desktop) this.skip(); // there it is the user's own
    const entries = readdirSync(homedir(), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    assert.deepStrictEqual(
      files.filter((name) => name !== 'deviceid'), // VS Code's own
      [],
    );
  });
});
