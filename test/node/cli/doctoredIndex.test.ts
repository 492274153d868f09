import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Database, type Row } from '../../../src/node/sqlite/database/database';
import type { IndexedDocument } from '../../../src/core/ports';
import { recordSha256 } from '../../../src/node/sqlite/records/documentRows';
import { HashTree } from '../../../src/node/sqlite/records/indexFacts';
import { computeProfileSha256 } from '../../../src/node/sqlite/records/profileRows';
import { canRunAs, expectProblem, fingerprint, type Outcome, runCli, runHere } from './support/runCli';
import { closed, questioned, useScratch, sql } from './support/scratch';

const scratch = useScratch();

const attribute = (index: string): Promise<Outcome> => runHere(['attribute', questioned, '--index', index, '--json']);
const check = (index: string): Promise<Outcome> => runHere(['index', 'check', '--index', index]);

/** A copy of the index after another program's statements. */
async function doctored(name: string, statements: string): Promise<string> {
  const index = scratch.copyOfIndex(name);
  await closed(await sql(index, statements));
  return index;
}

/** An index that holds the questioned text itself as a known text, whose profile is that text's. */
async function withQuestioned(): Promise<string> {
  const index = scratch.at('questioned.sqlite');
  await runHere(['index', 'add', questioned, '--author', 'X', '--index', index]);
  return index;
}

/** Gives a document of another author the profile of the questioned text. */
const exchanged = (from: string): string => `ATTACH '${from}' AS other;
  UPDATE profiles SET (sha256, document_vector, feature_ids, feature_weights) =
    (SELECT sha256, document_vector, feature_ids, feature_weights FROM other.profiles LIMIT 1)
  WHERE document = (SELECT min(number) FROM documents)`;

describe('an index that another program has changed', () => {
  let changed = 0;
  it.each([
    ["UPDATE documents SET author = 'y' || (length(author) % 5)", /document .* is not listed as/],
    ["UPDATE documents SET role = 'population' WHERE number > 20", /document .* is not listed as/],
    ["UPDATE documents SET title = 'CONFESSION.txt', language = 'fr', words = 1", /document .* is not listed as/],
    ['DELETE FROM documents WHERE number > 20', /content hash/],
    ["UPDATE meta SET value = '<b>FAKE</b>' WHERE key = 'contentHash'", /content hash/],
    ["UPDATE documents SET text = replace(text, 'the', 'teh')", /document .* has another text than it was added with/],
    ['UPDATE profiles SET feature_weights = zeroblob(length(feature_weights))', /document .* has a damaged profile/],
    ['UPDATE spans SET vectors = zeroblob(length(vectors))', /document .* has damaged exact vectors/],
    ['DROP TABLE profiles', /another program has added, changed or removed parts of it: table profiles/],
  ])('is not searched after %s, and its check says so', async (statements, problem) => {
    const index = await doctored(`doctored-${(changed += 1)}.sqlite`, statements);
    const before = fingerprint(index);
    const review = await runHere(['attribute', questioned, '--index', index]);
    expectProblem(review, 4, 'IndexCorrupt', problem);
    const found = await check(index);
    expect(found.stdout + found.stderr).not.toMatch(/^Sound/m);
    expect(fingerprint(index)).toBe(before);
  });

  it('does not run a trigger that was put into it', async () => {
    const spoil = `CREATE TRIGGER spoil AFTER INSERT ON profiles BEGIN UPDATE documents SET author = 'EVIL'; END;
      DELETE FROM profiles`;
    const index = await doctored('trigger.sqlite', spoil);
    expectProblem(await runHere(['attribute', questioned, '--index', index]), 4, 'IndexCorrupt', /trigger spoil/);
  });

  it('does not take the profile of another text', async () => {
    const index = await doctored('profile.sqlite', exchanged(await withQuestioned()));
    const review = await runHere(['attribute', questioned, '--index', index]);
    expectProblem(review, 4, 'IndexCorrupt', /content hash/);
  });

  it('has another hash where all hashes in it were computed again', async () => {
    const first = 'WHERE number = (SELECT min(number) FROM documents)';
    const index = await doctored('rehashed.sqlite', `UPDATE documents SET author = 'author-b' ${first}`);
    await rehash(index);
    const [sound, changed] = [await attribute(scratch.index), await attribute(index)].map(
      ({ stdout }) => (JSON.parse(stdout) as { evidence: { index: string } }).evidence.index,
    );
    expect(changed).toMatch(/^[0-9a-f]{64}$/);
    expect(changed).not.toBe(sound);
  });
});

/** What someone can do who knows the format: computes the hashes of the first document, of its profile and of all records again. */
async function rehash(file: string): Promise<void> {
  const database = await Database.open(file, 'readWrite');
  const [document] = (await database.selectAll('SELECT * FROM documents ORDER BY number LIMIT 1')) as unknown as [
    Omit<IndexedDocument, 'textSha256'> & { number: number; text_sha256: string; codes_sha256: string },
  ];
  const added = { ...document, textSha256: document.text_sha256 };
  const sha256 = recordSha256({ facts: added, codesSha256: document.codes_sha256 });
  await database.run('UPDATE documents SET sha256 = ? WHERE number = ?', sha256, document.number);
  const row = (await database.get('SELECT * FROM profiles WHERE document = ?', document.number))!;
  const blobs = ['document_vector', 'feature_ids', 'feature_weights'].map((column) => row[column] as Uint8Array);
  const record = computeProfileSha256(sha256, { profiler: String(row['profiler']), blobs });
  await database.run('UPDATE profiles SET sha256 = ? WHERE document = ?', record, document.number);
  const facts = await database.selectAll("SELECT key, value FROM meta WHERE key NOT IN ('contentHash', 'writing')");
  const order = ['modelId', 'dim', 'documentDim', 'n', 'bits', 'rotationSha256', 'meanSha256'];
  const header = [...order, 'windowTokens', 'spanTokens'].map((key) => `${key} ${valueOf(facts, key)}`).join('\n');
  const records = await database.selectAll('SELECT sha256 FROM documents UNION ALL SELECT sha256 FROM profiles');
  const hash = new HashTree(
    header,
    records.map(({ sha256 }) => String(sha256)),
  ).computeValue();
  await database.run("UPDATE meta SET value = ? WHERE key = 'contentHash'", hash);
  await database.close();
}

function valueOf(rows: readonly Row[], key: string): string {
  return String(rows.find((row) => row['key'] === key)?.['value']);
}

describe('the content hash of an index', () => {
  it('is the one that docs/index-format.md describes', async () => {
    const database = await Database.open(scratch.index, 'immutable');
    const facts = await database.selectAll('SELECT key, value FROM meta');
    const records = (
      await database.selectAll('SELECT sha256 FROM documents UNION ALL SELECT sha256 FROM profiles')
    ).map(({ sha256 }) => String(sha256));
    const documents = await database.selectAll('SELECT * FROM documents');
    await database.close();
    const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();
    const names = ['modelId', 'dim', 'documentDim', 'n', 'bits', 'rotationSha256', 'meanSha256'];
    const header = [...names, 'windowTokens', 'spanTokens'].map((key) => `${key} ${valueOf(facts, key)}\n`).join('');
    const tree = (hashes: readonly string[]): string => {
      const buckets = Array.from({ length: 256 }, (_, bucket) => {
        const own = hashes.filter((hash) => Number.parseInt(hash.slice(0, 2), 16) === bucket);
        return sha256(own.sort().join('\n'));
      });
      return sha256(Buffer.concat([Buffer.from(header), ...buckets])).toString('hex');
    };
    expect(valueOf(facts, 'contentHash')).toBe(tree(records));
    const columns = ['author', 'role', 'title', 'mode', 'genre', 'language', 'text_sha256'];
    const contents = documents.map((row) => sha256(JSON.stringify(columns.map((each) => row[each]))).toString('hex'));
    expect(
      (JSON.parse((await attribute(scratch.index)).stdout) as { evidence: { index: string } }).evidence.index,
    ).toBe(tree(contents));
  });
});

describe.skipIf(!canRunAs(65_534))('an index on a disk that cannot be written', () => {
  it('is searched and checked, and stays current', async () => {
    const folder = scratch.at('read-only');
    fs.mkdirSync(folder);
    const index = path.join(folder, 'index.sqlite');
    fs.copyFileSync(scratch.index, index);
    fs.chmodSync(index, 0o444);
    fs.chmodSync(folder, 0o555);
    const asOther = { uid: 65_534 };
    for (const command of [
      ['attribute', questioned],
      ['index', 'check'],
    ]) {
      const outcome = await runCli([...command, '--index', index], asOther);
      expect(outcome.code, outcome.stderr).toBe(0);
      expect(outcome.stdout).not.toBe('');
    }
    const add = await runCli(['index', 'add', questioned, '--author', 'X', '--index', index], asOther);
    expectProblem(add, 4, 'IndexUnavailable', /cannot be written/);
    expect(fs.readdirSync(folder)).toEqual(['index.sqlite']);
    expect(fingerprint(index)).toBe(fingerprint(scratch.index));
  });
});
