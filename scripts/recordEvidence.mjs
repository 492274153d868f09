// Writes what the command line says as canonical JSON, so that two states of the code are compared by value: of the sample every
// command that answers about a case, a report and its re-run; with --data also 60 questioned texts over two indexes and 20 calls each
// of `verify`.
//
//   node scripts/recordEvidence.mjs --out FOLDER [--data FOLDER [--few]]
//   node scripts/recordEvidence.mjs --compare BEFORE AFTER
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

const root = path.join(import.meta.dirname, '..');
const cli = path.join(root, 'dist', 'cli.js');
const knownOfEach = 3;
const questionedWords = [150, 300, 600, 1200];
const indexes = [
  { name: 'written', genres: ['email', 'blog', 'letter'], authors: 14 },
  { name: 'mixed', genres: ['oral-argument', 'interview', 'novel', 'standard'], authors: 10 },
];

const moment = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}/g;
/** Hashes of files and lines that have the time of their writing in them. */
const isDated = ({ format, entry, kind }) => format?.startsWith('idiograph.report/') || entry || kind === 'exported';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    few: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
});
if (values.compare) process.exitCode = compare(...positionals);
else if (values.out) await record(values.data, path.resolve(values.out), values.few);
else throw new Error('Say --out FOLDER, or --compare BEFORE AFTER.');

async function record(data, out, few) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-record-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  fs.rmSync(out, { recursive: true, force: true });
  fs.mkdirSync(out, { recursive: true });
  const keep = (name, value) =>
    fs.writeFileSync(path.join(out, `${name}.json`), `${JSON.stringify(canonical(value, folder), null, 1)}\n`);
  await recordSample(folder, keep);
  if (data === undefined) return;
  const documents = gunzipSync(fs.readFileSync(path.join(data, 'dev.jsonl.gz')))
    .toString('utf8')
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line)] : []));
  const calls = [];
  for (const index of indexes) calls.push(...(await indexCalls(folder, documents, index)));
  const chosen = few ? calls.filter((_, i) => i % 6 === 0) : calls;
  const waiting = [...chosen];
  const work = async () => {
    for (let call = waiting.shift(); call; call = waiting.shift()) {
      keep(call.name, await answer(call.args));
    }
  };
  await Promise.all([work(), work()]);
  process.stdout.write(`${chosen.length} answers in ${out}\n`);
}

/** The sample's case, from its first index to its bundle, in the order of an examination; a later call sees what an earlier one wrote. */
async function recordSample(folder, keep) {
  const sample = path.join(folder, 'sample');
  fs.cpSync(path.join(root, 'sample'), sample, { recursive: true, filter: (from) => !from.endsWith('.idiograph') });
  const at = (...parts) => path.join(sample, ...parts);
  const names = fs.readdirSync(at('questioned')).sort();
  const [first, second] = names.map((name) => at('questioned', name));
  const inCase = ['--case', sample];
  const steps = [
    ['case', ['case', sample]],
    ['case-again', ['case', sample]],
    ...names.flatMap((name, i) => [[`attribute-${i}`, ['attribute', at('questioned', name)]]]),
    ['verify-author', ['verify', first, '--author', 'Author A']],
    ['verify-texts', ['verify', first, at('known', 'author-c', 'letter-lock-gate.txt')]],
    ['text', ['text', first]],
    ['concordance', ['concordance', 'however', ...inCase]],
    ['index-check', ['index', 'check', ...inCase]],
    ['report', ['report', first, '--out', at('report.html'), '--overview']],
    ['report-author', ['report', first, '--out', at('author.html'), '--author', 'Author A']],
    ['rerun', ['report', '--rerun', at('report.json')]],
    ['validate-lock', ['validate', '--lock', ...inCase]],
    ['rerun-locked', ['report', '--rerun', at('report.json')]],
    ['set-range', ['text', first, '--not-author', '0-120']],
    ['rerun-range', ['report', '--rerun', at('report.json')]],
    ['pin', ['case', sample, '--pin']],
    ['bundle', ['bundle', sample, '--out', at('case.zip'), '--texts']],
    ['blind', ['case', sample, '--blind']],
    ['blind-case', ['case', sample]],
    ['blind-verify', ['verify', first, '--author', 'Writer A']],
    ['blind-report', ['report', first, '--out', at('blind.html')]],
    ['unmask', ['case', sample, '--unmask']],
    ['log', ['case', sample, '--log']],
  ];
  for (const [name, args] of steps) keep(`sample-${name}`, await answer(args));
  const reports = ['report', 'author', 'blind'];
  for (const name of reports) keep(`sample-${name}-facts`, JSON.parse(fs.readFileSync(at(`${name}.json`), 'utf8')));
  process.stdout.write(`${steps.length} commands on the sample\n`);
}

/** Three known texts an author; two thirds of the questioned texts are by authors of the index, the others by nobody in it. */
async function indexCalls(folder, documents, { name, genres, authors }) {
  const index = path.join(folder, `${name}.sqlite`);
  const calls = [];
  let number = 0;
  for (const genre of genres) {
    const byAuthor = new Map();
    for (const document of documents) {
      if (document.genre === genre) byAuthor.set(document.author, [...(byAuthor.get(document.author) ?? []), document]);
    }
    const full = [...byAuthor].filter(([, own]) => own.length > knownOfEach).sort(([a], [b]) => (a < b ? -1 : 1));
    const known = full.slice(0, authors);
    const absent = full.slice(authors, authors + 3);
    const { mode } = known[0][1][0];
    const kind = ['--mode', mode, '--genre', genre];
    const group = path.join(folder, name, genre);
    for (const [author, own] of known)
      for (const one of own.slice(0, knownOfEach)) write(path.join(group, author), one, one.text);
    await answer(['index', 'add', group, '--authors-from-folders', ...kind, '--index', index]);
    const most = 30 / genres.length;
    const asked = [...known.slice(0, Math.ceil(most) - absent.length), ...absent].slice(0, Math.ceil(most));
    for (const [author, own] of asked) {
      const length = questionedWords[number % questionedWords.length];
      const text = own[knownOfEach].text
        .split(/(?<=\s)(?=\S)/)
        .slice(0, length)
        .join('');
      const file = write(path.join(folder, name, 'questioned'), own[knownOfEach], text);
      const id = `${name}-${String(number++).padStart(2, '0')}`;
      calls.push({ name: `attribute-${id}`, args: ['attribute', file, ...kind, '--index', index] });
      const texts = own.slice(0, knownOfEach).map((one) => write(path.join(folder, name, 'others'), one, one.text));
      if (number % 3 === 1) {
        const known = absent.some(([other]) => other === author) ? texts : ['--author', author];
        const more = known === texts ? ['--known-mode', mode, '--known-genre', genre] : [];
        calls.push({ name: `verify-${id}`, args: ['verify', file, ...known, ...kind, ...more, '--index', index] });
      }
    }
  }
  return calls;
}

function write(folder, { id }, text) {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${id}.txt`);
  fs.writeFileSync(file, text);
  return file;
}

/** What a command prints as JSON, also where it fails: one object, or those of several lines. */
async function answer(args) {
  const lines = (await printed([...args, '--json'])).trim().split('\n');
  const values = lines.map((line) => JSON.parse(line));
  return values.length === 1 ? values[0] : values;
}

async function printed(args) {
  const run = promisify(execFile)(process.execPath, [cli, ...args], { maxBuffer: 1 << 28 });
  const { stdout } = await run.catch((error) => error);
  if (!stdout) throw new Error(`${args.join(' ')} printed nothing`);
  return stdout;
}

/** Keys in order, and the temporary folder by a name; moments and what is made of them say nothing. */
function canonical(value, folder) {
  if (typeof value === 'string') return value.replaceAll(folder, 'FOLDER').replaceAll(moment, 'TIME');
  if (Array.isArray(value)) return value.map((one) => canonical(one, folder));
  if (value === null || typeof value !== 'object') return value;
  if (value.format === 'idiograph.bundle/1') return { ...value, file: 'FILE', sha256: 'DATED' };
  const dated = isDated(value) ? ['sha256', 'before'] : ['findings', 'by'];
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, canonical(dated.includes(key) ? 'DATED' : value[key], folder)]));
}

/** Prints the places at which two recordings differ; 1 where they do. */
function compare(before, after) {
  if (!before || !after) throw new Error('Say --compare BEFORE AFTER.');
  const names = fs.readdirSync(after);
  const differences = names.flatMap((name) => {
    const [one, other] = [before, after].map((folder) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')));
    return differing(one, other, name.replace('.json', ''));
  });
  for (const line of differences.slice(0, 40)) process.stdout.write(`${line}\n`);
  process.stdout.write(`${names.length} answers compared, ${differences.length} values differ\n`);
  return names.length > 0 && differences.length === 0 ? 0 : 1;
}

function differing(one, other, place) {
  if (Object.is(one, other)) return [];
  const nested = one !== null && other !== null && typeof one === 'object' && typeof other === 'object';
  if (!nested) return [`${place}: ${JSON.stringify(one)?.slice(0, 80)} → ${JSON.stringify(other)?.slice(0, 80)}`];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differing(one[key], other[key], `${place}.${key}`));
}
