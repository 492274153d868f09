import { HashingEncoder } from '../../fakes/hashingEncoder';
import { encodedSpans, knownDocument } from '../../fakes/knownSpans';
import { openIndex } from '../../fakes/openIndex';

/** Adds so many documents of two spans, prints the id of each, and "done" at the end. */
async function addMany(file: string, first: number, count: number): Promise<void> {
  const index = await openIndex(file, new HashingEncoder(), { create: true });
  for (let number = first; number < first + count; number++) {
    const document = knownDocument(`author ${number % 7}`, `Text number ${number}.`);
    await index.add(document, encodedSpans(number, 2, 50));
    process.stdout.write(`${document.id}\n`);
  }
  await index.close();
  process.stdout.write('done\n');
}

void addMany(process.argv[2]!, Number(process.argv[3]), Number(process.argv[4]));
