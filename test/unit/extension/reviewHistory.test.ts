import { afterEach, expect, it, vi } from 'vitest';
import type { KeptResult } from '../../../src/core/casework/keptRecords';
import { formatSettings } from '../../../src/core/casework/staleness';
import { ReviewHistory } from '../../../src/extension/review/reviewHistory';
import { EventEmitter, Uri, workspace } from '../../fakes/vscode';
import { findingsOf, targetOf } from '../presentation/exampleFindings';

const uri = 'file:///letters/letter.txt';
const target = { ...targetOf(uri, 1), offset: 0 };
const findings = findingsOf(target);

const nothing = (): Promise<void> => Promise.resolve();

/** The history of a window, whose settings stand for what `settings` gives. */
function historyWith(settings: () => Promise<string>, beside: () => KeptResult | undefined = () => undefined) {
  const changed = new EventEmitter<void>();
  const calls = {
    ...{ noteQuestion: nothing, keepResult: nothing },
    keptResults: () => Promise.resolve([beside()].flatMap((each) => each ?? [])),
    keptResultOf: () => Promise.resolve(beside()),
  };
  let hash = findings.evidence.index;
  const parts = {
    index: {
      ...{
        findFile: () => Promise.resolve('/letters/index.sqlite'),
        describeSearched: () => Promise.resolve(findings.index),
      },
      readContentHash: () => Promise.resolve(hash),
    },
    cases: { createCalls: () => Promise.resolve(calls) },
    choices: { onDidChange: changed.event, settings },
    problems: {
      runAction: (action: () => Promise<void>) => action().catch(() => undefined),
      warn: () => Promise.resolve(),
    },
  };
  const history = new ReviewHistory(parts as unknown as ConstructorParameters<typeof ReviewHistory>[0]);
  const indexBecomes = (other: string): void => {
    hash = other;
  };
  return { history, settingsChange: () => changed.fire(), indexBecomes };
}

const asBefore = (): Promise<string> => Promise.resolve(findings.settings);

afterEach(() => {
  workspace.textDocuments = [];
});

it('knows a result for one of another text where that was edited during the run', () => {
  const { history } = historyWith(asBefore);
  workspace.textDocuments = [{ uri: Uri.parse(uri), getText: () => 'Something else.' }];
  history.keep(findings);
  expect(history.isStale(uri)).toBe(true);
});

it('knows a result for one of other settings where those were changed during the run', async () => {
  const { history } = historyWith(() => Promise.resolve('changed since'));
  history.keep(findings);
  await vi.waitFor(() => expect(history.isStale(uri)).toBe(true));
});

it('judges a result that came while the settings were read, and not the one before it', async () => {
  let reading = asBefore();
  let tell: (settings: string) => void = () => undefined;
  const { history, settingsChange } = historyWith(() => reading);
  history.keep(findings);
  reading = new Promise((resolve) => (tell = resolve));
  settingsChange();
  reading = new Promise(() => undefined);
  history.keep({ ...findings, settings: 'of the run', reviewedAt: 2 });
  tell(findings.settings);
  await vi.waitFor(() => expect(history.isStale(uri)).toBe(true));
});

it('has no result of a document of which a selection was reviewed', async () => {
  const { history } = historyWith(asBefore);
  history.keep({ ...findings, target: { ...target, isSelection: true } });
  expect(
    await history.findCurrent(Uri.parse(uri) as never, { ...target, text: `${target.text} And more.` }),
  ).toBeUndefined();
  history.keep(findings);
  expect(await history.findCurrent(Uri.parse(uri) as never, target)).toBe(findings);
});

it('has no result that could be kept of a review whose server was not searched', async () => {
  const { history } = historyWith(asBefore);
  const server = { name: 'laboratory', problem: { code: 'ServerUnreachable', message: 'It does not answer.' } };
  history.keep({ ...findings, evidence: { ...findings.evidence, server } });
  expect(await history.findCurrent(Uri.parse(uri) as never, target)).toBeUndefined();
});

it('has no current result once the index holds something else, whoever changed it', async () => {
  const { history, indexBecomes } = historyWith(asBefore);
  history.keep(findings);
  indexBecomes('another one');
  expect(await history.findCurrent(Uri.parse(uri) as never, target)).toBeUndefined();
});

it('finds a result beside the index that memory has no room for', async () => {
  const kept = { ...findings, document: '/letters/letter.txt' };
  const { history } = historyWith(asBefore, () => kept);
  expect(history.find(uri)).toBeUndefined();
  expect((await history.findCurrent(Uri.parse(uri) as never, target))?.evidence).toEqual(findings.evidence);
});

it('knows the results that it reads for current ones where the index is as it was', async () => {
  const kept = { ...findings, document: '/letters/letter.txt' };
  const { history } = historyWith(asBefore, () => kept);
  workspace.textDocuments = [{ uri: Uri.parse(uri), getText: () => target.text }];
  await history.load();
  expect(history.find(uri)?.findings?.evidence).toEqual(findings.evidence);
  expect(history.isStale(uri)).toBe(false);
});

it('is not outdated by a marker of the user’s own that was added after the review', async () => {
  const made = { choices: 'a', markers: 'none' };
  let now = made;
  const { history, settingsChange } = historyWith(() => Promise.resolve(formatSettings(now)));
  history.keep({ ...findings, settings: formatSettings(made) });
  now = { ...made, markers: 'one' };
  const told = new Promise((resolve) => history.onDidChange(() => resolve(undefined)));
  settingsChange();
  await told;
  expect(history.isStale(uri)).toBe(false);
  now = { ...made, choices: 'b' };
  settingsChange();
  await vi.waitFor(() => expect(history.isStale(uri)).toBe(true));
});
