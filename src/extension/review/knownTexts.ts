import type { KnownDocument } from '../../core/domain';
import type { Findings } from '../../presentation/findings';

/** Gets a known document of an index; undefined: it is no longer there. */
export type GetKnown = (index: string, id: string) => Promise<KnownDocument | undefined>;

/** The known texts that passages of the findings lead to, as far as they were read; those of earlier findings are forgotten. */
export class KnownTexts {
  private readonly texts = new Map<string, KnownDocument>();
  private index = '';

  constructor(private readonly get: GetKnown) {}

  /** By id. */
  get all(): ReadonlyMap<string, KnownDocument> {
    return this.texts;
  }

  /** Reads those of the wanted documents that are lacking; false: none was. */
  async read({ index, evidence }: Findings, wanted: ReadonlySet<string>): Promise<boolean> {
    const passages = evidence.candidates.flatMap(({ pairs }) => pairs);
    const led = new Set(index.path === this.index ? passages.map(({ document }) => document) : []);
    for (const id of this.texts.keys()) if (!led.has(id)) this.texts.delete(id);
    this.index = index.path;
    const missing = [...wanted].filter((id) => !this.texts.has(id));
    for (const id of missing) {
      const document = await this.get(index.path, id);
      if (document) this.texts.set(id, document);
    }
    return missing.length > 0;
  }
}
