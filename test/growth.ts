/**
 * The CPU time of a run of twice a size, divided by that of a run of the size: about 2 where a run is linear, 4 where it is quadratic. The
 * least of several runs counts, since other work of the process only adds to its time.
 */
export async function growthOf(run: (size: number) => unknown, size: number): Promise<number> {
  const timeOf = async (length: number): Promise<number> => {
    const before = process.cpuUsage();
    await run(length);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await run(size);
  let [once, twice] = [Infinity, Infinity];
  for (let i = 0; i < 4; i++) {
    once = Math.min(once, await timeOf(size));
    twice = Math.min(twice, await timeOf(2 * size));
  }
  return twice / once;
}
