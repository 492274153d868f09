import { DocumentSet } from '../../src/core/evaluation/tasks/documents';
import { firstWords } from '../../src/core/text/words';
import type { EvaluateArguments } from './arguments';
import { readLines, type HashedFile } from '../../src/cli/lines';

/** The documents of `--documents`, each cut to `--max-words`, with the file they came from. */
export function readDocuments(args: EvaluateArguments): { readonly set: DocumentSet; readonly file: HashedFile } {
  const file = readLines(args.required('documents'));
  const most = args.count('max-words', Infinity);
  const set = DocumentSet.parse(file);
  return { set: most === Infinity ? set : set.mapTexts((text) => firstWords(text, most)), file };
}
