import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from './documentFiles';

const root = path.resolve(import.meta.dirname, '../../..');
/** The least Node that is supported runs the tests; the newest one comes with the packages. */
const newest = path.dirname(createRequire(import.meta.url).resolve('node/package.json'));
const nodes = [process.execPath, path.join(newest, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')];
const folder = mkdtempSync(path.join(tmpdir(), 'idiograph-nodes-'));
const program = path.join(folder, 'read.cjs');

/** Prints the hash of the text of each file, or the code of the error. */
const source = `
  import { createHash } from 'node:crypto';
  import { readDocument } from './src/reading/readFile';
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const read = (file: string): Promise<string> => readDocument(file).then(({ text }) => hash(text), ({ code }) => code);
  void Promise.all(process.argv.slice(2).map(read)).then((all) => process.stdout.write(JSON.stringify(all)));
`;

const heads = 'From: a@merrow.example\nMIME-Version: 1.0\nContent-Type: text/plain; charset=';
const hexOf = (bytes: Buffer, mark: string): string =>
  Array.from(bytes, (byte) => mark + byte.toString(16).padStart(2, '0').toUpperCase()).join('');
const page = (charset: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`<meta charset="${charset}"><p>`), bytes, Buffer.from('</p>')]);
const mail = (charset: string, bytes: Buffer): string =>
  `${heads}${charset}\nContent-Transfer-Encoding: quoted-printable\n\n${hexOf(bytes, '=')}`;
const rich = (head: string, bytes: Buffer): string => `{\\rtf1\\${head} ${hexOf(bytes, "\\'")}}`;

/** One file of each kind and encoding, with its text. */
const files: readonly (readonly [string, string | Buffer, string])[] = [
  ...(
    [
      ['windows-1252', '93497492739420968097', '“It’s” –€—'],
      ['iso-8859-1', '93e992', '“é’'],
      ['us-ascii', '6974927385', 'it’s…'],
      ['windows-1250', '9b9d8c', '›ťŚ'],
      ['windows-1255', 'e0ca99', 'א\u05ba™'],
      ['windows-874', 'a185fc', undefined],
      ['koi8-u', 'a4f09d', 'єП²'],
      ['iso-8859-15', 'a4bd', '€œ'],
      ['macintosh', 'd249d55364d3d0', '“I’Sd”–'],
      ['ibm866', '80f0fd', 'АЁ¤'],
      ['gb18030', 'c4e38130843680', '你¥€'],
      ['shift_jis', '82a08194', 'あ＃'],
      ['big5', 'a741', '你'],
      ['euc-kr', 'b0a1', '가'],
    ] as const
  ).flatMap(([charset, hex, text]): (readonly [string, string | Buffer, string])[] => {
    const bytes = Buffer.from(hex, 'hex');
    return [
      [`${charset}.html`, page(charset, bytes), text ?? 'WrongEncoding'],
      [`${charset}.eml`, mail(charset, bytes), text ?? 'WrongEncoding'],
    ];
  }),
  ['ansi.rtf', rich('ansi', Buffer.from('934974927394', 'hex')), '“It’s”'],
  ['1251.rtf', rich('ansi\\ansicpg1251', Buffer.from('c688', 'hex')), 'Ж€'],
  ['mac.rtf', rich('mac', Buffer.from('d249d5d3', 'hex')), '“I’”'],
  ['pc.rtf', rich('pc', Buffer.from('82e1', 'hex')), 'éß'],
  ['pca.rtf', rich('pca', Buffer.from('9bd5', 'hex')), 'øı'],
  ['big.txt', Buffer.from('\ufeff“It’s”', 'utf16le').swap16(), '“It’s”'],
];

beforeAll(async () => {
  for (const [name, content] of files) writeFileSync(path.join(folder, name), content);
  await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function answers(node: string, paths: readonly string[]): readonly string[] {
  return JSON.parse(execFileSync(node, [program, ...paths], { encoding: 'utf8' })) as readonly string[];
}

describe('a file on the least and on the newest Node', () => {
  it.each(nodes)('has the text that its encoding says: %s', (node) => {
    const paths = files.map(([name]) => path.join(folder, name));
    const expected = files.map(([, , text]) =>
      text === 'WrongEncoding' ? text : createHash('sha256').update(text).digest('hex'),
    );
    expect(answers(node, paths)).toEqual(expected);
  });

  it('has the same text in all formats', () => {
    const paths = readdirSync(path.dirname(fixture('letter.docx')))
      .filter((name) => !/\.(mjs|py)$/.test(name))
      .map(fixture);
    const [least, most] = nodes.map((node) => answers(node, paths));
    expect(least).toEqual(most);
    expect(least!.filter((answer) => answer.length === 64).length).toBeGreaterThan(8);
  });
});
