import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { EngineThread } from '../../../../src/node/worker/engineThread';
import type { FileToIndex } from '../../../../src/protocol/engine';

const labels = { mode: 'written', genre: 'letter', language: 'en' } as const;

/** Indexes a case's known texts and reviews one of its questioned ones in an engine thread, which then has nothing to do. */
async function reviewThenIdle(packageFolder: string, caseFolder: string, idleSeconds: number): Promise<void> {
  const workerFile = path.join(packageFolder, 'dist', 'engineWorker.js');
  const engine = new EngineThread(() => ({ workerFile, modelsFolder: path.join(packageFolder, 'models') }));
  const index = path.join(caseFolder, 'index.sqlite');
  const { added } = await engine.createCalls().addDocuments(index, knownFiles(path.join(caseFolder, 'known')));
  const { text } = await engine.createCalls().readDocument(path.join(caseFolder, 'questioned', 'letter-roof-fund.txt'));
  const questioned = { ...labels, id: 'questioned', text, version: 1, sha256: '' };
  const options = { candidates: 3, excludeQuotes: true } as const;
  const { candidates } = await engine.createCalls().review(index, questioned, options);
  await setTimeout(idleSeconds * 1000);
  await engine.close();
  process.stdout.write(`${added} added, ${candidates.length} candidates\n`);
}

function knownFiles(known: string): readonly FileToIndex[] {
  return readdirSync(known).flatMap((author) =>
    readdirSync(path.join(known, author)).map((name): FileToIndex => {
      return { ...labels, path: path.join(known, author, name), author, role: 'known' };
    }),
  );
}

const [packageFolder, caseFolder, idleSeconds] = process.argv.slice(2);
void reviewThenIdle(packageFolder!, caseFolder!, Number(idleSeconds));
