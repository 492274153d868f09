// What people wait for, by the whole engine over an index of many authors: a review with its passages and markers, an edit, one author,
// short mails, a fresh process, indexing. Most are compared with the encoding of 1,000 words in the same rounds.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { race } from '../harness.mjs';
import { edited, openedEncoder, sampleTexts } from '../texts.mjs';

const options = { candidates: 10, excludeQuotes: true };
const facts = { mode: 'written', genre: 'letter', language: 'en' };
const wordsOfMail = 250;
/** Texts of each author, and the words of each, where there are few authors and where there are many. */
const fewAuthors = { textsOfEach: 4, wordsOfText: 400 };
const manyAuthors = { textsOfEach: 2, wordsOfText: 200 };

/** whole/*. */
export async function wholeRows(bench) {
  const { sizes } = bench;
  const few = await Reviewing.open(bench, 'few', { authors: sizes.authors, ...fewAuthors });
  await reviewRows(bench, few);
  const many = await Reviewing.open(bench, 'many', { authors: sizes.manyAuthors, ...manyAuthors });
  await growthRow(bench, few, many);
  await many.close();
  await few.close();
  await freshRow(bench, few);
  await indexingRow(bench);
  await longRow(bench);
  await longEditRow(bench);
}

/** An engine with an index of texts that are pieces of the sample, each of another place. */
class Reviewing {
  #changes = 0;

  static async open(bench, name, { authors, textsOfEach, wordsOfText, longWords = 0 }) {
    const { known, questioned } = sampleTexts(bench);
    const words = [...known, questioned].join('\n\n').split(/(?<=\s)(?=\S)/);
    const piece = (from, length) => Array.from({ length }, (_, i) => words[(from + i) % words.length]).join('');
    const toKnown = (author, title, text) => {
      const document = { ...facts, role: 'known', title, author, text };
      return { ...document, id: bench.engine.computeDocumentId(document) };
    };
    const texts = Array.from({ length: authors * textsOfEach }, (_, i) =>
      toKnown(`author ${i % authors}`, `${i}`, piece(i * 61, wordsOfText)),
    );
    if (longWords > 0) texts.push(toKnown('long', 'long', Array.from({ length: longWords }, picker(words)).join('')));
    const about = `${authors} authors, ${textsOfEach} texts of ${wordsOfText} words each`;
    const result = new Reviewing(await openEngine(bench), { ...bench, about, texts, piece, file: fileOf(bench, name) });
    await result.add(result.file, texts);
    return result;
  }

  constructor(local, parts) {
    Object.assign(this, { local, ...parts });
  }

  close() {
    return this.local.close();
  }

  ask(method, ...asked) {
    return this.engine.finish(this.local.during(this.local[method](this.never, ...asked)));
  }

  async add(file, texts) {
    fs.rmSync(file, { force: true });
    await this.ask('addDocuments', file, texts);
  }

  review(text, more) {
    return this.ask('review', this.file, this.#document(text), { ...options, ...more });
  }

  /** Reviews a text as a window does, with the passages of one candidate. @returns milliseconds of processor time to the candidates and to the first ratio */
  async reviewInWindow(text) {
    const before = process.cpuUsage();
    const spent = { candidates: undefined, ratio: undefined };
    const steps = this.local.review(this.never, this.file, this.#document(text), { ...options, passages: 1 });
    for await (const { evidence } of this.local.during(steps)) {
      const { user, system } = process.cpuUsage(before);
      if (evidence) spent.candidates ??= (user + system) / 1000;
      if (evidence?.candidates[0].verification) spent.ratio ??= (user + system) / 1000;
    }
    return spent;
  }

  /** @returns a text that was not reviewed before */
  next(words) {
    return `${this.#changes++} ${this.piece(this.#changes * 13, words)}`;
  }

  /** @returns the text after an edit that was not made before */
  edit(text) {
    return edited(text, (this.#changes += 1));
  }

  verify(text) {
    return this.ask('verifyAuthor', this.file, this.#document(text), { ...options, author: 'author 0' });
  }

  #document(text) {
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { ...facts, id: 'q', text, version: 1, sha256 };
  }
}

/** Picks words in an order that no text had before. */
function picker(words) {
  let seed = 1;
  return () => words[(seed = (seed * 48_271) % 2_147_483_647) % words.length];
}

async function openEngine({ engine, models, root }, encoders = {}) {
  const kernels = await engine.loadKernels(path.join(root, 'dist', 'kernels.wasm'));
  return new engine.LocalEngine({ modelsFolder: models, kernels, ...encoders });
}

const fileOf = ({ root }, name) => path.join(root, 'out', 'bench', `${name}.idiograph`);

/** Reviews in a process that runs already, each beside the encoding of 1,000 words. */
async function reviewRows(bench, few) {
  const { report, sizes } = bench;
  const { questioned } = sampleTexts(bench);
  const encoder = await openedEncoder(bench);
  const encode = (text) => bench.engine.encodeText(text, encoder, { n: encoder.patchTokens, stop: bench.never });
  const mails = Array.from({ length: sizes.mails }, (_, i) => few.piece(i * 37, wordsOfMail));
  const spent = {};
  const toParts = [];
  const times = await race(
    {
      encode: () => encode(few.edit(questioned)),
      review: () => few.review(few.next(1000)),
      short: () => few.review(few.next(wordsOfMail)),
      edit: () => few.review(few.edit(questioned)),
      window: async () => toParts.push(await few.reviewInWindow(few.edit(questioned))),
      author: () => few.verify(few.edit(questioned)),
      mails: async () => {
        for (const mail of mails) await few.review(few.edit(mail), { passages: 0 });
      },
    },
    bench.rounds,
    spent,
  );
  await encoder.close();
  const row = (name, part, more = {}) => {
    const cpu = { cpu: Math.min(...spent[part]), cpuRatio: Math.min(...spent.encode) / Math.min(...spent[part]) };
    report.time(name, times[part], times.encode, { ...cpu, data: few.about, against: 'encoding 1,000 words', ...more });
  };
  row('whole/review-1000', 'review', await countReview(few));
  row('whole/review-250', 'short');
  row('whole/edit', 'edit');
  row('whole/edit-in-window', 'window', {
    cpuToCandidates: Math.min(...toParts.map(({ candidates }) => candidates)),
    cpuToRatio: Math.min(...toParts.map(({ ratio }) => ratio)),
  });
  row('whole/verify-author', 'author');
  const minutes = { work: mails.length * 60, unit: 'mails/min' };
  report.rate('whole/mails', minutes, times.mails, undefined, { data: `${mails.length} of ${wordsOfMail} words` });
}

/** Statements of a warm review, those of them that ask for the version of the index, and the bytes of its result as `attribute --json` has it. */
async function countReview(few) {
  const { prototype } = few.engine.Database;
  const { selectAll } = prototype;
  const counts = { statements: 0, versions: 0 };
  prototype.selectAll = function (sql, ...values) {
    counts[sql.startsWith('PRAGMA') ? 'versions' : 'statements'] += 1;
    return selectAll.call(this, sql, ...values);
  };
  const bytes = JSON.stringify(await few.review(few.next(1000))).length;
  prototype.selectAll = selectAll;
  return { ...counts, bytes };
}

/** The same review among many authors and among few. */
async function growthRow(bench, few, many) {
  const spent = {};
  const reviews = { few: () => few.review(few.next(1000)), many: () => many.review(many.next(1000)) };
  const times = await race(reviews, bench.rounds, spent);
  const cpuRatio = Math.min(...spent.few) / Math.min(...spent.many);
  const more = { cpu: Math.min(...spent.many), cpuRatio, data: many.about, against: few.about };
  bench.report.time('whole/review-1000/many-authors', times.many, times.few, more);
}

/** Linux counts the memory of the process that started another one as used by that one, too. Its status does not. */
function noteUsage(file) {
  const { existsSync, readFileSync, writeFileSync } = require('node:fs');
  const status = '/proc/self/status';
  const [, peak] = existsSync(status) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) : [];
  const used = process.resourceUsage();
  writeFileSync(file, JSON.stringify({ ...used, maxRSS: Number(peak ?? used.maxRSS) }));
}

/** Runs the command line in a process of its own, and returns its processor time and the most memory that it takes. */
async function runProgram({ root }, ...words) {
  const [hook, usage] = ['usage.cjs', 'usage.json'].map((name) => path.join(root, 'out', 'bench', name));
  fs.writeFileSync(hook, `${noteUsage}\nprocess.on('exit', () => noteUsage(${JSON.stringify(usage)}));`);
  const program = ['--require', hook, path.join(root, 'dist', 'cli.js'), ...words];
  await promisify(execFile)(process.execPath, program, { maxBuffer: 1e9 });
  return JSON.parse(fs.readFileSync(usage, 'utf8'));
}

/** A review by the command line in a process of its own. */
async function freshRow(bench, { about, file }) {
  const text = path.join(bench.root, 'out', 'bench', 'questioned.txt');
  const { questioned } = sampleTexts(bench);
  const encoder = await openedEncoder(bench);
  const used = [];
  const spent = {};
  const times = await race(
    {
      encode: () => bench.engine.encodeText(questioned, encoder, { n: encoder.patchTokens, stop: bench.never }),
      fresh: async (round = -1) => {
        fs.writeFileSync(text, edited(questioned, round));
        used.push(await runProgram(bench, 'attribute', text, '--index', file, '--json'));
      },
    },
    bench.rounds,
    spent,
  );
  await encoder.close();
  addProgramRows(
    bench,
    { times: times.fresh, encode: times.encode, spent: spent.encode, used, about },
    'attribute',
    'fresh',
  );
}

/** A row of the time of a program in a process of its own, beside the encoding of 1,000 words, and a row of its memory. */
function addProgramRows({ report }, { times, encode, spent, used, about }, name, kind) {
  const measured = used.slice(1);
  const cpu = Math.min(...measured.map(({ userCPUTime, systemCPUTime }) => (userCPUTime + systemCPUTime) / 1000));
  const megabytes = Math.max(...measured.map(({ maxRSS }) => maxRSS)) / 1024;
  const more = { cpu, cpuRatio: Math.min(...spent) / cpu, data: about, against: 'encoding 1,000 words' };
  report.time(`whole/${name}-${kind}`, times, encode, more);
  report.add(`whole/${name}-memory`, { value: megabytes, unit: 'MB' }, { data: about });
}

/** An edit, and the review before it, in an index with one long text among texts of few authors. */
async function longEditRow(bench) {
  const { engine, sizes, never: stop } = bench;
  const { questioned } = sampleTexts(bench);
  const authors = Math.min(20, sizes.authors);
  const long = await Reviewing.open(bench, 'long-edit', { authors, ...fewAuthors, longWords: sizes.longWords });
  const encoder = await openedEncoder(bench);
  const before = process.cpuUsage();
  await long.review(questioned);
  const { user, system } = process.cpuUsage(before);
  const spent = {};
  const times = await race(
    {
      encode: (round = -1) => engine.encodeText(edited(questioned, round), encoder, { n: encoder.patchTokens, stop }),
      edit: () => long.review(long.edit(questioned)),
    },
    Math.min(3, bench.rounds),
    spent,
  );
  await encoder.close();
  await long.close();
  const cpu = Math.min(...spent.edit);
  const more = { cpu, cpuRatio: Math.min(...spent.encode) / cpu, cpuOfFirst: (user + system) / 1000 };
  bench.report.time('whole/edit-beside-long', times.edit, times.encode, {
    ...{ ...more, data: `${long.about}, and one of ${sizes.longWords}`, against: 'encoding 1,000 words' },
  });
}

/** One long text, indexed by the command line. Its words are in an order that no text had before. */
async function longRow(bench) {
  const { engine, sizes, never: stop } = bench;
  const { questioned, known } = sampleTexts(bench);
  const words = known.join('\n\n').split(/(?<=\s)(?=\S)/);
  const text = path.join(bench.root, 'out', 'bench', 'long.txt');
  const pick = picker(words);
  const encoder = await openedEncoder(bench);
  const used = [];
  const spent = {};
  const times = await race(
    {
      encode: (round = -1) => engine.encodeText(edited(questioned, round), encoder, { n: encoder.patchTokens, stop }),
      long: async () => {
        fs.writeFileSync(text, Array.from({ length: sizes.longWords }, pick).join(''));
        fs.rmSync(fileOf(bench, 'long'), { force: true });
        const labels = ['--author', 'A', '--mode', 'written', '--genre', 'novel', '--language', 'en'];
        used.push(await runProgram(bench, 'index', 'add', text, ...labels, '--index', fileOf(bench, 'long')));
      },
    },
    Math.min(3, bench.rounds),
    spent,
  );
  await encoder.close();
  const about = `a text of ${sizes.longWords} words`;
  addProgramRows(bench, { times: times.long, encode: times.encode, spent: spent.encode, used, about }, 'index', 'long');
}

/** New texts, indexed by one encoder and by two. Their words are in an order that no text had before, since encoded windows are kept. */
async function indexingRow(bench) {
  const memberFile = path.join(bench.root, 'dist', 'engineWorker.js');
  const engines = { one: await openEngine(bench), two: await openEngine(bench, { memberFile, encoders: 2 }) };
  const words = sampleTexts(bench)
    .known.join('\n\n')
    .split(/(?<=\s)(?=\S)/);
  const { wordsOfText } = fewAuthors;
  let written = 0;
  const pick = picker(words);
  const write = () => {
    const text = Array.from({ length: wordsOfText }, pick).join('');
    const document = { ...facts, role: 'known', title: `${written++}`, author: 'author', text };
    return { ...document, id: bench.engine.computeDocumentId(document) };
  };
  const add = (local) => {
    const file = fileOf(bench, 'indexed');
    const texts = Array.from({ length: bench.sizes.indexed }, write);
    fs.rmSync(file, { force: true });
    return bench.engine.finish(local.during(local.addDocuments(bench.never, file, texts)));
  };
  const times = await race({ one: () => add(engines.one), two: () => add(engines.two) }, Math.min(3, bench.rounds));
  for (const local of Object.values(engines)) await local.close();
  const { indexed } = bench.sizes;
  const measured = { data: `${indexed} texts of ${wordsOfText} words`, against: 'one encoder' };
  const rate = { work: indexed * wordsOfText, unit: 'words/s' };
  bench.report.rate('whole/index-two-encoders', rate, times.two, { work: rate.work, times: times.one }, measured);
}
