// What people wait for, by the whole engine over an index of many authors: a review with its passages and markers, an edit, one author,
// short mails. Each beside the encoding of a text of 1,000 words in the same rounds, with counts that do not depend on the machine.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { race } from '../harness.mjs';
import { edited, openedEncoder, sampleTexts } from '../texts.mjs';

const options = { candidates: 10, excludeQuotes: true };
const facts = { mode: 'written', genre: 'letter', language: 'en' };
const textsOfEach = 4;
const wordsOfText = 400;
const wordsOfMail = 250;

/** whole/*. */
export async function wholeRows(bench) {
  const { engine, models, report, rounds, never, sizes } = bench;
  const kernels = await engine.loadKernels(path.join(bench.root, 'dist', 'kernels.wasm'));
  const local = new engine.LocalEngine({ modelsFolder: models, kernels });
  const { questioned, known } = sampleTexts(bench);
  const words = [...known, questioned].join('\n\n').split(/(?<=\s)(?=\S)/);
  const piece = (from, length) => Array.from({ length }, (_, i) => words[(from + i) % words.length]).join('');
  const ask = (method, ...asked) => engine.finish(local.during(local[method](never, ...asked)));
  const about = `${sizes.authors} authors, ${textsOfEach} texts of ${wordsOfText} words each`;
  const texts = Array.from({ length: sizes.authors * textsOfEach }, (_, i) => {
    const author = `author ${i % sizes.authors}`;
    const document = { ...facts, role: 'known', title: `${i}`, author, text: piece(i * 61, wordsOfText) };
    return { ...document, id: engine.computeDocumentId(document) };
  });
  const file = path.join(bench.root, 'out', 'bench', 'whole.idiograph');
  fs.rmSync(file, { force: true });
  await ask('addDocuments', file, texts);
  const documentOf = (text) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { ...facts, id: 'q', text, version: 1, sha256 };
  };
  let changes = 0;
  const next = (text) => documentOf(edited(text, (changes += 1)));
  const review = (document, more) => ask('review', file, document, { ...options, ...more });
  const encoder = await openedEncoder(bench);
  const mails = Array.from({ length: sizes.mails }, (_, i) => piece(i * 37, wordsOfMail));
  const spent = {};
  const times = await race(
    {
      encode: () => engine.encodeText(next(questioned).text, encoder, { n: encoder.patchTokens, stop: never }),
      review: () => review(documentOf(`${changes++} ${piece(changes * 13, 1000)}`)),
      short: () => review(documentOf(`${changes++} ${piece(changes * 13, wordsOfMail)}`)),
      edit: () => review(next(questioned)),
      author: () => ask('verifyAuthor', file, next(questioned), { ...options, author: 'author 0' }),
      mails: async () => {
        for (const mail of mails) await review(documentOf(`${changes++} ${mail}`), { passages: 0 });
      },
    },
    rounds,
    spent,
  );
  const counts = await countReview(bench, () => review(documentOf(`${changes++} ${piece(changes * 13, 1000)}`)));
  await encoder.close();
  await local.close();
  const best = (name) => Math.min(...spent[name]);
  const row = (name, part, more = {}) => {
    const cpu = { cpu: best(part), cpuRatio: best(part) / best('encode') };
    report.time(name, times[part], times.encode, { ...cpu, data: about, against: 'encoding 1,000 words', ...more });
  };
  row('whole/review-1000', 'review', counts);
  row('whole/review-250', 'short');
  row('whole/edit', 'edit');
  row('whole/verify-author', 'author');
  const minutes = { work: mails.length * 60, unit: 'mails/min' };
  report.rate('whole/mails', minutes, times.mails, undefined, { data: `${mails.length} of ${wordsOfMail} words` });
}

/** Statements of a warm review, and of these the questions for the version of the index. */
async function countReview({ engine }, review) {
  const { prototype } = engine.Database;
  const { selectAll } = prototype;
  const counts = { statements: 0, versions: 0 };
  prototype.selectAll = function (sql, ...values) {
    counts[sql.startsWith('PRAGMA') ? 'versions' : 'statements'] += 1;
    return selectAll.call(this, sql, ...values);
  };
  const bytes = JSON.stringify(await review()).length;
  prototype.selectAll = selectAll;
  return { ...counts, bytes };
}
