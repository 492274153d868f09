import fs from 'node:fs';
import path from 'node:path';
import { packageFolder } from './options';

export function packageVersion(): string {
  const manifest = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
