import { LRUCache } from 'lru-cache';
import { GrammarModel, readGrammar, type Sentence } from '../../classical/grammarModel';
import { createTfidf } from '../../classical/textScorer';
import { hashWithSeed } from '../../../../src/core/evaluation/scoreGroups';
import { groupBy } from '../../../../src/core/basics/numbers';
import { countWords } from '../../../../src/core/text/countWords';
import { Impostors } from '../../classical/impostors';
import type { BaselineStatistics } from '../../classical/baselineStatistics';
import type { LabelledDocument } from '../../tasks/documents';
import { trialText } from '../trialText';
import { lambdaG } from '../../classical/lambdaG';

/** Methods that hold the known texts against those of others. */
export const referencedMethods = ['lambdag', 'impostors'] as const;
export type ReferencedMethod = (typeof referencedMethods)[number];

/** Other authors whose texts known ones are held against, at most; with fewer than four nothing is said. */
const mostReferences: Readonly<Record<ReferencedMethod, number>> = { lambdag: 30, impostors: 50 };
const leastReferences = 4;
/** Words that stay as they are in grammar. */
const keptWords = 500;
/** Texts that are kept as they were read. */
const keptTexts = 500;

/** The sides of a trial as two texts. */
export interface JoinedSides {
  readonly questioned: string;
  readonly known: string;
  /** Mode and genre, and words, of the known text. */
  readonly kind: Pick<LabelledDocument, 'mode' | 'genre'>;
  readonly words: number;
  readonly authors: readonly string[];
}

/** Scores trials by what known texts have before those of other authors: of their mode and genre, as many words. */
export function referencedScorer(
  method: ReferencedMethod,
  statistics: BaselineStatistics,
  { documents, seed }: { readonly documents: readonly LabelledDocument[]; readonly seed: number },
): (sides: JoinedSides) => number {
  const score = method === 'lambdag' ? byGrammar(statistics) : byImpostors(statistics, seed);
  const pool = new References(documents, seed);
  return (sides) => {
    const references = pool.of(sides).slice(0, mostReferences[method]);
    return references.length < leastReferences ? 0 : score(sides, references);
  };
}

type Score = (sides: JoinedSides, references: readonly string[]) => number;

function byGrammar({ frequentWords }: BaselineStatistics): Score {
  const kept = new Set(frequentWords.words.slice(0, keptWords));
  const read = (text: string): readonly Sentence[] => readGrammar(text, (word) => kept.has(word));
  const models = new LRUCache({ max: keptTexts, memoMethod: (text: string) => new GrammarModel(read(text)) });
  return ({ questioned, known }, references) =>
    lambdaG(
      read(questioned),
      models.memo(known),
      references.map((text) => models.memo(text)),
    );
}

function byImpostors(statistics: BaselineStatistics, seed: number): Score {
  const method = createTfidf(statistics);
  const rows = new LRUCache({ max: keptTexts, memoMethod: (text: string) => method.computeFeatures(text) });
  const impostors = new Impostors(statistics.features.hashes.length, seed);
  return ({ questioned, known }, references) =>
    impostors.score(
      rows.memo(questioned),
      rows.memo(known),
      references.map((text) => rows.memo(text)),
    );
}

/** Texts of every author of a mode and genre, joined and cut to so many words. */
class References {
  private readonly kinds: ReadonlyMap<string, readonly number[]>;
  private readonly made = new Map<string, ReadonlyMap<string, string>>();

  constructor(
    private readonly documents: readonly LabelledDocument[],
    private readonly seed: number,
  ) {
    this.kinds = groupBy([...documents.keys()], (place) => kindOf(documents[place]!));
  }

  /** Those of others than a trial's authors, in the order of a hash. */
  of({ kind, words, authors, known }: JoinedSides): readonly string[] {
    const all = [...this.textsOf(kindOf(kind), words)].filter(([author]) => !authors.includes(author));
    const ordered = all.map(([author, text]) => ({
      text,
      hash: hashWithSeed(`${author} ${known.slice(0, 100)}`, this.seed),
    }));
    return ordered.sort((a, b) => a.hash - b.hash).map(({ text }) => text);
  }

  private textsOf(kind: string, words: number): ReadonlyMap<string, string> {
    const key = `${kind} ${words}`;
    const made = this.made.get(key) ?? this.make(kind, words);
    this.made.set(key, made);
    return made;
  }

  private make(kind: string, words: number): ReadonlyMap<string, string> {
    const byAuthor = groupBy(this.kinds.get(kind) ?? [], (place) => this.documents[place]!.author);
    const texts = [...byAuthor].map(
      ([author, places]) => [author, trialText(this.documents, places, words).text] as const,
    );
    return new Map(texts.filter(([, text]) => countWords(text) >= words));
  }
}

function kindOf({ mode, genre }: Pick<LabelledDocument, 'mode' | 'genre'>): string {
  return `${mode} ${genre}`;
}
