import type { Profiler } from 'node:inspector';

/** A stretch of samples without a break in which one bundle held the thread. */
export interface Stretch {
  readonly ms: number;
  /** Milliseconds by function of the bundle: the innermost on the stack. */
  readonly functions: Readonly<Record<string, number>>;
}

/**
 * The stretches in which a profiled thread ran code of `file` or code that it called, longest first. Tasks that follow one
 * another without a sample of anything else count as one stretch, and so do collections of garbage that fall into it.
 */
export function ownStretches(profile: Profiler.Profile, file: string): readonly Stretch[] {
  const owners = functionsOf(profile, file);
  const collector = profile.nodes.find(({ callFrame }) => callFrame.functionName === '(garbage collector)')?.id;
  const stretches: Map<string, number>[] = [];
  let last: string | undefined;
  profile.samples?.forEach((node, at) => {
    const owner = node === collector ? last : owners.get(node);
    if (owner !== undefined) {
      if (last === undefined) stretches.push(new Map());
      const stretch = stretches.at(-1)!;
      stretch.set(owner, (stretch.get(owner) ?? 0) + (profile.timeDeltas?.[at] ?? 0) / 1000);
    }
    last = owner;
  });
  return stretches
    .map((functions) => ({
      ms: [...functions.values()].reduce((sum, ms) => sum + ms, 0),
      functions: Object.fromEntries(functions),
    }))
    .sort((a, b) => b.ms - a.ms);
}

/** For each node of the call tree under a function of the file, that function's name. */
function functionsOf({ nodes }: Profiler.Profile, file: string): ReadonlyMap<number, string> {
  const owners = new Map<number, string>();
  for (const { id, callFrame, children } of nodes) {
    if (callFrame.url.endsWith(file))
      owners.set(id, `${callFrame.functionName || '(anonymous)'}:${callFrame.lineNumber + 1}`);
    const owner = owners.get(id); // nodes come before their children
    if (owner !== undefined) for (const child of children ?? []) owners.set(child, owner);
  }
  return owners;
}
