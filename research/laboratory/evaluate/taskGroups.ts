import { usage } from '../../../src/core/errors';
import { groupBy } from '../../../src/core/basics/numbers';
import { sampleByKey } from '../measures/sample';
import type { EvaluateArguments } from './run/arguments';

/** Tasks by group, each group no larger than `--limit`: those are drawn by their keys and the seed. */
export function sampledGroups<Task>(
  tasks: readonly Task[],
  by: { readonly group: (task: Task) => string; readonly key: (task: Task) => string },
  { limit, seed }: EvaluateArguments,
): ReadonlyMap<string, readonly Task[]> {
  const groups = groupBy(tasks, by.group);
  return new Map([...groups].map(([name, group]) => [name, sampleByKey(group, by.key, limit, seed)]));
}

/** The tasks that `--task` names, all without it. Throws Usage when there are none of a name. */
export function wantedTasks<Task extends { readonly task: string }>(
  tasks: readonly Task[],
  args: EvaluateArguments,
): readonly Task[] {
  const names = args.list('task') ?? [...new Set(tasks.map(({ task }) => task))];
  const absent = names.find((name) => !tasks.some(({ task }) => task === name));
  if (absent !== undefined) throw usage(`--task "${absent}": the tasks file has no such task.`);
  if (names.length === 0) throw usage('The tasks file holds no tasks.');
  return tasks.filter(({ task }) => names.includes(task));
}
