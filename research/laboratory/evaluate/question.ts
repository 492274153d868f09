import type { OptionTable } from '../../../src/cli/options';
import { listPopulationMembers, Profiler } from '../../../src/core/cohort/profiles';
import { hashWithSeed } from '../../../src/core/evaluation/bootstrap';
import type { OrderedBy } from '../../../src/core/ranking/caseOrder';
import { countWords, takeFirstWords } from '../../../src/core/text/countWords';
import { pairModes, relateGenres } from '../../../src/core/verification/condition';
import { dealQuestions, mostQuestioned, type QuestionCase } from '../tasks/questionCases';
import type { LabelledDocument } from '../tasks/documents';
import { CachingEncoder } from './encoding/cachingEncoder';
import { EncodedCorpus } from './encoding/encodedCorpus';
import { CaseSearches } from './methods/caseSearch';
import { corpusOptions, positive, type EvaluateArguments } from './run/arguments';
import type { EvaluateDependencies } from './run/dependencies';
import { readDocuments } from './run/documentsFile';
import { headOf, toJson, type EvaluateIo, type Head } from './run/output';
import { stageProgress } from './run/progress';
import { readOrScore, scoresOptions } from './run/scoresFile';

export const questionOptions = {
  authors: { kind: positive, value: 'N', multiple: true, help: 'authors of a case (2)' },
  words: { kind: positive, value: 'W', multiple: true, help: 'words of a questioned text (250, 1000)' },
  'known-words': { kind: positive, value: 'K', multiple: true, help: 'known words of each author (2000)' },
  cases: { kind: positive, value: 'C', help: 'of each source and kind, and of two kinds of each owner, at most (4)' },
  alone: { kind: 'flag', help: 'without the encoder' },
  ...scoresOptions,
  ...corpusOptions,
} as const satisfies OptionTable;

/** A text that was asked of the authors of a question. */
export interface Asked {
  readonly from: string;
  readonly owner: string;
  readonly questioned: string;
  readonly author: string;
  /** Authors of the question, and of the case. */
  readonly authors: number;
  readonly beside: number;
  readonly modes: string;
  readonly genreRelation: string;
  readonly words: number;
  readonly isInside: boolean;
  readonly rows: readonly (Omit<OrderedBy, 'order'> & { readonly llr: number | null; readonly knownWords: number })[];
}

/** `evaluate question`: which of the authors of a question, and what ratios among them are worth. */
export async function evaluateQuestion(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): Promise<void> {
  const { trials, head } = await readOrScore('question', args, () => askAll(args, io, deps));
  io.stdout(toJson({ ...head, trials: trials.length }));
}

async function* askAll(
  args: EvaluateArguments,
  io: EvaluateIo,
  deps: EvaluateDependencies,
): AsyncGenerator<Asked, Head> {
  const { set, file } = readDocuments(args);
  const documents = [...set.documents];
  const lengths = args.counts('words') ?? [250, 1000];
  const dealt = (args.counts('known-words') ?? [2000]).flatMap((knownWords) =>
    (args.counts('authors') ?? [2]).flatMap((authors) =>
      dealQuestions(set.documents, { authors, knownWords, cases: args.count('cases', 4), seed: args.seed }),
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
  const encoder = new CachingEncoder(await deps.encoder(args.models, args.threads), args.text('cache'));
  const places = args.flag('alone')
    ? []
    : cases.flatMap(({ one, asked }) => [
        ...asked.map(({ place }) => place),
        ...one.inside.flatMap((each) => each.documents),
      ]);
  const progress = stageProgress(io, 'encoding documents');
  const corpus = await EncodedCorpus.encode(documents, places, { encoder, stop: io.stop, progress });
  encoder.close();
  const profiler = new Profiler('evaluation', verifier.ngrams, () =>
    listPopulationMembers(verifier.population, verifier.ngrams),
  );
  const searches = new CaseSearches({ documents, corpus, kernels: await deps.kernels(), profiler }, verifier);
  const follow = stageProgress(io, 'cases');
  for (const [done, { one, asked }] of cases.entries()) {
    yield* await askCase(one, asked, { documents, searches, io });
    follow(done + 1, cases.length);
  }
  return headOf('question', args, { encoder: encoder.modelId, ngrams: verifier.ngrams.id }, { documents: file });
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
