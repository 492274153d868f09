import type { KnownDocument, Passage } from '../../core/domain';
import type { Findings } from '../../presentation/findings';
import { allPassages, knownDocuments } from '../../presentation/passages';

/** The known texts that passages of the findings lead to, as far as they were read; those of earlier findings are forgotten. */
export class KnownTexts {
  private readonly texts = new Map<string, KnownDocument>();
  private index = '';

  /** @param get  a known document of an index; undefined: it is no longer there */
  constructor(private readonly get: (index: string, id: string) => Promise<KnownDocument | undefined>) {}

  /** By id. */
  get all(): ReadonlyMap<string, KnownDocument> {
    return this.texts;
  }

  /** Reads those documents of these passages that are lacking; false: none was. */
  async read({ index, evidence }: Findings, wanted: readonly Pick<Passage, 'document'>[]): Promise<boolean> {
    const passages = evidence.candidates.flatMap(allPassages);
    const led = new Set(index.path === this.index ? passages.map(({ document }) => document) : []);
    for (const id of this.texts.keys()) if (!led.has(id)) this.texts.delete(id);
    this.index = index.path;
    const missing = wanted.filter(({ document }) => !this.texts.has(document));
    const read = await knownDocuments(missing, (id) => this.get(index.path, id));
    for (const [id, document] of read) this.texts.set(id, document);
    return missing.length > 0;
  }
}
