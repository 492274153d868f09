import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { CaseAt } from '../../../src/case/caseAt';
import { Results } from '../../../src/case/resultStore';
import { results } from '../../../src/case/results';
import type { KeptResult } from '../../../src/core/casework/keptRecords';
import type { Provenance } from '../../../src/core/domain/evidence';
import { neverStops, type Steps } from '../../../src/core/basics/work';
import { findingsOf, targetOf } from '../presentation/exampleFindings';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-kept-'));
const file = path.join(folder, 'letter.txt');
fs.writeFileSync(file, 'some words');
const target = { ...targetOf('file:///letter.txt', 1), offset: 0 };
const findings = findingsOf(target);
const result: KeptResult = { ...findings, document: file };
const kept = new Results(path.join(folder, 'index.sqlite'));
const engine = {
  modelFiles: () => Promise.resolve({}),
  indexInfo: () => Promise.resolve({ contentHash: findings.evidence.index }),
  readDocument: (_: unknown, name: string) => Promise.resolve({ text: fs.readFileSync(name, 'utf8') }),
};
const parts = { engine, modelsFolder: '', findResults: () => kept };
const at = new CaseAt(
  parts as unknown as ConstructorParameters<typeof CaseAt>[0],
  { index: path.join(folder, 'index.sqlite'), window: { isTrusted: true } },
  undefined,
  neverStops,
);
const compared = { choices: { candidates: 10 } as never, stated: new Map<string, Provenance>() };
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

it('lists results with what differs now, and reads one by its id', async () => {
  const settings = '{"facts":"as before"}';
  const id = await answered(kept.keep(at, { ...result, settings }));
  const found = await answered(results(at, compared));
  expect(found.told).toEqual([]);
  const [line] = found.answer;
  expect(line).toMatchObject({ id: id.answer, document: fs.realpathSync(file), changed: ['text', 'basis'] });
  expect((await answered(at.results.read(at, id.answer))).answer?.evidence).toEqual(findings.evidence);
  fs.writeFileSync(file, target.text);
  expect((await answered(results(at, compared))).answer[0]?.changed).toEqual(['basis']);
});

it('keeps results of texts that are no files in memory, and finds each by text, settings and index', async () => {
  const document = 'untitled:Untitled-1';
  await answered(kept.keep(at, { ...result, document }));
  const [line] = (await answered(results(at, compared))).answer.filter((each) => each.document === document);
  expect(line).toMatchObject({ changed: ['basis'] });
  const key = { document, target, settings: findings.settings };
  expect((await answered(kept.find(at, key, findings.evidence.index))).answer?.id).toBe(line?.id);
  expect((await answered(kept.find(at, key, 'another'))).answer).toBeUndefined();
  expect(
    (await answered(kept.find(at, { ...key, settings: 'others' }, findings.evidence.index))).answer,
  ).toBeUndefined();
});

it('finds each result of a case of 250 texts', async () => {
  const many = new Results(path.join(folder, 'many', 'index.sqlite'));
  const documents = Array.from({ length: 250 }, (_, i) => path.join(folder, 'many', `letter-${i}.txt`));
  for (const document of documents) await answered(many.keep(at, { ...result, document }));
  const [first] = documents;
  const key = { document: first!, target, settings: findings.settings };
  expect((await answered(many.find(at, key, findings.evidence.index))).answer).toMatchObject({ document: first });
  const { value: lines } = many.list().next();
  expect(lines).toHaveLength(documents.length);
});

it('keeps a result in memory where it cannot be written', async () => {
  const inAFile = new Results(path.join(file, 'index.sqlite'));
  const { answer, told } = await answered(inAFile.keep(at, result));
  expect(told).toEqual([{ notice: { code: 'notKept', values: { reason: expect.any(String) as string } } }]);
  expect((await answered(inAFile.read(at, answer))).answer?.evidence).toEqual(findings.evidence);
});

it('names and passes over results that somebody else wrote', async () => {
  await answered(results(at, compared));
  const [name = ''] = fs.readdirSync(path.join(folder, 'index-results'));
  const written = path.join(folder, 'index-results', name);
  const { result: wrote } = JSON.parse(gunzipSync(fs.readFileSync(written)).toString()) as { result: typeof findings };
  const [first, ...others] = wrote.evidence.candidates;
  const forged = { ...wrote, evidence: { ...wrote.evidence, candidates: [...others, { ...first, score: 40 }] } };
  const text = JSON.stringify(forged);
  const hash = createHash('sha256').update(text).digest('hex');
  fs.writeFileSync(written, gzipSync(`{"code":"${hash}","result":${text}}\n`));
  const after = await answered(results(at, compared));
  expect(after.answer.map(({ document }) => document)).toEqual(['untitled:Untitled-1']);
  expect(after.told).toEqual([
    { notice: { code: 'refusedResult', values: { file: expect.stringContaining(written) as string } } },
  ]);
});
