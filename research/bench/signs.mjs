// Reviews texts of dev in made cases, and reads every ratio on every surface: JSON, terminal, report, Word, page, side bar, log, overview.
// A ratio with another sign, number or function than its evidence has is printed, and the exit status is 1. Build first.
//   nice node research/bench/signs.mjs --data FOLDER [--reviews 200] [--seed 1] [--keep FOLDER]
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { engineSources, root } from './engineSources.mjs';

const given = {
  data: { type: 'string' },
  reviews: { type: 'string' },
  seed: { type: 'string' },
  keep: { type: 'string' },
};
const { values } = parseArgs({ options: given });
if (!values.data) throw new Error('Name the folder of the data with --data.');
const { readKeptResult, reviewView, describeResult, reviewMark } = await engineSources('signs', {
  'src/core/casework/keptRecords.ts': 'readKeptResult',
  'src/presentation/reviewView.ts': 'reviewView',
  'src/presentation/findings.ts': 'describeResult, reviewMark',
});
const folder = values.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-signs-'));
process.env.XDG_CONFIG_HOME = path.join(folder, 'user');
const cli = createRequire(import.meta.url)(path.join(root, 'dist', 'cli.js'));
const engine = cli.startEngine(path.join(root, 'models'));

/** Runs one command and returns what it printed. */
async function run(...args) {
  const printed = ['', ''];
  const [out, err] = [0, 1].map(
    (i) => new Writable({ write: (chunk, _, done) => ((printed[i] += chunk.toString()), done()) }),
  );
  const shared = { ask: (...asked) => engine.ask(...asked), close: () => Promise.resolve() };
  const code = await cli.runCommand(cli.commands, args, new cli.StreamIo(() => shared, out, err));
  if (code !== 0 && code !== 3) throw new Error(`${args.join(' ')}: ${code} ${printed[1]}`);
  return printed[0];
}

/** The items of a list by a key. */
function groupBy(list, keyOf) {
  const groups = new Map();
  for (const each of list) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

let state = Number(values.seed ?? 1);
const draw = (n) => Math.floor(((state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31) * n);
const shuffle = (list) =>
  list
    .map((each) => [draw(1e6), each])
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);
const cut = (text, words) =>
  text
    .split(/(?<=\s)/)
    .slice(0, words)
    .join('');

/** A case of some authors: known texts, and questioned ones by them and by others, with three kinds of questions. */
function makeCase(name, texts, authors, searches) {
  const at = path.join(folder, name);
  const byAuthor = groupBy(texts, ({ author }) => author);
  const usable = shuffle([...byAuthor].filter(([, list]) => new Set(list.map(({ title }) => title)).size > 2));
  if (usable.length < authors) return undefined;
  const [known, outside] = [usable.slice(0, authors), usable.slice(authors, authors + 3)];
  const documents = {};
  const write = (file, text, facts) => {
    fs.mkdirSync(path.dirname(path.join(at, file)), { recursive: true });
    fs.writeFileSync(path.join(at, file), text);
    documents[file] = facts;
  };
  const questioned = outside.map(([, list]) => list[0]);
  for (const [author, list] of known) {
    const [held, ...others] = shuffle(list);
    questioned.push(held);
    others
      .filter(({ title }) => title !== held.title)
      .slice(0, 3 + draw(5))
      .forEach(({ text, mode, genre }, i) =>
        write(`known/${author}/${i}.txt`, text, { role: 'known', author, mode, genre, language: 'en' }),
      );
  }
  shuffle(questioned)
    .slice(0, searches)
    .forEach(({ text, mode, genre }, i) => {
      const pair = known.slice(0, 2).map(([author]) => author);
      const question = [undefined, 'known', undefined, pair, undefined][i % 5];
      const facts = { role: 'questioned', mode, genre, language: 'en', ...(question && { question }) };
      write(`questioned/q${i}.txt`, cut(text, [100, 250, 500, 1000][draw(4)]), facts);
    });
  fs.writeFileSync(
    path.join(at, `${name}.idiograph-case.json`),
    JSON.stringify({ format: 'idiograph.case/1', documents }),
  );
  return at;
}

/** A ratio as it must be printed, by arithmetic of this program. */
function write(llr) {
  const times = 10 ** Math.abs(llr);
  if (times < 1.05) return '×1';
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(times)) - 1);
  const number = times < 10 ? Number(times.toFixed(1)) : Math.round(times / unit) * unit;
  return `${llr < 0 ? '÷' : '×'}${number.toLocaleString('en')}`;
}

/** Every log10 ratio below a value. */
function listLlrs(value) {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'number' && /^(?:llr|bound$)/.test(key) ? [each] : key === 'interval' ? each : listLlrs(each),
  );
}

/** The ratios of authors: as named, of the search, and among the authors of the question. */
function listRatios({ candidates, question }) {
  const open = candidates.flatMap(({ author, verification }) => listLlrs(verification).map((llr) => [author, llr]));
  return [...open, ...(question?.authors ?? []).map(({ author, llr }) => [author, llr ?? NaN])];
}

const faults = new Set();
/** Prints a fault when it is first found. */
function addFault(fault) {
  if (!faults.has(fault)) console.log(fault);
  faults.add(fault);
}

/** Compares the ratios of a surface with those of its evidence. */
function check(where, text, evidence, examples) {
  const [ratios, plain] = [
    listRatios(evidence),
    text
      .replace(/<[^>]+>/g, ' ')
      .replace(/&#39;/g, "'")
      .replace(/\\u0009|\s+/g, ' '),
  ];
  const right = new Set([...listLlrs(evidence).map(write), ...(examples ?? [])]);
  const report = (fault) => addFault(`${where}: ${fault}`);
  for (const [printed] of plain.matchAll(/[×÷]\d[\d.,]*(?<![.,])/g))
    if (!right.has(printed) && !/^[×÷](?:\d{1,2}\.\d\d|\d[\d,]{2,})$/.test(printed))
      report(`${printed} is no ratio of the evidence`); // factors have two decimals, or are large
  if (/\d×/.test(plain)) report('a ratio whose sign comes behind it');
  const names = evidence.candidates
    .map(({ author }) => author)
    .concat(evidence.question?.authors.map(({ author }) => author) ?? []);
  const statement =
    /findings are (?:about )?([\d.,]+) times more (?:probable|likely) if (.{1,60}?)(?:, the first[^,]*,|, in the index or not,)? wrote .{1,80}? than if (.{1,60}?)(?:, the first[^,]*,)? did/g;
  for (const [said, times, one, other] of plain.matchAll(statement)) {
    const author = names.find((name) => one === name) ?? names.find((name) => other.includes(name));
    const sign = names.includes(one) ? '×' : '÷';
    if (author && !ratios.some(([of, llr]) => of === author && write(llr) === `${sign}${times}`)) report(said);
  }
  if (examples) return; // a table has the next author's ratio behind a name
  for (const name of new Set(names))
    for (const [, printed] of plain.matchAll(new RegExp(`${name}[:,]? ([×÷][\\d.,]*\\d)`, 'g')))
      if (!ratios.some(([of, llr]) => of === name && write(llr) === printed)) report(`${name} has ${printed}`);
}

/** Everything that shows a kept result. */
async function checkResult(at, kept, name, printed) {
  const { evidence, document } = kept;
  const file = path.join(at, 'questioned', path.basename(document));
  const findings = { ...kept, id: 'x', index: { name: 'case', documents: new Map() } };
  const session = { state: { kind: 'ready', findings }, chosenVerifier: 'automatic', knownDocuments: new Map() };
  for (const { author } of evidence.candidates) {
    const view = reviewView(
      { ...session, selection: { author }, comparison: undefined },
      { indexedDocuments: 9, timeOfDay: () => '14:02' },
    );
    check(`${name} page of ${author}`, JSON.stringify(view), evidence);
    for (const row of view.candidates) {
      const named = evidence.candidates.find((each) => each.author === row.author)?.verification;
      const sign = /^[×÷][\d.,]*\d/.exec(row.finding)?.[0];
      if (sign && sign !== write(named.llr)) addFault(`${name}: the list has ${sign} for ${row.author}`);
    }
  }
  check(`${name} side bar`, JSON.stringify(reviewMark({ result: describeResult(kept, () => 'ab') }, false)), evidence);
  check(`${name} terminal`, printed, evidence);
  if (Number(name.slice(-1)) % 3 > 0) return; // a report is slow
  for (const suffix of name.endsWith('0') ? ['html', 'docx'] : ['html']) {
    const out = path.join(folder, `${name}.${suffix}`);
    await run('report', file, '--case', at, '--out', out, '--force');
    const text = suffix === 'html' ? fs.readFileSync(out, 'utf8') : await run('text', out);
    check(`${name} ${suffix}`, text.replace(/<svg.*?<\/svg>/gs, ''), evidence);
    check(`${name} ${suffix} as data`, fs.readFileSync(path.join(folder, `${name}.json`), 'utf8'), evidence);
  }
}

const lines = gunzipSync(fs.readFileSync(path.join(values.data, 'dev.jsonl.gz')))
  .toString()
  .trim()
  .split('\n');
const sources = [
  ...groupBy(
    lines.map((line) => JSON.parse(line)),
    ({ mode, genre }) => `${mode} ${genre}`,
  ),
];
const genres = sources.filter(([, list]) => new Set(list.map(({ author }) => author)).size >= 8);
const wanted = Number(values.reviews ?? 200);
let done = 0;
for (let i = 0; done < wanted && i < 200; i++) {
  const [genre, written] = genres[i % genres.length];
  const mixed = i % 4 === 3 ? [...written, ...genres[(i + 1) % genres.length][1]] : written;
  const name = `case${i}`;
  const at = makeCase(name, mixed, [2, 3, 5, 8, 12, 20][i % 6], Math.min(10, wanted - done));
  if (!at) continue;
  await run('validate', '--lock', '--case', at);
  const pages = (await run('case', at)).split('─'.repeat(72));
  const results = path.join(at, '.idiograph', 'index-results');
  const all = fs
    .readdirSync(results)
    .map((file) => readKeptResult(JSON.parse(gunzipSync(fs.readFileSync(path.join(results, file)))).result));
  const log = fs
    .readFileSync(path.join(at, '.idiograph', 'log.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).entry);
  for (const kept of all) {
    const of = `${name} ${path.basename(kept.document)}`;
    for (const { kind, document, outcome } of log)
      if (kind === 'asked' && path.basename(document) === path.basename(kept.document))
        check(`${of} log`, outcome, kept.evidence);
    const printed = pages.find((text) => text.trimStart().startsWith(`${path.basename(kept.document)} ·`));
    await checkResult(at, kept, `${name}-${path.basename(kept.document, '.txt')}`, printed);
    done += 1;
  }
  const evidence = { candidates: all.flatMap((kept) => kept.evidence.candidates), all };
  const overview = path.join(folder, `${name}-overview.html`);
  await run('report', path.join(at, 'questioned', 'q0.txt'), '--overview', '--case', at, '--out', overview, '--force');
  check(`${name} overview`, fs.readFileSync(overview, 'utf8').replace(/<svg.*?<\/svg>/gs, ''), evidence, [
    '×43',
    '÷3.1',
  ]);
  console.log(`${name}, ${genre}: ${all.length} reviews, ${done} of ${wanted}; ${faults.size} faults so far`);
}
console.log(`${done} reviews, ${faults.size} faults`);
if (!values.keep) fs.rmSync(folder, { recursive: true, force: true });
await engine.close?.();
process.exit(faults.size > 0 ? 1 : 0);
