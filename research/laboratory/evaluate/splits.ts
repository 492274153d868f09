import type { OptionTable } from '../../../src/cli/options';
import { CaseFit } from '../../../src/core/ranking/fitDiscriminant';
import { findFurthestSplit, splitUnits } from '../../../src/core/ranking/splitByCase';

import { fitLimits, splitRows, type ScoredSplit } from '../measures/splits';
import { dealCases, isOfOneKind } from '../tasks/searchCases';
import { makeSplitTexts } from '../tasks/splitTexts';
import { positive, type EvaluateArguments } from './run/arguments';
import { readDocuments } from './run/documentsFile';
import { figure, formatRows, headOf, toJson, type EvaluateIo, type Head } from './run/output';
import { stageProgress } from './run/progress';
import { readOrScore, scoredCaseOptions } from './run/scoresFile';

export const splitsOptions = {
  words: { kind: positive, value: 'W', multiple: true, help: 'words of a text (300, 600 and 1200)' },
  authors: { kind: positive, value: 'N', help: 'authors of a case (8)' },
  'known-words': { kind: positive, value: 'W', help: 'known words of each author (4000)' },
  cases: { kind: positive, value: 'C', help: 'of each source (3)' },
  ...scoredCaseOptions,
} as const satisfies OptionTable;

/** `evaluate splits`: texts by one author and by two that are seen to fall into two parts, and the limits that ship. */
export async function evaluateSplits(args: EvaluateArguments, io: EvaluateIo): Promise<void> {
  const { trials, head } = await readOrScore('splits', args, () => scoreAll(args, io));
  const [rows, limits] = [splitRows(trials, args.seed), fitLimits(trials)];
  if (args.json) io.stdout(toJson({ ...head, rows, limits }));
  else {
    const names = ['seen', 'shipped', 'right'];
    const facts = ['words', 'kind', 'sources', 'texts'];
    io.stdout(...formatRows(rows, facts, names, ['words', 'texts by', 'sources', 'texts']));
    io.stdout(`limits of a fit on all: ${limits.map(([words, apart]) => `${words} ${figure(apart)}`).join(', ')}`);
  }
}

/** Deals cases of one source and kind, and splits the texts of each by the authors of its case. */
function* scoreAll(args: EvaluateArguments, io: EvaluateIo): Generator<ScoredSplit, Head> {
  const { set, file } = readDocuments(args);
  const { documents } = set;
  for (const words of args.counts('words') ?? [300, 600, 1200]) {
    const deal = {
      ...{ authors: args.count('authors', 8), words, knownWords: args.count('known-words', 4000), outsiders: 0.5 },
      ...{ cases: args.count('cases', 3), seed: args.seed },
    };
    const cases = dealCases(documents, deal).filter((one) => isOfOneKind(documents, one));
    const progress = stageProgress(io, `cases of ${words} words`);
    for (const [done, one] of cases.entries()) {
      const known = one.known.map(({ author, documents: own }) => {
        return { author, texts: own.map((place) => documents[place]!.text) };
      });
      const { fitted } = CaseFit.of(known, { words }, io.stop);
      for (const { text, ...trial } of fitted ? makeSplitTexts(documents, one, words) : []) {
        const units = splitUnits(text, [], io.stop);
        const score = (part: string): ReadonlyMap<string, number> => fitted!.scoreText(part);
        const found = findFurthestSplit(text, units, score, io.stop);
        const split = found ? { authors: found.authors, apart: found.apart } : null;
        yield { source: documents[one.questioned[0]!]!.source ?? '', words, ...trial, split };
      }
      progress(done + 1, cases.length);
    }
  }
  return headOf('splits', args, {}, { documents: file });
}
