import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OnnxSession } from '../../../src/lateInteraction/encoder/session';
import { EngineThread } from '../../../src/node/worker/engineThread';

/** Answers its first question with what the environment of the process, not its copy of it, says about telemetry. */
const worker = `
  const { environmentVariables } = process.report.getReport();
  const { parentPort } = require('node:worker_threads');
  parentPort.once('message', ({ id }) => parentPort.postMessage({ id, value: environmentVariables.ORT_DISABLE_TELEMETRY }));
`;

const inProcess = (): string | undefined =>
  (process.report.getReport() as { environmentVariables: Record<string, string> }).environmentVariables[
    'ORT_DISABLE_TELEMETRY'
  ];

describe('the telemetry of the model runtime is off in the environment of the process', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-switch-'));
    process.env['ORT_DISABLE_TELEMETRY'] = '0';
    expect(inProcess()).toBe('0');
  });
  afterEach(() => {
    fs.rmSync(folder, { recursive: true });
  });

  it('when the engine thread begins', async () => {
    const workerFile = path.join(folder, 'worker.cjs');
    fs.writeFileSync(workerFile, worker);
    const engine = new EngineThread(() => ({ workerFile, modelsFolder: folder }));
    expect(await engine.createCalls().indexInfo('')).toBe('1');
  });

  it('where there is no engine thread', async () => {
    await (await OnnxSession.open(fs.readFileSync('test/fixtures/parity/tiny.onnx'), 'tiny.onnx')).close();
    expect(inProcess()).toBe('1');
  });
});
