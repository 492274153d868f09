// Writes the formats that can be read into the menus of package.json and into docs/case-file.md. With --check it writes nothing and fails
// if they differ.
import { transformSync } from 'esbuild';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const textOf = (name) => fs.readFileSync(path.join(root, name), 'utf8').replaceAll('\r\n', '\n');

const { code } = transformSync(textOf('src/reading/text/readableFormats.ts'), { loader: 'ts' });
const list = await import(`data:text/javascript,${encodeURIComponent(code)}`);

const formats = Object.values(list.readableFormats).map(
  ({ title, extensions }) => `${title} (${extensions.map((extension) => `\`${extension}\``).join(', ')})`,
);
const names = list.readableExtensions.map((extension) => extension.slice(1)).join('|');

const pages = {
  // In a JSON string a backslash is written twice.
  'package.json': [/resourceExtname =~ \/.*?\/i/g, String.raw`resourceExtname =~ /^\\.(${names})$/i`],
  'docs/case-file.md': [
    /<!-- formats -->.*?<!-- \/formats -->/gs,
    `<!-- formats -->${formats.join(', ')}<!-- /formats -->`,
  ],
};

for (const [name, [place, content]] of Object.entries(pages)) {
  const before = textOf(name);
  if (!before.match(place)) throw new Error(`${name} has no place for the formats`);
  const after = before.replace(place, () => content);
  if (before === after) {
    console.log(`${name}: formats are up to date`);
  } else if (process.argv.includes('--check')) {
    console.error(`${name}: its formats differ from src/reading/text/readableFormats.ts. Run: npm run docs`);
    process.exitCode = 1;
  } else {
    fs.writeFileSync(path.join(root, name), after);
    console.log(`${name}: formats written`);
  }
}
