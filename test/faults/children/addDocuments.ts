import { SqliteIndex } from '../../../src/node/sqlite/sqliteIndex';
import { HashingEncoder } from '../../fakes/hashingEncoder';
import { encodedSpans, knownDocument } from '../../fakes/knownSpans';

/** Adds documents of three spans until it is killed, and prints the id of each once it is stored. */
async function addDocuments(file: string, first: number): Promise<void> {
  const index = await SqliteIndex.open(file, new HashingEncoder(), { create: true });
  for (let number = first; ; number++) {
    const document = knownDocument(`author ${number % 7}`, `Text number ${number}. `.repeat(200));
    await index.add(document, encodedSpans(number, 3, 200));
    process.stdout.write(`${document.id}\n`);
  }
}

void addDocuments(process.argv[2]!, Number(process.argv[3]));
