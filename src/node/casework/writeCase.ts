import fs from 'node:fs';
import path from 'node:path';
import { caseFileFormat, parseCaseFile, type PinnedParts } from '../../core/casework/caseFile';
import { withDocuments, withPin } from '../../core/casework/memberText';
import { replaceWhole } from '../outputFile';

/** Writes down in a case file which index and which model files its case is examined with. */
export function writePin(file: string, pinned: PinnedParts): void {
  rewrite(file, (text) => withPin(text, pinned));
}

/** Writes down in a case file what is said of documents, by their paths from it. */
export function writeDocuments(file: string, said: Parameters<typeof withDocuments>[1]): void {
  rewrite(file, (text) => withDocuments(text, said));
}

const emptyCase = `{\n  "format": "${caseFileFormat}",\n  "documents": {}\n}\n`;

/** In a case file that is there, or a new one; what a link leads to is written, not the link. */
function rewrite(file: string, change: (text: string) => string): void {
  if (!fs.existsSync(file)) {
    replaceWhole(file, change(emptyCase));
    return;
  }
  const place = fs.realpathSync(file);
  const content = fs.readFileSync(place, 'utf8');
  const text = content.replace(/^\uFEFF/, '');
  parseCaseFile(text, path.basename(place));
  replaceWhole(place, content.slice(0, content.length - text.length) + change(text));
}
