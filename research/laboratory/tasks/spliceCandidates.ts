import { prepareProducts, type FeatureRow } from '../../../src/core/classical/featureRow';
import { type Ngrams, negateDirections } from '../../../src/core/classical/ngrams';
import { hashWithSeed, createRandom } from '../../../src/core/evaluation/bootstrap';
import { groupBy } from '../../../src/core/groupBy';
import { countWords } from '../../../src/core/text/countWords';
import type { LabelledDocument } from './documents';
import type { Splice } from './splices';

const drawn = 12;
const first = 8;
const [leastWords, mostWords] = [300, 4000];

/** Known texts as a case may have them of a splice's authors, by other works, and of others who write in its source. */
export class SpliceCandidates {
  private readonly byAuthor: ReadonlyMap<string, readonly LabelledDocument[]>;
  private readonly rows = new Map<string, FeatureRow>();

  constructor(
    documents: readonly LabelledDocument[],
    private readonly ngrams: Ngrams,
    private readonly seed: number,
  ) {
    this.byAuthor = groupBy(documents, ({ author }) => author);
  }

  /** Rows of the texts of the eight authors most alike to the splice, of its own and twelve drawn. */
  of({ text, source, authors, documents }: Splice): readonly (readonly FeatureRow[])[] {
    const random = createRandom(hashWithSeed(documents.map(({ id }) => id).join(' '), this.seed));
    const { mode } = documents[0]!;
    const others = [...this.byAuthor.entries()].filter(
      ([author, own]) => !authors.includes(author) && own.some((each) => each.source === source && each.mode === mode),
    );
    const strangers = others.map(([author]) => ({ author, at: random() })).sort((a, b) => a.at - b.at);
    const works = new Set(documents.map((each) => `${each.author} ${each.title}`));
    const known = [...authors, ...strangers.slice(0, drawn).map(({ author }) => author)].flatMap((author) => {
      const own = this.byAuthor.get(author)!.filter((each) => each.mode === mode);
      const rows = this.rowsOf(own.filter((each) => !works.has(`${author} ${each.title}`)));
      return rows.length > 0 ? [rows] : [];
    });
    const score = prepareProducts(negateDirections(this.ngrams.computeFeatures(text)));
    const mean = (rows: readonly FeatureRow[]) => rows.reduce((sum, row) => sum + score(row), 0) / rows.length;
    const ranked = known.map((rows) => ({ rows, mean: mean(rows) })).sort((a, b) => b.mean - a.mean);
    return ranked.slice(0, first).map(({ rows }) => rows);
  }

  /** As many as hold 4,000 words; none where there are fewer than 300. */
  private rowsOf(documents: readonly LabelledDocument[]): readonly FeatureRow[] {
    let words = 0;
    const taken = documents.filter(({ text }) => words < mostWords && (words += countWords(text)) > 0);
    if (words < leastWords) return [];
    return taken.map(({ id, text }) => {
      const row = this.rows.get(id) ?? this.ngrams.computeFeatures(text);
      this.rows.set(id, row);
      return row;
    });
  }
}
