import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { calibrate, judge, readProcessorSeconds } from '../../scripts/processorTime.mjs';

it('fails a run that takes a quarter more processor time than its budget, on a slower machine as here', () => {
  const budget = { seconds: 100, calibration: 2 };
  expect(judge(120, budget, 2).isOver).toBe(false);
  expect(judge(130, budget, 2)).toMatchObject({ isOver: true, text: expect.stringContaining('130 s') as string });
  expect(judge(180, budget, 3).isOver).toBe(false);
  expect(judge(190, budget, 3).isOver).toBe(true);
  expect(judge(120, budget, 1).isOver).toBe(false);
  expect(judge(130, budget, 1).isOver).toBe(true);
});

it.runIf(process.platform === 'linux')('counts the processor time of a process that has ended', () => {
  const before = readProcessorSeconds()!;
  const work = 'const begun = process.cpuUsage(); while (process.cpuUsage(begun).user < 3e5);';
  expect(spawnSync(process.execPath, ['-e', work]).status).toBe(0);
  expect(readProcessorSeconds()! - before).toBeGreaterThanOrEqual(0.28);
});

it('takes some processor time for its fixed piece of work', () => {
  expect(calibrate(1)).toBeGreaterThan(0.001);
});
