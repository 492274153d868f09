import { pairModes, relateGenres } from '../../../src/core/verification/condition';
import type { FeatureRow } from '../../../src/core/classical/featureRow';
import { groupBy } from '../../../src/core/basics/numbers';
import { takeFirstWords } from '../../../src/core/text/countWords';
import { table } from '../evaluate/run/output';
import { fusions } from '../fitting/fusion';
import { covers, type ScoredTrial } from '../fitting/trialTable';
import { orderByHash } from '../calibrate/folds/drawTrials';
import { sampleByKey } from '../measures/sample';
import type { LabelledDocument } from '../tasks/documents';
import type { Folds, FoldTexts } from './foldTexts';
import { prepareFrequencies } from './frequencies';
import { acrossKinds, compareWays, countTrials, formatGains, gainHeads } from './gains';
import { prepareHapax } from './hapax';
import { joinKinds, type KindTrial, scoreKinds } from './kinds';
import { findDirections, fitPlda, type Plda } from './plda';
import { formatRareWords } from './rareWordFigures';
import { prepareRareWords } from './rareWords';
import { type ComparedSides, scoreTrials } from './scoredTrials';

/** One trial of docs/results/rejected.md: it reads fold by fold, then says what it found. */
export interface Study {
  add(texts: FoldTexts, folds: Pick<Folds, 'others'>): void;
  report(): readonly string[];
}

const shipped = fusions.collection;
const isAcross = ({ genreRelation }: { readonly genreRelation: string }): boolean => genreRelation === 'cross';
const across = { words: [250, 1000], knownWords: [4000, 8000], isWanted: isAcross };

/** The studies by name; `limit` is that of works of a fold and condition. */
export const studies: Readonly<Record<string, (limit: number) => Study>> = {
  frequencies: (limit) => studyScore('frequencies', limit, (texts) => prepareFrequencies(texts)),
  plda: (limit) => studyScore('plda', limit, (texts, folds) => preparePlda(texts, folds.others(texts.fold))),
  hapax: studyHapax,
  kinds: studyKinds,
  rare: studyRareWords,
};

/** What one more score gains beside those that ship, and what it is worth alone. */
function studyScore(
  name: string,
  limit: number,
  prepare: (
    texts: FoldTexts,
    folds: Pick<Folds, 'others'>,
  ) => (sides: ComparedSides) => Readonly<Record<string, number>>,
): Study {
  const trials: ScoredTrial[] = [];
  return {
    add: (texts, folds) => trials.push(...scoreTrials(texts, { ...across, limit }, prepare(texts, folds))),
    report: () => formatGains(trials, { shipped, [`with ${name}`]: [...shipped, name], [`${name} alone`]: [name] }),
  };
}

/** Works of a fold and condition that LambdaG reads, where no limit is set: it is slow. */
const hapaxWorks = 3;
const hapaxKinds = [{ modes: 'written-written', genreRelation: 'same' } as const, ...acrossKinds];

function studyHapax(limit: number): Study {
  const trials: ScoredTrial[] = [];
  const drawn = {
    words: [250, 1000],
    knownWords: [2000],
    isWanted: (trial: ScoredTrial | ComparedSides['trial']) => hapaxKinds.some((kind) => covers(kind, trial)),
    limit: Math.min(limit, hapaxWorks),
  };
  return {
    add: (texts) => {
      const rate = prepareHapax(texts);
      trials.push(...scoreTrials(texts, drawn, (sides) => ({ ...rate(sides) })));
    },
    report: () => {
      const rows = hapaxKinds.flatMap((kind) => {
        const of = trials.filter((trial) => covers(kind, trial));
        return [...groupBy(of, ({ lengths }) => String(lengths.questioned))].flatMap(([words, own]) => {
          const ways = ['hapax', 'hapaxOfWords', 'root'].map((name): readonly [string, readonly number[]] => [
            name,
            own.map(({ scores }) => scores[name]!),
          ]);
          const facts = [`${kind.modes} ${kind.genreRelation}`, `${words}, 2000`, ...countTrials(own)];
          return compareWays(own, Object.fromEntries(ways)).map((cells) => [...facts, ...cells]);
        });
      });
      return table(['condition', 'words', ...gainHeads], rows);
    },
  };
}

/** Works of a fold and condition whose rare words are masked, where no limit is set. */
const rareWorks = 32;

function studyRareWords(limit: number): Study {
  const trials: ScoredTrial[] = [];
  const drawn = { words: [100, 250, 1000], knownWords: [250, 1000, 8000], isWanted: () => true };
  return {
    add: (texts) => {
      trials.push(...scoreTrials(texts, { ...drawn, limit: Math.min(limit, rareWorks) }, prepareRareWords(texts)));
    },
    report: () => formatRareWords(trials),
  };
}

function studyKinds(limit: number): Study {
  const trials: KindTrial[] = [];
  return {
    add: (texts) => trials.push(...scoreKinds(texts, limit)),
    report: () =>
      table(
        ['known texts', ...gainHeads],
        [...groupBy(trials, ({ relation }) => relation)].flatMap(([relation, own]) =>
          compareWays(own, joinKinds(own)).map((cells) => [relation, ...countTrials(own), ...cells]),
        ),
      ),
  };
}

/** Directions of the n-gram rows, authors that they are fitted on, texts of each and words of a text. */
const plda = { directions: 150, authors: 300, texts: 4, words: 1000 };
/** Rows of these texts are made once for all folds that have the same n-grams. */
const madeRows = new WeakMap<LabelledDocument, { readonly ngrams: string; readonly row: FeatureRow }>();

/** Log10 ratios by the two-covariance model, fitted on texts of other folds for each pair of kinds; a side is worth as many texts as it has, by its words. */
function preparePlda({ ngrams, seed }: FoldTexts, others: readonly LabelledDocument[]) {
  const byAuthor = [...groupBy(others, ({ author }) => author).values()].filter((own) => own.length > 1);
  const several = byAuthor.filter((own) => new Set(own.map(({ mode, genre }) => `${mode} ${genre}`)).size > 1);
  const rest = sampleByKey(byAuthor, ([first]) => first!.author, plda.authors, seed);
  const readRow = (document: LabelledDocument): FeatureRow => {
    const made = madeRows.get(document);
    if (made?.ngrams === ngrams.id) return made.row;
    const row = ngrams.computeFeatures(takeFirstWords(document.text, plda.words));
    madeRows.set(document, { ngrams: ngrams.id, row });
    return row;
  };
  const chosen = [...new Set([...several, ...rest])].slice(0, plda.authors).map((own) => {
    const [first, ...kinds] = [
      ...groupBy(
        orderByHash(own, ({ id }) => id, seed),
        ({ mode, genre }) => `${mode} ${genre}`,
      ).values(),
    ];
    const texts = kinds.length === 0 ? first! : [first!, ...kinds].flatMap((kind) => kind.slice(0, 2));
    return texts
      .slice(0, plda.texts)
      .map((document) => ({ kind: JSON.stringify([document.mode, document.genre]), row: readRow(document) }));
  });
  const place = findDirections(
    chosen.flatMap((own) => own.map(({ row }) => row)),
    plda.directions,
  );
  const points = chosen.map((own) => own.map(({ kind, row }) => ({ kind, point: place(row) })));
  const fits = new Map<string, Plda>();
  return ({ trial, words, questioned, known }: ComparedSides): { readonly plda: number } => {
    const key = `${trial.modes} ${trial.genreRelation}`;
    const fit = fits.get(key) ?? fitPlda(points, (a, b) => describePair(a, b) === key);
    fits.set(key, fit);
    const worth = {
      questioned: Math.min(1, words / plda.words),
      known: Math.min(trial.known.parts.length, trial.known.words / plda.words),
    };
    return { plda: fit(place(questioned.features), place(known.features as FeatureRow), worth) };
  };
}

function describePair(a: string, b: string): string {
  const [left, right] = [a, b].map((each) => {
    const [mode, genre] = JSON.parse(each) as [LabelledDocument['mode'], string];
    return { mode, genre };
  });
  return `${pairModes(left!.mode, right!.mode)} ${relateGenres(left!, right!)}`;
}
