import fs from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, jsonLines, root, runHere } from './support/runCli';
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

  it('is not as its schema says with another field, in itself or in its findings, or without them', () => {
    const read = JSON.parse(line) as { readonly evidence: object };
    const odd = [
      { ...read, more: 1 },
      { ...read, evidence: { ...read.evidence, tables: [] } },
      { ...read, evidence: undefined },
    ];
    expect([read, ...odd].map((each) => matches(each))).toEqual([true, false, false, false]);
  });

  it('has the same form in a line of a case', async () => {
    const { stdout } = await runHere(['case', scratch.at('mill'), '--json']);
    const [, reviewed] = jsonLines(stdout) as readonly [object, { readonly format: string; readonly evidence: object }];
    expect(reviewed.format).toBe('idiograph.case-text/3');
    const asReview = { format: 'idiograph.attribute/3', shares: [], warnings: [], evidence: reviewed.evidence };
    expect(matches(asReview), JSON.stringify(matches.errors)).toBe(true);
  });
});

describe('the JSON beside a report', () => {
  const file = (name: string): string => scratch.at('mill', name);
  const rerun = (name: string) => runHere(['report', '--rerun', file(name), '--json']);

  beforeAll(async () => {
    const { code, stderr } = await runHere(['report', letter, '--out', file('r.html')]);
    expect(code, stderr).toBe(0);
    fs.writeFileSync(
      file('first.json'),
      fs.readFileSync(file('r.json'), 'utf8').replace('report-facts/3', 'report-facts/1'),
    );
  });

  it.runIf(isAll)('is asked again in the first format, too', async () => {
    for (const name of ['r.json', 'first.json']) {
      const { code, stdout, stderr } = await rerun(name);
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ changed: [], differences: [] });
    }
    const other = fs.readFileSync(file('first.json'), 'utf8').replace(/"llr":-?[\d.]+/, '"llr":9.5');
    fs.writeFileSync(file('other.json'), other);
    const { differences } = JSON.parse((await rerun('other.json')).stdout) as {
      readonly differences: readonly object[];
    };
    expect(differences).toMatchObject([{ before: '9.5' }]);
  });

  it('is refused with its name and the field where it was damaged', async () => {
    const damaged = fs.readFileSync(file('r.json'), 'utf8').replace('"candidates":[', '"candidates":[5,');
    fs.writeFileSync(file('damaged.json'), damaged);
    const words = ['damaged.json cannot be read', 'evidence.candidates.0" must be an object'];
    expectProblem(await runHere(['report', '--rerun', file('damaged.json')]), 3, 'UnreadableDocument', ...words);
  });

  it.runIf(isAll)('is written over one of the first format', async () => {
    fs.copyFileSync(file('first.json'), file('r.json'));
    const { code, stderr } = await runHere(['report', letter, '--out', file('r.html'), '--force']);
    expect(code, stderr).toBe(0);
    expect(fs.readFileSync(file('r.json'), 'utf8')).toMatch(/^{"format":"idiograph\.report-facts\/3"/);
  });
});
