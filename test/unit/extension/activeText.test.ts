import { expect, it } from 'vitest';
import * as vscode from 'vscode';
import { editorChanges, Uri, window } from '../../fakes/vscode';
import type { WindowCase } from '../../../src/extension/case/windowCase';
import type { Problems } from '../../../src/extension/window';
import { ActiveText } from '../../../src/extension/review/textDocuments';

const problems = { runAction: (action: () => Promise<unknown>) => action() } as unknown as Problems;

it('names the text that was opened last, even to a command that comes before the case has said what it is', async () => {
  const answers: ((document: undefined) => void)[] = [];
  const cases = { document: () => new Promise((resolve) => answers.push(resolve)) } as unknown as WindowCase;
  const active = new ActiveText(problems, cases);
  active.set(vscode.Uri.file('/case/first.txt'));
  window.activeTextEditor = { document: { uri: Uri.file('/case/second.txt') } };
  editorChanges.fire(window.activeTextEditor);
  const found = active.find();
  expect(active.uri?.path).toBe('/case/first.txt');
  answers[0]!(undefined);
  expect((await found)?.path).toBe('/case/second.txt');
  active.dispose();
});
