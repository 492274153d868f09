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

  it('leaves nothing in the home folder but the key and the ends of logs of Idiograph', function () {
    if (vscode.env.uiKind === vscode.UIKind.Desktop) this.skip(); // there it is the user's own
    const left = readdirSync(homedir(), { recursive: true }).map(String);
    // The user's key and the ends of logs lie in .config/idiograph.
    const itsOwn = '.cache/Microsoft/DeveloperTools/deviceid'; // VS Code's
    assert.deepStrictEqual(
      left.filter((name) => !`${itsOwn}/`.startsWith(`${name}/`) && !/^\.config(?:\/idiograph(?:\/.*)?)?$/.test(name)),
      [],
    );
  });
});
