/**
 * By what the CPU time of a run grows when its size is doubled: about 2 where a run is linear, 4 where it is quadratic. Two doublings are
 * measured, from half a size to twice the size, so that the noise of a busy machine is halved. The least of several runs counts, since
 * other work of the process only adds to its time. The clock of Windows goes in steps of 16 ms, so that a run is repeated there.
 */
export async function growthOf(run: (size: number) => unknown, size: number): Promise<number> {
  const started = performance.now();
  await run(size);
  const turns = process.platform === 'win32' ? Math.ceil(300 / (performance.now() - started)) : 1;
  const timeOf = async (length: number): Promise<number> => {
    const before = process.cpuUsage();
    for (let turn = 0; turn < turns; turn++) await run(length);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  let [half, twice] = [Infinity, Infinity];
  for (let i = 0; i < 4; i++) {
    half = Math.min(half, await timeOf(Math.ceil(size / 2)));
    twice = Math.min(twice, await timeOf(2 * size));
  }
  return Math.sqrt(twice / half);
}
