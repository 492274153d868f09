// How often the passages of a review have one of a long known text, behind the words that an index encodes, that a questioned text repeats in other words.
//   node research/bench/planted.mjs --data FOLDER [--megabytes 9.9] [--questions 100] [--replaced .3] [--seed 69] [--whole]
// FOLDER has the files of the data sheet. The long text is of novels and essays of train and train-more, and the questions are written texts of
// dev, one of an author, each with one passage of 30 to 60 words. --whole encodes all of the long text, as a figure to compare with.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { engineSources, root } from './engineSources.mjs';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    megabytes: { type: 'string', default: '9.9' },
    questions: { type: 'string', default: '100' },
    replaced: { type: 'string', default: '.3' },
    seed: { type: 'string', default: '69' },
    whole: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
});
if (!values.data) throw new Error('Name the folder of the data with --data.');
const engine = await engineSources('planted', {
  'src/core/basics/work.ts': 'finish',
  'src/core/evaluation/scoreGroups.ts': 'createRandom',
  'src/core/text/encodeText.ts': 'encodeText',
  'src/lateInteraction/kernels/loadKernels.ts': 'loadKernels',
  'src/node/loadedModels.ts': 'Models',
  'src/node/localEngine.ts': 'LocalEngine',
  'src/node/sha256.ts': 'computeDocumentId',
  'src/node/sqlite/fileRows.ts': 'openFile',
});
const random = engine.createRandom(Number(values.seed));
const pick = (items) => items[Math.floor(random() * items.length)];
const stop = { stopped: false };

const read = (name) =>
  gunzipSync(fs.readFileSync(path.join(values.data, `${name}.jsonl.gz`)))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ mode }) => mode === 'written');
const groupByAuthor = (texts) => {
  const groups = new Map();
  for (const each of texts) groups.set(each.author, [...(groups.get(each.author) ?? []), each]);
  return groups;
};
const shuffle = (items) =>
  items
    .map((item) => [random(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
const written = [...read('train'), ...read('train-more')];
const isBook = ({ genre }) => genre === 'novel' || genre === 'essay';
const units = Number(values.megabytes) * 1e6;
let text = '';
for (const each of [...shuffle(written.filter(isBook)), ...shuffle(written.filter((each) => !isBook(each)))])
  if (text.length + each.text.length < units * 0.985) text += `${each.text}\n\n`;

const facts = { mode: 'written', genre: 'novel', language: 'en', role: 'known' };
const toKnown = (author, title, ofText) => {
  const document = { ...facts, author, title, text: ofText };
  return { ...document, id: engine.computeDocumentId(document) };
};
const others = groupByAuthor(read('train-kinds'));
const few = [...others].filter(([, own]) => own.length >= 4).slice(0, 5);
const known = [
  toKnown('long', 'long', text),
  ...few.flatMap(([author, own]) => own.slice(0, 4).map((each) => toKnown(author, each.id, each.text))),
];

written.length = 0;
const folder = path.join(root, 'out', 'bench');
fs.mkdirSync(folder, { recursive: true });
const file = path.join(folder, 'planted.idiograph');
fs.rmSync(file, { force: true });
const kernels = await engine.loadKernels(path.join(root, 'dist', 'kernels.wasm'));
const modelsFolder = path.join(root, 'models');
const local = new engine.LocalEngine({ modelsFolder, kernels });
const ask = (method, ...asked) => engine.finish(local.during(local[method](stop, ...asked)));
const started = performance.now();
const before = process.cpuUsage();
if (values.whole) {
  const models = new engine.Models({ modelsFolder });
  const encoder = await models.loadEncoder();
  const index = await engine.openFile(file, await models.loadIndexEncoder(), { create: true, kernels });
  for (const each of known)
    await index.add(each, await engine.encodeText(each.text, encoder, { n: encoder.patchTokens, stop }));
  await index.close();
} else await ask('addDocuments', file, known);
const secondsOf = ({ user, system }) => (user + system) / 1e6;
const indexing = { seconds: (performance.now() - started) / 1000, cpu: secondsOf(process.cpuUsage(before)) };

/** The place after the words that an index encodes. */
const behind = [...text.matchAll(/\S+/g)][20_100].index;
const sentences = [...text.slice(behind).matchAll(/(?<=[.!?] )\p{Lu}\p{Ll}/gu)].map(({ index }) => behind + index);
const replaced = Number(values.replaced);

/** A questioned text with a passage of the long text, in which some words are replaced by words of its own. */
function plant(own) {
  const words = own.split(/(?<=\s)(?=\S)/).slice(0, 1000);
  const start = pick(sentences);
  const passage = text
    .slice(start, start + 1000)
    .split(/(?<=\s)(?=\S)/)
    .slice(0, 30 + Math.floor(random() * 31));
  const end = start + passage.join('').length;
  const reworded = passage.map((word) => (random() < replaced ? pick(words) : word));
  const sentenceEnds = words.flatMap((word, i) => (/[.!?]\s$/.test(word) ? [i + 1] : []));
  const at = pick(sentenceEnds) ?? words.length;
  return { start, end, text: [...words.slice(0, at), ...reworded, ...words.slice(at)].join('') };
}

const byAuthor = groupByAuthor(read('dev'));
const questions = shuffle([...byAuthor].map(([, own]) => own[0])).slice(0, Number(values.questions));
const found = { alike: 0, all: 0 };
const times = [];
for (const question of questions) {
  const planted = plant(question.text);
  const sha256 = createHash('sha256').update(planted.text).digest('hex');
  const asked = { ...facts, id: question.id, text: planted.text, version: 1, sha256 };
  const from = performance.now();
  const { passages } = await ask('passages', file, asked, { author: 'long', candidates: 10, excludeQuotes: true });
  times.push(performance.now() - from);
  const has = (list = []) => list.some(({ known: place }) => place.start < planted.end && place.end > planted.start);
  const isAlike = has(passages?.alike);
  const isAny = isAlike || has(passages?.apart);
  found.alike += isAlike ? 1 : 0;
  found.all += isAny ? 1 : 0;
  if (values.show && !isAny)
    console.log(planted.end - planted.start, text.slice(planted.start, planted.end).replace(/\s+/g, ' '));
}
await local.close();
const n = questions.length;
/** A 95 % interval of a share (Wilson 1927). */
const interval = (share) => {
  const [z, d] = [1.96, 1 + 1.96 ** 2 / n];
  const half = (z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n * n))) / d;
  return [(share + z ** 2 / (2 * n)) / d - half, (share + z ** 2 / (2 * n)) / d + half];
};
const shareOf = (count) => ({ share: count / n, interval: interval(count / n) });
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    ...{ megabytes: Buffer.byteLength(text) / 1e6, words: text.split(/\s+/).length, questions: n, replaced },
    ...{ whole: values.whole, shown: shareOf(found.alike), listed: shareOf(found.all) },
    ...{ indexing, medianMilliseconds: times[n >> 1], megabytesOfProcess: process.resourceUsage().maxRSS / 1024 },
  }),
);
