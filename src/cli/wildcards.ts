import fs from 'node:fs';
import path from 'node:path';

/**
 * The files that a name with wildcards stands for, in order of their names: the shells of Windows leave this to the program. A name
 * without wildcards, or of a file that is there, or that nothing fits, stays as it is.
 */
export function matching(given: string): readonly string[] {
  if (!/[*?]/.test(given) || fs.existsSync(given)) return [given];
  const { root } = path.parse(given);
  const parts = given.slice(root.length).split(path.sep === '\\' ? /[/\\]/ : '/');
  const found = parts.reduce<readonly string[]>(
    (places, part) => places.flatMap((place) => below(place, part)),
    [root],
  );
  return found.length > 0 ? found : [given];
}

function below(place: string, part: string): readonly string[] {
  if (!/[*?]/.test(part)) return fs.existsSync(path.join(place, part)) ? [path.join(place, part)] : [];
  const fits = new RegExp(
    `^${part.replace(/[*?]|[^\w\s]/g, (sign) => (sign === '*' ? '.*' : sign === '?' ? '.' : `\\${sign}`))}$`,
    process.platform === 'win32' ? 'isu' : 'su',
  );
  const names = fs.statSync(place === '' ? '.' : place).isDirectory() ? fs.readdirSync(place === '' ? '.' : place) : [];
  return names
    .filter((name) => fits.test(name) && (part.startsWith('.') || !name.startsWith('.')))
    .sort()
    .map((name) => path.join(place, name));
}
