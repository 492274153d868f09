import type { FeatureRow } from '../../../src/core/classical/featureRow';
import { hashWithSeed } from '../../../src/core/evaluation/scoreGroups';
import type { LanguageCollection } from '../../../src/core/language/languageCollection';
import { countWords, cutTexts } from '../../../src/core/text/countWords';
import { pairModes, relateGenres } from '../../../src/core/verification/condition';
import { foldOf } from '../../../src/core/verification/fitting/trials';
import { computeScores, findMeasurement } from '../../../src/core/verification/scores';
import { averageRows } from '../../../src/core/verification/sides';
import { type StopSignal, throwIfStopped } from '../../../src/core/basics/work';
import type { ScoredTrial } from '../fitting/trialTable';
import type { LabelledDocument } from '../tasks/documents';
import { type AuthorWorks, shuffle } from './languageWorks';

/** Works of an author that are asked about, stretches of each, and other authors that each is compared with. */
const mostWorks = 3;
const mostStrangers = 5;

/** A stretch of one work, in question. */
interface AskedStretch {
  readonly author: string;
  readonly document: LabelledDocument;
  /** Its first words. */
  readonly text: string;
  /** The author's other works. */
  readonly known: readonly LabelledDocument[];
  /** Ids of the documents of the work, which is compared with nothing. */
  readonly work: ReadonlySet<string>;
}

/** Stretches of so many words of each work of the authors who have two; works never meet themselves. */
export function listStretches(
  authors: readonly AuthorWorks[],
  { words, each, seed }: { readonly words: number; readonly each: number; readonly seed: number },
): readonly AskedStretch[] {
  return authors.flatMap(({ author, works }) =>
    (works.length < 2 ? [] : shuffle(works, ({ work }) => work, seed).slice(0, mostWorks)).flatMap(
      ({ work, documents }) => {
        const known = works.flatMap((other) => (other.work === work ? [] : other.documents));
        const ids = new Set(documents.map(({ id }) => id));
        return shuffle(documents, ({ id }) => id, seed + words)
          .flatMap((document) => {
            const text = cutAt(document.text, words, hashWithSeed(document.id, seed + words));
            return text === undefined ? [] : [{ author, document, text, known, work: ids }];
          })
          .slice(0, each);
      },
    ),
  );
}

function hasWords(documents: readonly LabelledDocument[], words: number): boolean {
  return documents.reduce((sum, { text }) => sum + countWords(text), 0) >= words;
}

/** So many words of a text from some place on; undefined: it has fewer. */
function cutAt(text: string, words: number, random: number): string | undefined {
  const all = text.split(/\s+/u).filter((word) => word !== '');
  if (all.length < words) return undefined;
  const start = random % (all.length - words + 1);
  return all.slice(start, start + words).join(' ');
}

/** A known side of so many words: the mean of the rows of texts, as ratios take it. */
class KnownSides {
  private readonly rows = new Map<string, FeatureRow>();

  constructor(
    private readonly collection: LanguageCollection,
    private readonly seed: number,
  ) {}

  read(documents: readonly LabelledDocument[], words: number): FeatureRow {
    const ordered = shuffle(documents, ({ id }) => id, this.seed);
    const key = `${words} ${ordered.map(({ id }) => id).join()}`;
    const found = this.rows.get(key) ?? this.make(ordered, words);
    this.rows.set(key, found);
    return found;
  }

  private make(documents: readonly LabelledDocument[], words: number): FeatureRow {
    const cut = cutTexts(
      documents.map(({ text }) => text),
      words,
    );
    const texts = cut.map((text) => ({ text, words: text.split(/\s+/u).length }));
    return averageRows(texts, ({ text }) => this.collection.ngrams.computeFeatures(text));
  }
}

/** Trials of these lengths with their scores: each stretch beside its author's other works, and beside the works of others. Throws Cancelled. */
export function scoreTrials(
  collection: LanguageCollection,
  authors: readonly AuthorWorks[],
  lengths: { readonly questioned: readonly number[]; readonly known: readonly number[] },
  { each, seed, stop }: { readonly each: number; readonly seed: number; readonly stop: StopSignal },
): readonly ScoredTrial[] {
  const sides = new KnownSides(collection, seed);
  const all = authors.map(({ author, works }) => ({ author, documents: works.flatMap(({ documents }) => documents) }));
  return lengths.questioned.flatMap((words) =>
    listStretches(authors, { words, each, seed }).flatMap(({ author, document, text, known }) => {
      const questioned = { ...document, features: collection.ngrams.computeFeatures(text) };
      const others = all.filter((other) => other.author !== author);
      const strangers = shuffle(others, (other) => `${other.author} ${document.id}`, seed).slice(0, mostStrangers);
      return [{ author, documents: known }, ...strangers].flatMap((side) =>
        lengths.known.flatMap((knownWords): readonly ScoredTrial[] => {
          throwIfStopped(stop);
          if (!hasWords(side.documents, knownWords)) return [];
          const kind = side.documents[0]!;
          const row = { mode: kind.mode, genre: kind.genre, features: sides.read(side.documents, knownWords) };
          const measurement = findMeasurement(
            collection.cohort,
            { questioned, known: row },
            new Set([author, side.author]),
            words,
          );
          if (!measurement) return [];
          const pair = [author, side.author] as const;
          const { language } = collection;
          return [
            {
              authors: [`${language} ${pair[0]}`, `${language} ${pair[1]}`],
              same: author === side.author,
              modes: pairModes(questioned.mode, row.mode),
              genreRelation: relateGenres(questioned, row),
              scores: computeScores(questioned, row, measurement, stop),
              lengths: { questioned: words, known: knownWords },
              folds: [...new Set(pair.map((name) => foldOf(`${language} ${name}`, seed)))],
            },
          ];
        }),
      );
    }),
  );
}
