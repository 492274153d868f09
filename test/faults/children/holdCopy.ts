import { HashingEncoder } from '../../fakes/hashingEncoder';
import { openIndex } from '../../fakes/openIndex';

/** Opens an index as a check does, and waits to be killed. */
async function holdCopy(file: string): Promise<void> {
  const index = await openIndex(file, new HashingEncoder(), { create: false, damaged: 'check' });
  process.stdout.write(`${await index.count()}\n`);
  setInterval(() => index, 1e9);
}

void holdCopy(process.argv[2]!);
