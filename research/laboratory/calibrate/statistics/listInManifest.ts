import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatModelId } from '../../../../src/node/models/manifest';
import { computeSha256 } from '../../../../src/node/sha256';

/** A file that was made, as the manifest is to list it. */
export interface MadeFile {
  readonly kind: string;
  /** Its name in the models folder. */
  readonly file: string;
  /** The page that describes it. */
  readonly card?: string;
}

interface Manifest {
  readonly models: readonly { readonly kind: string }[];
}

/** Lists a file by its hash and size, in the place of the one of its kind; the manifest is replaced as a whole. */
export function listInManifest(folder: string, { kind, file, card }: MadeFile): void {
  const place = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(place, 'utf8')) as Manifest;
  const content = readFileSync(path.join(folder, file));
  const sha256 = computeSha256(content);
  const made = { id: formatModelId(kind, sha256), kind, file, bytes: content.length, sha256, ...(card && { card }) };
  const listed = manifest.models.some((model) => model.kind === kind);
  const models = listed
    ? manifest.models.map((model) => (model.kind === kind ? made : model))
    : [...manifest.models, made];
  writeFileSync(`${place}.part`, `${JSON.stringify({ ...manifest, models }, undefined, 2)}\n`);
  renameSync(`${place}.part`, place);
}
