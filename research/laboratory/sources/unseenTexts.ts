import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readLines, type HashedFile } from '../tasks/lines';
import { DocumentSet, type LabelledDocument } from '../tasks/documents';
import { permittedTexts, trainingFiles } from './register';
import validation from '../../training/splits/validation.json';

const devFile = 'dev.jsonl.gz';

/** What trials out of source are made of. */
export interface UnseenTexts {
  readonly documents: readonly LabelledDocument[];
  /** By authors whom the encoder was trained on: for trials that n-grams alone are scored on. */
  readonly seen: readonly LabelledDocument[];
  /** Authors of the development texts. */
  readonly dev: ReadonlySet<string>;
  /** What was read, by name. */
  readonly files: Readonly<Record<string, Pick<HashedFile, 'sha256'>>>;
}

/** The texts that fits may read, set apart by whether the encoder was trained on their authors: not on its held-out splits, and files that it never saw. */
export function unseenTexts(data: string, splits: string): UnseenTexts {
  const files: Record<string, Pick<HashedFile, 'sha256'>> = {};
  const read = (name: string): readonly LabelledDocument[] => {
    const file = readLines(path.join(data, name));
    files[name] = { sha256: file.sha256 };
    return permittedTexts(DocumentSet.parse(file).documents, name);
  };
  const trained = trainingFiles.flatMap(read);
  const dev = read(devFile);
  const cross = readFileSync(path.join(splits, 'cross-authors.txt'), 'utf8').trim().split('\n');
  const heldOut = trained.filter(({ source }) => validation.sources.includes(source ?? ''));
  const unseen = new Set([...cross, ...validation.authors, ...heldOut.map(({ author }) => author)]);
  const seen = new Set(trained.map(({ author }) => author).filter((author) => !unseen.has(author)));
  const all = [...trained, ...dev];
  const documents = all.filter(({ author }) => !seen.has(author));
  return {
    documents,
    seen: all.filter(({ author }) => seen.has(author)),
    dev: new Set(dev.map(({ author }) => author)),
    files,
  };
}

/** The texts that trials may be made of, whoever knows their authors: n-grams of a fold know none. */
export function allTexts(data: string): readonly LabelledDocument[] {
  return [...trainingFiles, devFile].flatMap((name) =>
    permittedTexts(DocumentSet.parse(readLines(path.join(data, name))).documents, name),
  );
}
