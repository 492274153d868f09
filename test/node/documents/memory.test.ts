import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { wordFile, wordXml, zipped } from './officeFiles';
import { pdfFile } from './pdfFile';
import { removeFolder } from '../../removeFolder';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-memory-'));
afterAll(() => removeFolder(folder));

/** Prints the most memory that the process had, in kilobytes, as its last line. */
const hook = path.join(folder, 'hook.cjs');
fs.writeFileSync(hook, "process.on('exit', () => require('fs').writeSync(2, `\\n${process.resourceUsage().maxRSS}`));");

/** The most memory of a reading of a file by the program, in megabytes, and what the program says. */
function readApart(name: string, content: Uint8Array): { readonly megabytes: number; readonly said: string } {
  const file = path.join(folder, name);
  fs.writeFileSync(file, content);
  const program = path.join(root, 'dist', 'cli.js');
  const asked = ['--require', hook, program, 'text', file, '--json'];
  const { stderr } = spawnSync(process.execPath, asked, { encoding: 'utf8', maxBuffer: 1e9 });
  return { megabytes: Number(stderr.trim().split('\n').at(-1)) / 1024, said: stderr };
}

const packedPage = (draws: string): Buffer => pdfFile([{ draws, packed: true }]);

/** Files that expand to some hundred times what they are, or that make an object of each sign. */
const hostile: Readonly<Record<string, () => Uint8Array>> = {
  'one-text.pdf': () => packedPage(`BT /F 9 Tf (${'word '.repeat(6_000_000)}) Tj ET`),
  'one-list.pdf': () => packedPage(`BT /F 9 Tf [${'(word)1'.repeat(4_000_000)}] TJ ET`),
  'hexadecimal.pdf': () => packedPage(`BT /F 9 Tf <${'41'.repeat(14_000_000)}> Tj ET`),
  'runs.docx': () =>
    wordFile('', { 'word/document.xml': wordXml(`<w:p>${'<w:r><w:t>a </w:t></w:r>'.repeat(1_000_000)}</w:p>`) }),
  'blanks.odt': () => zipped({ 'content.xml': blanks }),
  'groups.rtf': () => Buffer.from(`{\\rtf1\\ansi ${'{\\b a}'.repeat(4_000_000)}}`),
  'lines.eml': () => Buffer.from(`From: a@merrow.example\nSubject: x\n\nWords.\n${'\n'.repeat(800_000)}More words.\n`),
  'signs.rtf': () => Buffer.from(`{\\rtf1\\ansi ${'\\u8226?'.repeat(4_000_000)}}`),
};

const namespaces = ['office', 'text'].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);
const blanks = `<?xml version="1.0"?><office:document-content ${namespaces.join(' ')}><office:body><office:text><text:p>a${'<text:s text:c="2000000000"/>b'.repeat(1000)}</text:p></office:text></office:body></office:document-content>`;

describe('a hostile file', () => {
  it.each(Object.entries(hostile))('%s takes less than 1 GB of memory', { timeout: 300_000 }, (name, make) => {
    const { megabytes, said } = readApart(name, make());
    expect(megabytes, said.slice(0, 500)).toBeGreaterThan(20);
    expect(megabytes, said.slice(0, 500)).toBeLessThan(1000);
  });
});
