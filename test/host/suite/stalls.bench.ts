import * as fs from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { ownStretches } from './ownWork';

/** Microseconds between two samples of the thread. */
const interval = 200;

const [folder] = vscode.workspace.workspaceFolders ?? [];

/** Profiles the extension host's thread while `work` runs, and for a moment after, when renderers still follow. */
async function profiled(work: () => Thenable<unknown>): Promise<Profiler.Profile> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval });
  await session.post('Profiler.start');
  await work();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return profile;
}

function firstText(directory: string): string {
  const name = fs.readdirSync(directory).sort()[0];
  if (name === undefined) throw new Error(`${directory} is empty`);
  return path.join(directory, name);
}

/** Writes how long our extension held the host's thread in each of its larger tasks; research/bench/hostStalls.mjs prints it. */
describe('the time that the extension host is blocked', () => {
  it('is measured', async () => {
    const out = process.env['HOST_MEASURED'];
    if (!folder || out === undefined) throw new Error('no folder, or nowhere to write to');
    const questioned = vscode.Uri.file(firstText(path.join(folder.uri.fsPath, 'questioned')));
    const editor = await vscode.window.showTextDocument(questioned, { preview: false });
    const tasks: readonly (readonly [string, () => Thenable<unknown>])[] = [
      ['build the index', () => vscode.commands.executeCommand('idiograph.buildIndex', folder.uri)],
      ['first review', () => vscode.commands.executeCommand('idiograph.reviewDocument', questioned)],
      ['an edit', () => editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'Once more. '))],
      ['review again', () => vscode.commands.executeCommand('idiograph.reviewDocument', questioned)],
      ['next passage', () => vscode.commands.executeCommand('idiograph.nextPassage')],
    ];
    const measured = [];
    for (const [task, work] of tasks) {
      const profile = await profiled(work);
      const stretches = ownStretches(profile, path.join('dist', 'extension.js'));
      const total = stretches.reduce((sum, { ms }) => sum + ms, 0);
      measured.push({
        task,
        elapsed: (profile.endTime - profile.startTime) / 1000,
        total,
        longest: stretches.slice(0, 3),
      });
    }
    fs.writeFileSync(out, JSON.stringify(measured));
  }).timeout(900_000);
});
