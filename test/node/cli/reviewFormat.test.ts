import fs from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/core/domain/evidence';
import { expectProblem, jsonLines, readEvidence, root, runHere } from './support/runCli';
import { copySampleCase, useScratch } from './support/scratch';
import { isAll } from '../../needs';

const scratch = useScratch();
const schema = JSON.parse(fs.readFileSync(path.join(root, 'docs', 'review.schema.json'), 'utf8')) as object;
const matches = new Ajv({ allErrors: true }).compile(schema);
const asked = (name: string): string => scratch.at('mill', 'questioned', name);
const letter = asked('letter-roof-fund.txt');
let line: string;

beforeAll(async () => {
  copySampleCase(scratch.at('mill'));
  const { code, stdout, stderr } = await runHere(['attribute', letter, '--json']);
  expect(code, stderr).toBe(0);
  line = stdout;
});

describe('the JSON of a review', () => {
  it('is as its schema says', () => {
    expect(matches(JSON.parse(line)), JSON.stringify(matches.errors)).toBe(true);
  });

  it.each(['blog-visitor-plan.txt', 'note-on-the-door.txt'])('is as its schema says of %s', async (name) => {
    const { stdout } = await runHere(['attribute', asked(name), '--json']);
    expect(matches(JSON.parse(stdout)), JSON.stringify(matches.errors)).toBe(true);
  });

  it('is not as its schema says with another field, in itself or in a table, or without its tables', () => {
    const read = JSON.parse(line) as { readonly evidence: { readonly tables: object } };
    const { evidence } = read;
    const odd = [
      { ...read, more: 1 },
      { ...read, evidence: { ...evidence, tables: { ...evidence.tables, more: [] } } },
      { ...read, evidence: { ...evidence, tables: undefined } },
    ];
    expect([read, ...odd].map((each) => matches(each))).toEqual([true, false, false, false]);
  });

  it('has every fact once: less than half of the bytes of the findings in full', () => {
    const full = JSON.stringify(readEvidence(line)).length;
    expect(full).toBeGreaterThan(100_000); // markers and passages of five authors
    expect(line.length).toBeLessThan(0.45 * full); // .39 where this was written
    const ids = new Set(line.match(/\b[0-9a-f]{64}\b/g));
    for (const id of ids) expect(line.split(id), id).toHaveLength(2);
  });

  it('has the same form in a line of a case', async () => {
    const { stdout } = await runHere(['case', scratch.at('mill'), '--json']);
    const [, reviewed] = jsonLines(stdout) as readonly [object, { readonly format: string; readonly evidence: object }];
    expect(reviewed.format).toBe('idiograph.case-text/2');
    const asReview = { format: 'idiograph.attribute/2', shares: [], warnings: [], evidence: reviewed.evidence };
    expect(matches(asReview), JSON.stringify(matches.errors)).toBe(true);
  });
});

describe('the JSON beside a report', () => {
  const file = (name: string): string => scratch.at('mill', name);
  const rerun = (name: string) => runHere(['report', '--rerun', file(name), '--json']);
  interface Facts {
    readonly questions: readonly [{ readonly evidence: object }];
  }
  let facts: Facts;
  /** The facts as an earlier version wrote them. */
  let first: Facts & { readonly questions: readonly [{ readonly evidence: Evidence }] };

  beforeAll(async () => {
    const { code, stderr } = await runHere(['report', letter, '--out', file('r.html')]);
    expect(code, stderr).toBe(0);
    facts = JSON.parse(fs.readFileSync(file('r.json'), 'utf8')) as Facts;
    const [question] = facts.questions;
    const evidence = readEvidence(JSON.stringify(question));
    first = { ...facts, ...{ format: 'idiograph.report-facts/1' }, questions: [{ ...question, evidence }] };
    fs.writeFileSync(file('first.json'), `${JSON.stringify(first)}\n`);
  });

  it.runIf(isAll)('is asked again in the first format, too', async () => {
    for (const name of ['r.json', 'first.json']) {
      const { code, stdout, stderr } = await rerun(name);
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ changed: [], differences: [] });
    }
    const other = JSON.stringify(first).replace(/"llr":-?[\d.]+/, '"llr":9.5');
    fs.writeFileSync(file('other.json'), other);
    const { differences } = JSON.parse((await rerun('other.json')).stdout) as {
      readonly differences: readonly object[];
    };
    expect(differences).toMatchObject([{ before: '9.5' }]);
  });

  it('is refused with its name and the field where it was damaged', async () => {
    const damaged = JSON.stringify(facts).replace(/"marker":\d+/, '"marker":999');
    fs.writeFileSync(file('damaged.json'), damaged);
    const words = ['damaged.json cannot be read', 'markers.for.0.marker" must be a place in tables.markers'];
    expectProblem(await runHere(['report', '--rerun', file('damaged.json')]), 3, 'UnreadableDocument', ...words);
  });

  it.runIf(isAll)('is written over one of the first format', async () => {
    fs.copyFileSync(file('first.json'), file('r.json'));
    const { code, stderr } = await runHere(['report', letter, '--out', file('r.html'), '--force']);
    expect(code, stderr).toBe(0);
    expect(fs.readFileSync(file('r.json'), 'utf8')).toMatch(/^{"format":"idiograph\.report-facts\/2"/);
  });
});
