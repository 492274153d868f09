import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { keptResult } from '../../../src/core/casework/keptRecords';
import { ResultFolder } from '../../../src/node/casework/results';
import { ReviewHistory } from '../../../src/extension/review/reviewHistory';
import { EventEmitter, Uri, workspace } from '../../fakes/vscode';
import { findingsOf, targetOf } from '../presentation/exampleFindings';

const uri = 'file:///letters/letter.txt';
const target = { ...targetOf(uri, 1), offset: 0 };
const findings = findingsOf(target);

/** The history of a window, whose settings stand for what `settings` gives. */
function historyWith(settings: () => Promise<string>, beside: (key: object) => unknown = () => undefined) {
  const changed = new EventEmitter<void>();
  const folder = {
    base: '/letters',
    nameOf: (file: string) => file,
    of: beside,
    all: () => [beside({})],
    refused: [],
    keep: () => undefined,
  };
  let hash = findings.evidence.index;
  const parts = {
    index: {
      ...{ file: () => Promise.resolve('/letters/index.sqlite'), results: () => Promise.resolve(folder) },
      ...{ searched: () => Promise.resolve(findings.index), contentHash: () => Promise.resolve(hash) },
    },
    choices: { onDidChange: changed.event, settings },
    problems: {
      during: (action: () => Promise<void>) => action().catch(() => undefined),
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
    await history.current(Uri.parse(uri) as never, { ...target, text: `${target.text} And more.` }),
  ).toBeUndefined();
  history.keep(findings);
  expect(await history.current(Uri.parse(uri) as never, target)).toBe(findings);
});

it('has no result that could be kept of a review whose server was not searched', async () => {
  const { history } = historyWith(asBefore);
  const server = { name: 'laboratory', problem: { code: 'ServerUnreachable', message: 'It does not answer.' } };
  history.keep({ ...findings, evidence: { ...findings.evidence, server } });
  expect(await history.current(Uri.parse(uri) as never, target)).toBeUndefined();
});

it('has no current result once the index holds something else, whoever changed it', async () => {
  const { history, indexBecomes } = historyWith(asBefore);
  history.keep(findings);
  indexBecomes('another one');
  expect(await history.current(Uri.parse(uri) as never, target)).toBeUndefined();
});

it('finds a result beside the index that memory has no room for', async () => {
  const kept = keptResult({ ...findings, document: '/letters/letter.txt' });
  const { history } = historyWith(asBefore, () => kept);
  expect(history.of(uri)).toBeUndefined();
  expect((await history.current(Uri.parse(uri) as never, target))?.evidence).toEqual(findings.evidence);
});

it('knows the results that it reads for current ones where the index is as it was', async () => {
  const kept = keptResult({ ...findings, document: '/letters/letter.txt' });
  const { history } = historyWith(asBefore, () => kept);
  workspace.textDocuments = [{ uri: Uri.parse(uri), getText: () => target.text }];
  await history.load();
  expect(history.of(uri)?.findings?.evidence).toEqual(findings.evidence);
  expect(history.isStale(uri)).toBe(false);
});

describe('the results that lie beside the index', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-history-'));
  const file = path.join(folder, 'index.sqlite');
  const letter = path.join(folder, 'letter.txt');
  const place = Uri.file(letter).toString();
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  async function loaded() {
    const warned: string[] = [];
    const parts = {
      index: {
        ...{ file: () => Promise.resolve(file), results: () => Promise.resolve(new ResultFolder(file)) },
        searched: () => Promise.resolve(findings.index),
        contentHash: () => Promise.resolve(findings.evidence.index),
      },
      choices: { onDidChange: new EventEmitter<void>().event, settings: asBefore },
      problems: {
        during: (action: () => Promise<void>) => action(),
        warn: (lines: readonly string[]) => Promise.resolve(warned.push(...lines)),
      },
    };
    const history = new ReviewHistory(parts as unknown as ConstructorParameters<typeof ReviewHistory>[0]);
    await history.load();
    return { history, warned };
  }

  it('come back where this user wrote them, and are named and left where nobody knows who did', async () => {
    const results = new ResultFolder(file);
    const key = { place: 'letter.txt', text: target.text, settings: findings.settings, index: findings.evidence.index };
    results.keep(key, keptResult({ ...findings, target, document: 'letter.txt' }));
    const before = await loaded();
    expect(before.history.of(place)?.findings?.evidence).toEqual(findings.evidence);
    expect(before.warned).toEqual([]);

    const [name] = fs.readdirSync(path.join(folder, 'index-results'));
    const written = path.join(folder, 'index-results', name!);
    const { result } = JSON.parse(fs.readFileSync(written, 'utf8')) as { result: typeof findings };
    const [first, ...others] = result.evidence.candidates;
    const forged = { ...result, evidence: { ...result.evidence, candidates: [...others, { ...first, score: 40 }] } };
    const text = JSON.stringify(forged);
    fs.writeFileSync(written, `{"code":"${createHash('sha256').update(text).digest('hex')}","result":${text}}\n`);
    const after = await loaded();
    expect(after.history.of(place)).toBeUndefined();
    expect(after.warned).toEqual([expect.stringContaining(written)]);
  });
});
