import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import type { ResultLine } from '../../../src/case/resultStore';
import type { IndexContents } from '../../../src/case/windows';
import { CaseState } from '../../../src/extension/review/caseState';
import { describeResult } from '../../../src/presentation/findings';
import { EventEmitter, textChanges, Uri, workspace } from '../../fakes/vscode';
import { findingsOf, knownMinutes, targetOf } from '../presentation/exampleFindings';

const file = '/letters/letter.txt';
const uri = `file://${file}`;
const target = { ...targetOf(uri, 1), offset: 0 };
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A result as the case service lists it. */
function lineOf(about: Partial<ResultLine> = {}, of: Partial<typeof target> & { isSelection?: true } = {}): ResultLine {
  const facts = describeResult(findingsOf({ ...target, ...of }), hash);
  return { id: 'a', document: file, changed: [], ...facts, ...about };
}

/** What a window draws of a case whose service lists these results. */
function stateOf(list: () => Promise<readonly ResultLine[]>, contents?: () => Promise<IndexContents>) {
  const choices = new EventEmitter<void>();
  const draw = async () => ({ contents: undefined, unread: [], results: await list() });
  const calls = { draw, contents };
  const parts = {
    cases: { createCalls: () => calls },
    choices: { onDidChange: choices.event, chosen: () => Promise.resolve({}) },
    facts: { listRemembered: () => new Map() },
    problems: { runAction: (action: () => Promise<void>) => action().catch(() => undefined) },
  };
  const state = new CaseState(parts as unknown as ConstructorParameters<typeof CaseState>[0]);
  const isStale = (): boolean => state.isStale(state.find(uri) ?? {});
  return { state, isStale, settingsChange: () => choices.fire() };
}

const listing =
  (...lines: readonly ResultLine[]) =>
  (): Promise<readonly ResultLine[]> =>
    Promise.resolve(lines);

afterEach(() => {
  workspace.textDocuments = [];
});

it('knows a result for one of another text while an editor has another one, whatever the file holds', async () => {
  const open = { uri: Uri.parse(uri), version: 1, getText: () => 'Something else.' };
  workspace.textDocuments = [open];
  const { state, isStale } = stateOf(listing(lineOf()));
  await state.load();
  expect(isStale()).toBe(true);
  const told = vi.fn();
  state.onDidChange(told);
  Object.assign(open, { version: 2, getText: () => target.text });
  textChanges.fire({ document: open, contentChanges: [{}] });
  expect([isStale(), told.mock.calls.length]).toEqual([false, 1]);
});

it('knows a result for outdated where the service says so', async () => {
  const lines = [lineOf()];
  const { state, isStale, settingsChange } = stateOf(() => Promise.resolve(lines));
  await state.load();
  expect(isStale()).toBe(false);
  lines[0] = lineOf({ changed: ['basis'] });
  const isChanged = new Promise<void>((resolve) => state.onDidChange(() => isStale() && resolve()));
  settingsChange();
  await isChanged;
  expect(state.isBasisChanged(uri, 'a')).toBe(true);
});

it('takes up an earlier result again that is not outdated', async () => {
  const later = lineOf({ id: 'b', reviewedAt: 2, changed: ['basis'] });
  const { state } = stateOf(listing(lineOf(), later));
  await state.load();
  expect(state.find(uri)?.result?.id).toBe('a');
});

it('has no result of a document of which a selection was reviewed, and has selections in the order of the text', async () => {
  const parts = [20, 4].map((offset) => lineOf({ id: String(offset) }, { offset, isSelection: true }));
  const { state } = stateOf(listing(...parts));
  await state.load();
  expect(state.find(uri)).toBeUndefined();
  expect(state.listSelections(Uri.parse(uri) as never).map(({ id }) => id)).toEqual(['4', '20']);
});

it('names why a run came to nothing until a later one does not', async () => {
  const lines = [lineOf()];
  const { state } = stateOf(() => Promise.resolve(lines));
  await state.load();
  state.fail(uri, 'The index is locked.');
  expect(state.find(uri)).toMatchObject({ problem: 'The index is locked.', result: { id: 'a' } });
  lines[0] = lineOf({ reviewedAt: Date.now() + 1 });
  await state.refresh();
  expect(state.find(uri)?.problem).toBeUndefined();
});

it('is read once more after all that was asked for while it was read, and again after a failure', async () => {
  const answers = [Promise.reject<ResultLine[]>(new Error('locked')), Promise.resolve([]), Promise.resolve([lineOf()])];
  const list = vi.fn(() => answers.shift()!);
  const { state } = stateOf(list);
  await Promise.all([state.load().catch(() => undefined), state.load().catch(() => undefined)]);
  await Promise.all([state.refresh(), state.refresh()]);
  await state.refresh();
  expect(list).toHaveBeenCalledTimes(3);
  expect(state.find(uri)?.result?.id).toBe('a');
});

it('reads the index once, again after a failure, and again when it is asked to', async () => {
  const answers = [Promise.reject<IndexContents>(new Error('locked')), Promise.resolve({ documents: [knownMinutes] })];
  const contents = vi.fn(() => answers.shift() ?? Promise.resolve({ documents: [] }));
  const { state } = stateOf(listing(), contents);
  expect(state.indexSize).toBeUndefined();
  await expect(state.listDocuments()).rejects.toThrow('locked');
  expect([await state.listDocuments(), await state.listDocuments()]).toEqual([[knownMinutes], [knownMinutes]]);
  expect([state.indexSize, contents.mock.calls.length]).toEqual([1, 2]);
  const told = vi.fn();
  state.onDidChange(told);
  await state.refreshIndex();
  expect([state.indexSize, told.mock.calls.length]).toEqual([0, 1]);
});
