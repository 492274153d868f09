// Writes the tables of docs/results.md from docs/results/*.json. With --check it writes nothing and fails if they differ.
import fs from 'node:fs';
import path from 'node:path';

const docs = path.resolve(import.meta.dirname, '..', 'docs');
const questions = ['author', 'cross-genre', 'sources', 'ratio', 'passages', 'speed', 'memory'];

const read = (name) => JSON.parse(fs.readFileSync(path.join(docs, 'results', `${name}.json`), 'utf8'));
const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** A figure as a cell: [value] or [value, low, high] as a number and its interval, null as a dash, anything else as it is. */
function cell(value) {
  if (value === null) return '–';
  if (!Array.isArray(value)) return String(value);
  const [figure, ...interval] = value.map((number) => number.toFixed(3));
  return interval.length > 0 ? `${figure} [${interval.join('–')}]` : figure;
}

/** Figures of the verifier, by words and condition, from verification.json; nothing but the cost where it is silent. */
function ratio([label, words, modes, genreRelation]) {
  const found = read('verification').conditions.find(
    (fit) => fit.words === words && fit.modes === modes && fit.genreRelation === genreRelation,
  );
  const { cllr, silent, answered, errorsAnswered, bounds } = found;
  if (silent) return [label, words, [cllr], 'none', '–', '–', '–'];
  return [label, words, [cllr], [answered], [errorsAnswered], ...bounds.map((bound) => bound.toFixed(2))];
}

/** AUC of the fusion by what the models know of the sources, from verification.json. */
function sources([label, words, modes, genreRelation]) {
  const fused = (set, of) =>
    read('verification').sources.find(
      (row) =>
        row.set === set &&
        row.sources === of &&
        row.words === words &&
        row.modes === modes &&
        row.genreRelation === genreRelation,
    )?.fused ?? null;
  const found = [fused('out of source', 'all'), fused('dev', 'all'), fused('transfer', 'all')];
  return [label, words, ...found];
}

/** Success@8 of a method across genres, by what the models know of the sources and by length. */
function crossGenre([label, method]) {
  const { sets } = read('cross-genre');
  const found = (set, track) =>
    sets.find((row) => row.set === set && row.track === track && row.method === method)?.['success@8'] ?? null;
  const columns = ['dev', 'out of source'].flatMap((set) =>
    ['350 words and more', '80 to 349 words'].map((track) => found(set, track)),
  );
  return [label, ...columns];
}

/** How the rows of a question are filled in from figures. */
const filled = { ratio, sources, 'cross-genre': crossGenre };

/** The figures of `evaluate passages`, as it printed them. */
function passages(found) {
  const names = {
    faithfulCombined: 'deleting the first three lowers the combined score more than deleting random ones',
    faithful: '… late interaction',
    ownBeatsStranger: 'no other author answers the first passage better',
    randomBeatsStranger: 'no other author answers a random stretch better',
  };
  const { reviews, fewerThanThree, notReached } = found;
  const texts = reviews + fewerThanThree + notReached;
  const others = `${fewerThanThree} had fewer than three passages, ${notReached} not their author among the ten`;
  return {
    columns: [`Of ${texts} texts ${others}; of the other ${reviews}, those in which…`, 'share'],
    rows: Object.entries(names).map(([name, label]) => [label, [found[name], ...found.interval[name]]]),
  };
}

/** A question's table of at most six rows. */
function answer(name) {
  const { columns, rows: listed } = name === 'passages' ? passages(read(name)) : read(name);
  const rows = filled[name] ? listed.map(filled[name]) : listed;
  if (rows.length > 6) throw new Error(`docs/results/${name}.json has more than six rows`);
  const cells = rows.map((values) => values.map(cell));
  return table(columns, cells);
}

/** The page with the part between `<!-- name -->` and `<!-- /name -->` replaced. */
function fill(page, name) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`docs/results.md has no ${open} … ${close}`);
  return `${page.slice(0, start + open.length)}\n\n${answer(name)}\n\n${page.slice(end)}`;
}

const results = path.join(docs, 'results.md');
const before = fs.readFileSync(results, 'utf8').replaceAll('\r\n', '\n');
const after = questions.reduce(fill, before);
if (before === after) {
  console.log('docs/results.md: tables are up to date');
} else if (process.argv.includes('--check')) {
  console.error('docs/results.md differs from docs/results/*.json. Run: npm run docs');
  process.exit(1);
} else {
  fs.writeFileSync(results, after);
  console.log('docs/results.md: tables written');
}
