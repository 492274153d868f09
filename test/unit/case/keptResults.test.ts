import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CaseAt } from '../../../src/case/caseAt';
import { keepResult, keptResultOf, keptResults } from '../../../src/case/windows';
import type { KeptResult } from '../../../src/core/casework/keptRecords';
import { neverStops, type Steps } from '../../../src/core/work';
import { findingsOf, targetOf } from '../presentation/exampleFindings';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-kept-'));
const file = path.join(folder, 'letter.txt');
fs.writeFileSync(file, 'some words');
const target = { ...targetOf('file:///letter.txt', 1), offset: 0 };
const findings = findingsOf(target);
const result: KeptResult = { ...findings, document: file };
const parts = { engine: {}, modelsFolder: '', unread: {} } as unknown as ConstructorParameters<typeof CaseAt>[0];
const at = new CaseAt(parts, { index: path.join(folder, 'index.sqlite') }, undefined, neverStops);
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** The answer of a method, and what it noticed on the way. */
async function answered<Answer>(steps: Steps<unknown, Answer>): Promise<{ answer: Answer; told: unknown[] }> {
  const told: unknown[] = [];
  for (;;) {
    const step = await steps.next();
    if (step.done) return { answer: step.value, told };
    told.push(step.value);
  }
}

it('gives results back where this user wrote them, and names and passes over those that somebody else did', async () => {
  await answered(keepResult(at, result));
  const before = await answered(keptResults(at));
  expect(before.told).toEqual([]);
  expect(before.answer.map(({ document }) => document)).toEqual([fs.realpathSync(file)]);
  expect(before.answer[0]?.evidence).toEqual(findings.evidence);
  const key = { file, target, settings: findings.settings, index: findings.evidence.index };
  expect((await answered(keptResultOf(at, key))).answer?.evidence).toEqual(findings.evidence);
  expect((await answered(keptResultOf(at, { ...key, index: 'another' }))).answer).toBeUndefined();

  const [name = ''] = fs.readdirSync(path.join(folder, 'index-results'));
  const written = path.join(folder, 'index-results', name);
  const { result: kept } = JSON.parse(fs.readFileSync(written, 'utf8')) as { result: typeof findings };
  const [first, ...others] = kept.evidence.candidates;
  const forged = { ...kept, evidence: { ...kept.evidence, candidates: [...others, { ...first, score: 40 }] } };
  const text = JSON.stringify(forged);
  fs.writeFileSync(written, `{"code":"${createHash('sha256').update(text).digest('hex')}","result":${text}}\n`);
  const after = await answered(keptResults(at));
  expect(after.answer).toEqual([]);
  expect(after.told).toEqual([{ notice: expect.stringContaining(written) as string }]);
});
