import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileText } from '../../../src/reading/text/readableFormats';
import { readDocument } from '../../../src/reading/readFile';

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/documents');
const folder = mkdtempSync(path.join(tmpdir(), 'idiograph-readers-'));

/** Files of usual programs: `test/fixtures/documents/make.mjs` and `make_mail.py` made them. */
export function fixture(name: string): string {
  return path.join(fixtures, name);
}

export function bytesOf(name: string): Buffer {
  return readFileSync(fixture(name));
}

/** Reads bytes under a name. */
export async function read(name: string, content: string | Uint8Array): Promise<FileText> {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return readDocument(file);
}

/** What the reader says of a file that it refuses. */
export async function refusal(name: string, content: string | Uint8Array): Promise<{ code: string; message: string }> {
  return read(name, content).then(
    () => ({ code: 'read', message: '' }),
    (error: unknown) => error as { code: string; message: string },
  );
}
