import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePairs } from '../../../laboratory/tasks/pairs';
import { linesFile, run, textBy, type Writer } from './sampleDocuments';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'idiograph-pairs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const writers = ['ada', 'ben', 'cyd'] as const;
const pairs = writers.flatMap((a, at) => {
  const b = writers[(at + 1) % 3]!;
  return [
    { id: `${a}-same`, fandoms: ['x', 'y'], pair: [textBy(a, 0, 300), textBy(a, 1, 300)], authors: [a, a] },
    { id: `${a}-other`, fandoms: ['x', 'y'], pair: [textBy(a, 0, 300), textBy(b, 1, 300)], authors: [a, b] },
  ];
});
const asked = pairs.map(({ id, fandoms, pair }) => ({ id, fandoms, pair }));
const truth = pairs.map(({ id, authors }) => ({ id, same: authors[0] === authors[1], authors }));

async function evaluate(lines: readonly unknown[], truths: readonly unknown[], ...more: readonly string[]) {
  const files = [
    '--pairs',
    linesFile(folder, 'pairs.jsonl', lines),
    '--truth',
    linesFile(folder, 'truth.jsonl.gz', truths),
  ];
  return run(['verification', ...files, '--mode', 'written', '--method', 'fused', '--json', ...more]);
}

describe('evaluate verification on pairs of PAN', () => {
  it('gives the rows of any trials, and a page with a plot that is described in words', async () => {
    const page = path.join(folder, 'page.html');
    const { status, stdout, stderr } = await evaluate(asked, truth, '--page', page);
    expect(status, stderr).toBe(0);
    const { data, methods } = JSON.parse(stdout) as {
      readonly data: object;
      readonly methods: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
    };
    expect(Object.keys(data)).toEqual(['pairs', 'truth']);
    expect(methods['fused']!.at(-1)).toMatchObject({ modes: null, words: null, trials: 6, auc: 1 });
    expect(methods['fused']![0]).toMatchObject({ modes: 'written-written', genre_relation: 'unknown', words: 250 });
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('fused');
    const drawn = (html.match(/<svg role="img" [^>]*aria-label="[^"]{20,}"/g) ?? []).length;
    expect([0, 1]).toContain(drawn);
    expect(drawn === 1).toBe(methods['fused']!.at(-1)!['uncalibrated'] === 0);
  });

  it('has no cost for one class', async () => {
    const { stdout } = await evaluate(
      asked.filter(({ id }) => id.endsWith('same')),
      truth.filter(({ same }) => same),
    );
    const { methods } = JSON.parse(stdout) as { methods: Record<string, readonly object[]> };
    expect(methods['fused']!.at(-1)).toMatchObject({ trials: 3, auc: null, cllr: null });
  });

  it('replaces no file that is not such a page', async () => {
    const page = path.join(folder, 'notes.html');
    writeFileSync(page, 'notes');
    expect((await evaluate(asked, truth, '--page', page, '--force')).status).toBe(3);
    expect(readFileSync(page, 'utf8')).toBe('notes');
  });

  it.each([
    ['an id that is missing in the truth', asked, truth.slice(1), /pairs\.jsonl:1: .*no trial with the id "ada-same"/],
    ['an id that is missing among the pairs', asked.slice(1), truth, /truth\.jsonl\.gz:1: .*no pair with this id/],
    ['a pair given twice', [...asked, asked[0]], truth, /pairs\.jsonl:7: .*given before/],
    ['a truth given twice', asked, [...truth, truth[0]], /truth\.jsonl\.gz:7: the id "ada-same" was given before/],
    ['one text', [{ ...asked[0], pair: ['only'] }, ...asked.slice(1)], truth, /"pair" must be a list of two texts/],
    [
      'an empty text',
      [{ ...asked[0], pair: ['a', ' '] }, ...asked.slice(1)],
      truth,
      /"pair" must be a list of two texts/,
    ],
    [
      'authors that contradict the truth',
      asked,
      [{ ...truth[0], same: false }, ...truth.slice(1)],
      /"authors" contradict "same"/,
    ],
    ['a truth that is none', asked, [{ ...truth[0], same: 'yes' }, ...truth.slice(1)], /"same" must be true or false/],
    ['nothing', [], [], /holds no pairs/],
  ])('refuses %s', async (_, lines, truths, problem) => {
    const { status, stderr } = await evaluate(lines, truths);
    expect([status, stderr]).toEqual([2, expect.stringMatching(problem)]);
  });

  it('takes every text as by an author of its own where no authors are given, and cuts both to judged lengths', () => {
    const text = (words: number, writer: Writer = 'ada'): string => textBy(writer, 0, words);
    const lines = [
      { id: 1, pair: [text(600), text(260)] },
      { id: 2, pair: [text(90), text(600)] },
    ];
    const file = (name: string, items: readonly object[]) => ({
      name,
      lines: items.map((each) => JSON.stringify(each)),
    });
    const truths = [
      { id: 1, same: true },
      { id: 2, same: false },
    ];
    const files = { pairs: file('p', lines), truth: file('t', truths) };
    const { documents, trials } = parsePairs(files, { mode: 'unknown', mostWords: Infinity });
    expect(documents.map(({ author }) => author)).toEqual(['1/1', '1/1', '2/1', '2/2']);
    expect(trials.map(({ words, knownWords, modes }) => [words, knownWords, modes])).toEqual([
      [500, 250, 'unknown'],
      [50, 500, 'unknown'],
    ]);
  });
});
