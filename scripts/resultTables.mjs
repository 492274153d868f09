// Writes the tables of docs/results.md from docs/results/*.json. With --check it writes nothing and fails if they differ.
import fs from 'node:fs';
import path from 'node:path';

const docs = path.resolve(import.meta.dirname, '..', 'docs');
const questions = ['words', 'ratio', 'unread', 'families', 'sources', 'search', 'order', 'languages', 'speed'];

const read = (name) => JSON.parse(fs.readFileSync(path.join(docs, 'results', `${name}.json`), 'utf8'));
const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** A figure as a cell: [value] or [value, low, high] as a number and its interval, null as a dash, anything else current. */
function cell(value) {
  if (value === null) return '–';
  if (!Array.isArray(value)) return String(value);
  const [figure, ...interval] = value.map((number) => number.toFixed(3));
  return interval.length > 0 ? `${figure} [${interval.join('–')}]` : figure;
}

/** AUC and Cllr of one kind of comparison at some lengths, from verification.json; a dash where no ratio is stated. `apart`: without the largest family. */
function ratio([label, measured, modes, genreRelation, ...lengths]) {
  const [measure, isApart] = measured.split(' ');
  const cells = lengths.map(([words, knownWords]) => {
    const found = read('verification').conditions.find(
      (each) =>
        each.measure === measure &&
        each.modes === modes &&
        each.genreRelation === genreRelation &&
        each.words === words &&
        each.knownWords === knownWords,
    );
    const own = isApart ? found?.apart : found;
    return own ? `${own.auc.toFixed(3)}/${found.silent ? '–' : own.cllr.toFixed(3)}` : '';
  });
  return [label, ...cells];
}

/** How the rows of a question are filled in from figures. */
const filled = { words: ratio, ratio };

/** The rows of the bench that are printed: their names there, and what they measure. */
const timed = {
  'encode/int8': 'encoding',
  'query/1e6/pruned': 'search of one span in a million patches',
  'whole/review-1000': 'review of 1,000 words, 100 authors',
  'whole/edit': 'the same after an edit',
  'whole/review-250': 'review of 250 words',
  'whole/verify-author': 'ratio of one named author',
  'whole/review-1000/many-authors': 'review of 1,000 words, 1,000 authors',
  'whole/attribute-fresh': '`attribute` of 1,000 words in a new process',
};

/** A figure of the bench, and how many times as long as its reference it takes, in processor time if this was measured. */
function time({ value, unit, cpu, ratio, cpuRatio, against }, label) {
  const figure = cpu === undefined ? `${value} ${unit}` : `${cpu} ms`;
  const faster = cpuRatio ?? ratio;
  return [label, figure, faster ? `${Number((1 / faster).toPrecision(3))} × ${against}` : null];
}

/** The columns and rows of a question. Those of the bench are made from its last run. */
function list(name) {
  if (name !== 'speed') return read(name);
  const { rows } = read(name);
  const found = Object.entries(timed).map(([row, label]) =>
    time(
      rows.find((each) => each.name === row),
      label,
    ),
  );
  return { columns: ['Work', 'processor time', 'compared with'], rows: found };
}

/** A question's table of at most eight rows, and a link to the file that has the commands of its figures. */
function answer(name) {
  const { columns, rows: listed } = list(name);
  const rows = filled[name] ? listed.map(filled[name]) : listed;
  if (rows.length > 8) throw new Error(`docs/results/${name}.json has more than eight rows`);
  const cells = rows.map((values) => values.map(cell));
  const { commit, date } = read(name);
  const measured = name === 'speed' ? `, measured on ${date} with version ${commit.slice(0, 8)}` : '';
  return `${table(columns, cells)}\n\n[${name}.json](results/${name}.json)${measured}`;
}

/** The page with the part between `<!-- name -->` and `<!-- /name -->` replaced. */
function fill(page, name) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`docs/results.md has no ${open} … ${close}`);
  return `${page.slice(0, start + open.length)}\n\n${answer(name)}\n\n${page.slice(end)}`;
}

const kinds = [
  ['written, one genre', 'written-written'],
  ['spoken, one genre', 'spoken-spoken'],
];

/** Cllr over the known words, a line for each number of questioned words: written left, spoken right. */
function picture() {
  const { conditions } = read('verification');
  const [width, height, left, top] = [330, 220, 46, 34];
  const x = (known) => (Math.log2(known / 250) / 6) * (width - 90);
  const y = (cllr) => (1 - cllr) * height;
  const panels = kinds.map(([label, modes], i) => {
    const own = conditions.filter(
      (each) => each.measure === 'collection' && each.modes === modes && each.genreRelation === 'same' && !each.silent,
    );
    const lines = [50, 250, 1000, 4000].map((words) => {
      const points = own.filter((each) => each.words === words).map((each) => [x(each.knownWords), y(each.cllr)]);
      const [lastX, lastY] = points.at(-1);
      const drawn = points.map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ');
      return `<polyline points="${drawn}" fill="none" stroke="#2a6f97" stroke-width="2"/><text x="${lastX + 6}" y="${lastY + 4}">${words}</text>`;
    });
    const known = [250, 1000, 4000, 16000].map(
      (each) => `<text x="${x(each)}" y="${height + 16}" text-anchor="middle">${each}</text>`,
    );
    const costs = [0.4, 0.6, 0.8, 1].map(
      (each) =>
        `<path d="M0 ${y(each)}H${width - 90}" stroke="#ccc"/><text x="-6" y="${y(each) + 4}" text-anchor="end">${each}</text>`,
    );
    return `<g transform="translate(${left + i * (width + 30)} ${top})"><text y="-14">${label}</text>${[...costs, ...lines, ...known].join('')}<text x="0" y="${height + 32}">known words</text></g>`;
  });
  const size = [2 * width + 80, height + top + 44];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.join(' ')}" role="img" font-family="sans-serif" font-size="12"><title>Cllr over known words, a line for each number of questioned words</title><rect width="100%" height="100%" fill="#fff"/>${panels.join('')}</svg>\n`;
}

const results = path.join(docs, 'results.md');
const drawing = path.join(docs, 'results', 'words.svg');
const written = [
  [results, (page) => questions.reduce(fill, page)],
  [drawing, picture],
];
for (const [file, make] of written) {
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : '';
  const after = make(before);
  const name = path.relative(path.dirname(docs), file);
  if (before === after) {
    console.log(`${name} is up to date`);
  } else if (process.argv.includes('--check')) {
    console.error(`${name} differs from docs/results/*.json. Run: npm run docs`);
    process.exit(1);
  } else {
    fs.writeFileSync(file, after);
    console.log(`${name}: written`);
  }
}
