import { HashingEncoder } from '../../fakes/hashingEncoder';
import { change } from './changes';
import { openIndex } from '../../fakes/openIndex';

/** Makes one change after another until it is killed, and prints the number of each once it is made. */
async function makeChanges(file: string, first: number): Promise<void> {
  const index = await openIndex(file, new HashingEncoder(), { create: true });
  for (let at = first; ; at++) {
    await change(index, at);
    process.stdout.write(`${at}\n`);
  }
}

void makeChanges(process.argv[2]!, Number(process.argv[3]));
