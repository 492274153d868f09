import { type StopSignal, throwIfStopped } from '../basics/work';
import {
  type QuestionedWords,
  addNotes,
  excludeCopies,
  isFragmented,
  readQuestionedWords,
  sameShare,
  selectRatioTexts,
} from '../copies/copies';
import type {
  Candidate,
  KnownDocument,
  Note,
  QuestionFindings,
  QuestionedDocument,
  TextRange,
  Verification,
} from '../domain/evidence';
import type { CandidateOrigin, IndexedDocument, ReviewedIndex } from '../ports';
import { walkMatches } from '../text/characters';
import { encodedWords, readSource, readDocuments } from '../text/readText';
import type { QuestionedVerifier } from '../verification/fusedVerifier';
import { type LoadedQuestionCalibration, answerQuestion } from '../verification/question';
import { type RankingDependencies, fitCase, orderByRatio, selectKnownRows } from './candidates';

/** What is needed to verify authors of an index. */
interface VerifyingDependencies {
  readonly index: Pick<ReviewedIndex, 'readDocument'>;
  readonly verifier: Pick<QuestionedVerifier, 'verify'>;
}

/**
 * Verifies an author by the known texts of an index, without copies of the questioned text. It abstains if the index has none of their
 * texts: language, copies and oddities are checked in the texts themselves, which a server does not store. Throws Cancelled.
 * @param rows  the author's known documents
 */
export async function verifyByIndex(
  { index, verifier }: VerifyingDependencies,
  { words, rows }: { readonly words: QuestionedWords; readonly rows: readonly IndexedDocument[] },
  origin: CandidateOrigin,
  stop: StopSignal,
): Promise<{ readonly known: readonly KnownDocument[]; readonly verification: Verification }> {
  throwIfStopped(stop);
  const known = await readDocuments(index, rows);
  const { kept, notes: ofTexts } = selectRatioTexts(words, known, stop);
  const long = kept.flatMap((document): readonly Note[] => {
    const { words: length } = readSource(document, stop);
    return length <= encodedWords ? [] : [{ caveat: 'longKnown', title: document.title, share: encodedWords / length }];
  });
  const notes = [...ofTexts, ...long];
  if (known.length === 0) {
    const reason = 'textsOnServer';
    const untold = rows.map((row): KnownDocument => ({ ...row, text: '' }));
    const verified = await verifier.verify(untold, { ...origin, withheld: reason }, stop);
    return { known, verification: addNotes({ ...verified, reason, caveats: [], notes: [] }, notes) };
  }
  const withheld: Pick<CandidateOrigin, 'withheld'> = {
    ...(kept.length === 0 && { withheld: 'onlyCopies' }),
    ...(isFragmented(notes) && { withheld: 'fragmented' }),
  };
  const verified = await verifier.verify(kept.length > 0 ? kept : known, { ...origin, ...withheld }, stop);
  const isSome = rows.some(({ onServer }) => onServer?.hasText === false);
  const caveats = isSome ? [...verified.caveats, 'someTextsOnServer' as const] : verified.caveats;
  return { known, verification: addNotes({ ...verified, caveats }, notes) };
}

/** Whether two authors have a text in common. */
export function haveSharedText(known: readonly KnownDocument[]): boolean {
  const authors = new Map<string, string>();
  return known.some((document) => {
    const text = readSource(document).own.trim();
    const isShared = (authors.get(text) ?? document.author) !== document.author;
    authors.set(text, document.author);
    return isShared;
  });
}

/**
 * Answers a question among authors about a text that is not searched for: all of them are verified, and what separates them is learned from
 * the same texts as in a review. Where an author has no ratio, the first is the one that this separates best. Throws Cancelled.
 */
export async function askQuestion(
  deps: Pick<RankingDependencies, 'index' | 'profiler' | 'fits' | 'kernel'> & VerifyingDependencies,
  { questioned, among }: { readonly questioned: QuestionedDocument; readonly among: readonly string[] },
  { origin, calibration }: { readonly origin: CandidateOrigin; readonly calibration: LoadedQuestionCalibration },
  stop: StopSignal,
): Promise<QuestionFindings> {
  const listed = await deps.index.listDocuments();
  const words = readQuestionedWords(questioned, stop);
  const verified = new Map<string, Verification>();
  const all: KnownDocument[] = [];
  for (const author of among) {
    const rows = selectKnownRows(listed, author);
    const { known, verification } = await verifyByIndex(deps, { words, rows }, origin, stop);
    verified.set(author, verification);
    all.push(...known);
  }
  const copies = new Set(excludeCopies(words, all, stop, sameShare).copies.map(({ id }) => id));
  const { fitted } = (await fitCase(deps, questioned, { authors: among, copies }, stop)).fit;
  const scores = fitted?.scoreText(readSource(questioned, stop).own);
  const separated = among
    .map((author): Candidate => {
      const discriminant = scores?.get(author);
      const verification = verified.get(author)!;
      return { author, score: discriminant ?? -Infinity, tier: 'combined', discriminant, verification };
    })
    .sort((a, b) => b.score - a.score);
  const candidates = orderByRatio(separated, fitted?.discriminant.authors.length ?? 0, calibration);
  return answerQuestion(candidates, { among: 'named', hasSharedText: haveSharedText(all) }, calibration);
}

/** A part of a name is looked for alone if it has at least this many letters and the text names its writer with it. */
const leastOfPart = 3;
/** A name alone in this many lines at the end of a text is a signature. */
const lastLines = 5;
/** A note quotes at most this many places, with this many characters around each. */
const quoted = 3;
const around = 24;
/** What can separate the parts of a name: blanks, a comma, an initial. */
const between = String.raw`,?\s+(?:\p{Lu}\.?\s+)?`;

/**
 * Finds the name of a compared author in a questioned text: the full name anywhere, and a part of it if the text names its writer with it
 * ("So I'm Paul", "By Kipling", a last line). Such words say nothing about style. Excluded words are not searched.
 */
export function noteNamedAuthors(questioned: QuestionedDocument, authors: Iterable<string>): readonly Note[] {
  const { own } = readSource(questioned);
  const words = new Set(own.toLowerCase().match(/\p{L}+/gu));
  const tail = own.length - own.trimEnd().split('\n').slice(-lastLines).join('\n').length;
  const names = new Map(
    Array.from(authors, (author) => author.match(/\p{L}+/gu) ?? []).map((parts) => [parts.join(' '), parts]),
  );
  const places = [...names.values()].flatMap((parts): readonly TextRange[] => {
    if (!parts.some((part) => words.has(part.toLowerCase()))) return [];
    const name = parts.length > 1 ? [parts, parts.toReversed()].map((each) => each.join(between)) : [];
    const long = parts.filter(({ length }) => length >= leastOfPart);
    const any = [...name, ...long].join('|');
    if (any === '') return [];
    const patterns = [
      ...name,
      String.raw`(?<=\b(?:I['’]m|I am|[Mm]y name is|[Tt]his is)\s)(?:${any})`,
      String.raw`(?<=^\s*[Bb]y:?\s)(?:${any})(?=\s*$)`,
      `(?:${any})(?= here[.,!])`,
    ];
    const found = patterns.flatMap((pattern) => matchAll(own, pattern, 0));
    const endLines = matchAll(own, String.raw`(?:${any})(?=[^\p{L}\n]*$)`, tail);
    const isSigned = ({ start }: TextRange): boolean =>
      !/\p{L}/u.test(own.slice(own.lastIndexOf('\n', start - 1) + 1, start));
    return [...found, ...endLines.filter(isSigned)].filter(({ start }) => /^\p{Lu}/u.test(own.slice(start, start + 2)));
  });
  // each place with the words around it, on one line
  const quotes = places.map(({ start, end }) => {
    const before = own.slice(Math.max(0, start - around), start).replace(start > around ? /^\S*\s/ : /^/, '');
    const after = own.slice(end, end + around).replace(/\s\S*$/, '');
    return (before + own.slice(start, end) + after).replace(/\s+/g, ' ').trim();
  });
  const results = [...new Set(quotes)];
  if (results.length === 0) return [];
  return [{ caveat: 'namesAuthor', title: questioned.id, share: results.length, words: results.slice(0, quoted) }];
}

/** The places of a pattern from a place of the text on, except inside other words. */
function matchAll(own: string, source: string, from: number): readonly TextRange[] {
  const pattern = new RegExp(String.raw`(?<![\p{L}])(?:${source})(?![\p{L}])`, 'gimu');
  return Array.from(walkMatches(own, pattern, from), ({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
}
