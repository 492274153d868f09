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
function historyWith(settings: () => Promise<string>) {
  const changed = new EventEmitter<void>();
  const nowhere = { nameOf: (file: string) => file, of: () => undefined, keep: () => undefined };
  const parts = {
    index: { file: () => Promise.reject(new Error('there is none')), results: () => Promise.resolve(nowhere) },
    choices: { onDidChange: changed.event, settings },
    problems: { during: (action: () => Promise<void>) => action().catch(() => undefined) },
  };
  const history = new ReviewHistory(parts as unknown as ConstructorParameters<typeof ReviewHistory>[0]);
  return { history, settingsChange: () => changed.fire() };
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

it('has no result of a document of which a selection was reviewed', () => {
  const { history } = historyWith(asBefore);
  history.keep({ ...findings, target: { ...target, isSelection: true } });
  expect(history.isCurrent(uri, `${target.text} And more.`)).toBe(false);
  history.keep(findings);
  expect(history.isCurrent(uri, target.text)).toBe(true);
});

it('has no result that could be kept of a review whose server was not searched', () => {
  const { history } = historyWith(asBefore);
  const server = { name: 'laboratory', problem: { code: 'ServerUnreachable', message: 'It does not answer.' } };
  history.keep({ ...findings, evidence: { ...findings.evidence, server } });
  expect(history.isCurrent(uri, target.text)).toBe(false);
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
