import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { OptionTable } from '../../../src/cli/options';
import { listPopulationMembers, Profiler } from '../../../src/core/cohort/cohortCache';
import { hashWithSeed } from '../../../src/core/evaluation/scoreGroups';
import { groupBy } from '../../../src/core/basics/numbers';
import { readQuestionCalibration } from '../../../src/node/models/manifest';
import { clamp } from '../../../src/core/verification/calibration';
import { findCell, findCondition, rateAmong, type QuestionCalibration } from '../../../src/core/verification/question';
import { countWords, takeFirstWords } from '../../../src/core/text/countWords';
import { pairModes, relateGenres } from '../../../src/core/verification/condition';
import { listInManifest } from '../calibrate/statistics/listInManifest';
import { type Asked, knownClass, medianKnown } from '../fitting/asked';
import {
  type RatedAsked,
  valuesOf,
  fitQuestion,
  judgeQuestions,
  rateEach,
  isSearch,
  toSearched,
} from '../fitting/fitQuestion';
import { fitExclusion } from '../fitting/fitExclusion';
import { fitSearch } from '../fitting/fitSearch';
import { searchRows } from '../measures/searches';
import { firstRows } from './firstOfSearch';
import { dealQuestions, mostQuestioned, type QuestionCase } from '../tasks/questionCases';
import type { LabelledDocument } from '../tasks/documents';
import { EncodedCorpus } from './encoding/encodedCorpus';
import { CaseSearches } from './methods/caseSearch';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import type { EvaluateDependencies } from './run/dependencies';
import { readDocuments } from './run/documentsFile';
import { headOf, table, toJson, type EvaluateIo, type Head } from './run/output';
import { stageProgress } from './run/progress';
import { readOrScore, scoresOptions } from './run/scoresFile';

export const questionOptions = {
  authors: { kind: positive, value: 'N', multiple: true, help: 'authors of a case (2)' },
  words: { kind: positive, value: 'W', multiple: true, help: 'words of a questioned text (250, 1000)' },
  'known-words': { kind: positive, value: 'K', multiple: true, help: 'known words of each author (2000)' },
  cases: { kind: positive, value: 'C', help: 'of each source and kind, and of two kinds of each owner, at most (4)' },
  asked: { kind: positive, value: 'N', help: 'authors of a case with a questioned text, at most (4)' },
  unlabelled: { kind: 'flag', help: 'the trials do not know how the texts were produced' },
  source: { kind: 'text', value: 'OWNER', multiple: true, help: 'rows of texts that these publish alone (all)' },
  refit: {
    kind: 'flag',
    help: 'rates each text by a fit on the other sources, in place of the calibration that ships',
  },
  fit: { kind: 'text', value: 'MODELS', help: 'fits question.json and search.json of a models folder to the trials' },
  ...scoresOptions,
  ...corpusOptions,
} as const satisfies OptionTable;

/** `evaluate question`: which of the authors of a question, and what ratios among them are worth. */
export async function evaluateQuestion(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const { trials, head } = await readOrScore('question', args, () => askAll(args, io, deps));
  const folder = args.text('fit');
  if (folder !== undefined) {
    const question = fitQuestion(trials);
    const search = fitSearch(trials.filter(isSearch).map(toSearched), question.conditions);
    for (const [kind, fit] of Object.entries({ question, search })) {
      writeFileSync(path.join(folder, `${kind}.json`), `${JSON.stringify(fit)}\n`);
      listInManifest(folder, { kind, file: `${kind}.json` });
    }
  }
  const shown = args.list('source');
  const isShown = ({ owner }: Asked): boolean => shown?.includes(owner) ?? true;
  const rated = args.flag('refit')
    ? rateEach(trials)
    : rateByShipped(trials, (await readQuestionCalibration(args.models)).content);
  const rows = questionRows(rated.filter(({ asked }) => isShown(asked)));
  const excluded = fitExclusion(trials.filter(isShown)).cells;
  if (args.json) {
    const searched = trials.filter((asked) => isShown(asked) && isSearch(asked)).map(toSearched);
    const { conditions } = (await readQuestionCalibration(args.models)).content;
    const search = searchRows(searched, conditions, args.seed);
    const first = firstRows(searched, conditions, args.seed);
    io.stdout(toJson({ ...head, methods: { question: rows, exclusion: excluded, search, first } }));
    return;
  }
  for (const list of [rows, excluded]) io.stdout(...tableOf(list), '');
}

type Row = Readonly<Record<string, string | number | null | undefined>>;

/** What ratios among authors are worth by size and condition. */
function questionRows(rated: readonly RatedAsked[]): readonly Row[] {
  const groups = groupBy(rated, ({ asked }) => {
    const { authors, words, modes, genreRelation } = asked;
    return JSON.stringify({ authors, words, known_words: knownClass(asked), modes, genre_relation: genreRelation });
  });
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .flatMap(([key, own]) => {
      const stated = judgeQuestions(
        own.filter(({ isStated }) => isStated),
        any,
      );
      const all = judgeQuestions(own, any);
      if (!all) return [];
      const { texts: answered = 0, cllr, cllrUpper, atLeast10, wrongAtLeast10, warned, warnedOutside } = stated ?? {};
      const figures = {
        texts: all.texts,
        first: all.first,
        cllr,
        cllrUpper,
        answered,
        atLeast10,
        wrongAtLeast10,
        warned,
      };
      return [{ ...(JSON.parse(key) as Row), ...figures, warnedOutside }];
    });
}

/** Figures of a size are printed for any number of texts. */
const any = { texts: 1, writers: 1, owners: 1 };

/** Each text by the calibration that ships. */
function rateByShipped(trials: readonly Asked[], { conditions }: QuestionCalibration): readonly RatedAsked[] {
  return trials.flatMap((asked) => {
    const fitted = findCondition(conditions, asked);
    const values = valuesOf(asked);
    if (!fitted || !values) return [];
    const cell = findCell(fitted.cells, { ...asked, knownWords: medianKnown(asked) });
    const ratios = rateAmong(values, fitted.weights);
    const isStated = cell !== undefined && cell.cllrUpper < 1;
    return [{ asked, isStated, ratios: isStated ? ratios.map((each) => clamp(each, cell.lower, cell.upper)) : ratios }];
  });
}

function tableOf(rows: readonly Row[]): readonly string[] {
  const heads = Object.keys(rows[0] ?? {});
  return table(
    heads,
    rows.map((row) => heads.map((name) => String(row[name] ?? '–'))),
  );
}

async function* askAll(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): AsyncGenerator<Asked, Head> {
  const { set, file } = readDocuments(args);
  const unlabelled = args.flag('unlabelled') ? ({ mode: 'unknown', genre: 'unknown' } as const) : {};
  const documents = set.documents.map((each) => ({ ...each, ...unlabelled }));
  const lengths = args.counts('words') ?? [250, 1000];
  const dealt = (args.counts('known-words') ?? [2000]).flatMap((knownWords) =>
    (args.counts('authors') ?? [2]).flatMap((authors) =>
      dealQuestions(set.documents, {
        ...{ authors, knownWords, cases: args.count('cases', 4), asked: args.count('asked', 4), seed: args.seed },
      }),
    ),
  );
  const key = ({ from, inside }: QuestionCase): number => hashWithSeed(JSON.stringify([from, inside]), args.seed);
  const shuffled = dealt.toSorted((a, b) => key(a) - key(b)); // a run that is stopped early knows all sources
  const cases = shuffled.slice(0, args.limit).map((one) => {
    const asked = one.asked.flatMap((writer) => {
      const text = writer.questioned.map((place) => documents[place]!.text).join('\n\n');
      const longest = Math.min(countWords(text), mostQuestioned);
      return lengths
        .filter((words) => words <= longest)
        .map((words) => {
          const place = documents.push({ ...documents[writer.questioned[0]!]!, text: takeFirstWords(text, words) }) - 1;
          return { place, words };
        });
    });
    return { one, asked };
  });
  const verifier = await deps.verifier(args.models);
  const corpus = EncodedCorpus.empty;
  const profiler = new Profiler('evaluation', verifier.ngrams, () =>
    listPopulationMembers(verifier.population, verifier.ngrams),
  );
  const searches = new CaseSearches({ documents, corpus, kernels: await deps.kernels(), profiler }, verifier);
  const follow = stageProgress(io, 'cases');
  for (const [done, { one, asked }] of cases.entries()) {
    yield* await askCase(one, asked, { documents, searches, io });
    follow(done + 1, cases.length);
  }
  return headOf('question', args, { ngrams: verifier.ngrams.id }, { documents: file });
}

/** Questions among fewer of the authors of a case, by the number of its authors. */
const narrower: Readonly<Record<number, readonly number[]>> = { 8: [2, 3], 30: [2, 5] };

interface Run {
  readonly documents: readonly LabelledDocument[];
  readonly searches: CaseSearches;
  readonly io: EvaluateIo;
}

async function askCase(
  one: QuestionCase,
  asked: readonly { readonly place: number; readonly words: number }[],
  { documents, searches, io }: Run,
): Promise<readonly Asked[]> {
  const search = searches.open(one.inside);
  const names = one.inside.map(({ author }) => author);
  const known = documents[one.inside[0]!.documents[0]!]!;
  const found: Asked[] = [];
  for (const { place, words } of asked) {
    const text = documents[place]!;
    const { rows, discriminate } = await search(place, io.stop);
    const isInside = names.includes(text.author);
    const about = {
      ...{ from: one.from, owner: one.owner, questioned: text.id, author: text.author, beside: names.length },
      modes: pairModes(text.mode, known.mode),
      genreRelation: relateGenres(text, known),
      ...{ words, isInside },
    };
    found.push({ ...about, authors: names.length, rows });
    for (const authors of isInside ? (narrower[names.length] ?? []) : []) {
      const at = names.indexOf(text.author);
      const among = new Set(Array.from({ length: authors }, (_, i) => names[(at + i) % names.length]!));
      const scores = discriminate(among);
      const own = rows.filter(({ author }) => among.has(author));
      found.push({
        ...{ ...about, authors },
        rows: own.map((row) => ({ ...row, discriminant: scores.get(row.author) })),
      });
    }
  }
  return found;
}
