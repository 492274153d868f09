import { usage } from '../../src/core/errors';
import type { EvaluateArguments } from './arguments';

/** Items by key, keys in the order of their first item. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
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
