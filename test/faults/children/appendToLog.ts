import { CaseLog } from '../../../src/node/casework/caseLog';

/** Appends entries one by one until it has so many, or is killed; prints the name in each once it is written. */
function appendToLog(folder: string, name: string, count: number): void {
  const log = CaseLog.openOfCase(folder);
  for (let i = 0; i < count; i++) {
    const passage = { document: `${name}-${i}`, author: 'Author D', passage: 'a passage '.repeat(500) };
    log.append({ kind: 'decided', ...passage, decision: { setAside: 'formula' } });
    process.stdout.write(`${name}-${i}\n`);
  }
}

appendToLog(process.argv[2]!, process.argv[3]!, Number(process.argv[4]));
