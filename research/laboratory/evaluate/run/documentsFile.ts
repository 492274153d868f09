import { DocumentSet, type LabelledDocument } from '../../tasks/documents';
import type { LinesFile } from '../../tasks/record';
import { takeFirstWords } from '../../../../src/core/text/countWords';
import type { EvaluateArguments } from './arguments';
import { readLines, type HashedFile } from '../../tasks/lines';
import { wantedTasks } from '../taskGroups';

/** The documents of `--documents`, each cut to `--max-words`, with the file they came from. */
export function readDocuments(args: EvaluateArguments): { readonly set: DocumentSet; readonly file: HashedFile } {
  const file = readLines(args.required('documents'));
  const most = args.count('max-words', Infinity);
  const set = DocumentSet.parse(file);
  return { set: most === Infinity ? set : set.mapTexts((text) => takeFirstWords(text, most)), file };
}

/** What a command on tasks reads. */
interface TaskFiles<Task> {
  readonly documents: readonly LabelledDocument[];
  /** Those that `--task` names. */
  readonly tasks: readonly Task[];
  readonly files: { readonly documents: HashedFile; readonly tasks: HashedFile };
}

/** The documents and the tasks on them. Throws Usage. */
export function readTasks<Task extends { readonly task: string }>(
  args: EvaluateArguments,
  parse: (file: LinesFile, set: DocumentSet) => readonly Task[],
): TaskFiles<Task> {
  const { set, file } = readDocuments(args);
  const tasks = readLines(args.required('tasks'));
  const wanted = wantedTasks(parse(tasks, set), args);
  return { documents: set.documents, tasks: wanted, files: { documents: file, tasks } };
}
