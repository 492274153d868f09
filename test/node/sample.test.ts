import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCaseFile, setMember } from '../../src/core/casework/caseFile';
import { listRatioSettings } from '../../src/core/casework/lock';
import { CaseFolder } from '../../src/node/casework/caseFolder';
import { lockHash } from '../../src/node/casework/writeCase';
import { Models } from '../../src/node/loadedModels';
import { computeDocumentId } from '../../src/node/sha256';

interface CaseDocument {
  readonly role: string;
  readonly author?: string;
  readonly mode: string;
  readonly genre: string;
  readonly language: string;
}

const sample = join(import.meta.dirname, '../../sample');
const file = join(sample, 'sample.idiograph-case.json');
const caseFile = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly format: string;
  readonly documents: Readonly<Record<string, CaseDocument>>;
};
const key = JSON.parse(readFileSync(join(sample, 'key.json'), 'utf8')) as {
  readonly questioned: Readonly<Record<string, { readonly author: string | null }>>;
};
const entries = Object.entries(caseFile.documents);
const authors = ['Author A', 'Author B', 'Author C', 'Author D', 'Author E'];

function textFiles(): string[] {
  return readdirSync(sample, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.txt'))
    .map((entry) => relative(sample, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

const read = (path: string): string => readFileSync(join(sample, path), 'utf8');
const words = (path: string): number => read(path).trim().split(/\s+/).length;
const known = (author?: string): [string, CaseDocument][] =>
  entries.filter(([, document]) => document.role === 'known' && document.author === (author ?? document.author));

describe('the sample case', () => {
  it('declares every text file, and no file that is not there', () => {
    expect(caseFile.format).toBe('idiograph.case/1');
    expect(entries.map(([path]) => path).sort()).toEqual(textFiles());
  });

  it('has five documents by each of five writers, and three questioned ones', () => {
    expect(authors.map((author) => known(author).length)).toEqual([5, 5, 5, 5, 5]);
    expect(entries.filter(([, document]) => document.role === 'questioned')).toHaveLength(3);
    expect(entries).toHaveLength(28);
  });

  it('keeps known documents between 350 and 500 words', () => {
    const outside = entries
      .filter(([, document]) => document.role === 'known')
      .filter(([path]) => words(path) < 350 || words(path) > 500);
    expect(outside).toEqual([]);
  });

  it('has each writer in two genres at least, and speech from more than one of them', () => {
    const genres = authors.map((author) => new Set(known(author).map(([, document]) => document.genre)).size);
    expect(Math.min(...genres)).toBeGreaterThanOrEqual(2);
    const speakers = entries.filter(([, { mode }]) => mode === 'spoken').map(([, { author }]) => author);
    expect(new Set(speakers).size).toBeGreaterThan(1);
  });

  it('questions one writer in a genre of theirs, one stranger, and one text under the length floor', () => {
    expect(Object.keys(key.questioned).sort()).toEqual(
      entries.filter(([, document]) => document.role === 'questioned').map(([path]) => path),
    );
    const letter = 'questioned/letter-roof-fund.txt';
    const writer = key.questioned[letter]?.author ?? '';
    expect(authors).toContain(writer);
    expect(known(writer).map(([, document]) => document.genre)).toContain(caseFile.documents[letter]?.genre);
    expect(key.questioned['questioned/blog-visitor-plan.txt']?.author).toBeNull();
    const counts = ['letter-roof-fund', 'blog-visitor-plan', 'note-on-the-door'].map((name) =>
      words(`questioned/${name}.txt`),
    );
    expect(counts.map((count) => (count < 100 ? 'short' : count >= 450 && count <= 600 ? 'long' : 'other'))).toEqual([
      'long',
      'long',
      'short',
    ]);
    expect(counts[2]).toBeGreaterThanOrEqual(60);
    expect(counts[2]).toBeLessThanOrEqual(80);
  });

  it('names no author of a questioned document in the case file', () => {
    const named = entries.filter(([, document]) => document.role === 'questioned' && document.author !== undefined);
    expect(named).toEqual([]);
  });

  it('has the lock that validation gives here: if not, run UPDATE_SAMPLE=1 npm run node -- sample.test', async () => {
    const models = await new Models({ modelsFolder: join(sample, '../models') }).listFiles();
    const texts = known().map(([path, { author = '', mode, genre }]) => {
      const id = computeDocumentId({ author, mode: mode as 'written', genre, text: read(path) });
      return { id, author, title: basename(path) };
    });
    const lock = { settings: listRatioSettings(models, { excludeQuotes: true }), own: [], known: texts };
    const stored = { hash: lockHash(lock), ...lock }; // without a code, so that each user's program compares it again
    const text = readFileSync(file, 'utf8');
    if (process.env['UPDATE_SAMPLE'] === '1') writeFileSync(file, setMember(text, 'validation', stored));
    expect(parseCaseFile(readFileSync(file, 'utf8'), 'sample').validation).toEqual(stored);
  });

  it('has its questioned texts as the case file recorded them', async () => {
    const opened = await CaseFolder.open(sample);
    const questioned = opened.documents.filter(({ facts }) => facts.role === 'questioned');
    expect(questioned.map(({ facts }) => typeof facts.sha256)).toEqual(['string', 'string', 'string']);
    expect(await opened.findWarnings()).toEqual([]);
  });

  it('is plain text: UTF-8, straight quotes, paragraphs apart by one blank line', () => {
    const odd = textFiles().filter((path) => /[\u2010-\u201F\u2026\uFFFD\r\t]|\n{3}| {2}/u.test(read(path)));
    expect(odd).toEqual([]);
  });
});
