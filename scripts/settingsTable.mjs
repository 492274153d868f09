// Writes docs/settings.md, the table of settings, from package.json. With --check it writes nothing and fails if they differ.
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const readme = path.join(root, 'docs', 'settings.md');

/** A JSON file of the root; an empty object if there is none. */
function readJson(name) {
  const file = path.join(root, name);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
}

const { contributes = {} } = readJson('package.json');
const translations = readJson('package.nls.json');

/** The sentence behind "%key%", fit for a table cell. Fails when package.nls.json does not know the key. */
function say(text = '') {
  const key = /^%(.+)%$/.exec(text)?.[1];
  const value = key === undefined ? text : translations[key];
  if (value === undefined) throw new Error(`package.nls.json has no "${key}"`);
  const sentence = typeof value === 'string' ? value : value.message;
  return sentence.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}

const code = (value) => `\`${value}\``;
const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function settings() {
  const sections = [contributes.configuration ?? []].flat();
  const properties = sections.flatMap((section) => Object.entries(section.properties ?? {}));
  return table(
    ['Setting', 'Default', 'What it does'],
    properties.map(([name, property]) => [
      code(name),
      code(JSON.stringify(property.default)),
      say(property.markdownDescription),
    ]),
  );
}

/** The page with the part between `<!-- name -->` and `<!-- /name -->` replaced. */
function fill(page, name, content) {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`docs/settings.md has no ${open} … ${close}`);
  return `${page.slice(0, start + open.length)}\n${content}\n${page.slice(end)}`;
}

const before = fs.readFileSync(readme, 'utf8').replaceAll('\r\n', '\n');
const after = fill(before, 'settings', settings());
if (before === after) {
  console.log('docs/settings.md: up to date');
} else if (process.argv.includes('--check')) {
  console.error('docs/settings.md: settings differ from package.json. Run: npm run docs');
  process.exit(1);
} else {
  fs.writeFileSync(readme, after);
  console.log('docs/settings.md: written');
}
