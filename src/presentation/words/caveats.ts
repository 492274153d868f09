import * as l10n from '@vscode/l10n';
import type { CaseWarning } from '../../core/casework/caseWarnings';
import type { UnreadFile } from '../../core/casework/unreadFiles';
import type { OtherKnownText, OtherPart } from '../../core/casework/lockState';
import { readableExtensions } from '../../core/readableFormats';
import {
  type Caveat,
  type Evidence,
  type Note,
  type OrderFindings,
  verifierKinds,
  type Lengths,
  type Verification,
} from '../../core/domain';
import type { SearchedServer } from '../../core/server';
import {
  caseWarningSentences,
  caveatSentences,
  noteSentences,
  otherTextSentences,
  unreadSentences,
  verifierNames,
} from './sentences';
import { shortenHash, formatAllThousands, listSaid } from './words';

/** A caveat as one sentence for a reader who has not seen the code. */
export function describeCaveat(caveat: Caveat): string {
  return l10n.t(caveatSentences[caveat]);
}

/**
 * Notes and caveats as sentences: one for each kind of note, with the texts it is about, the largest share first. A caveat about another
 * index or model than the pinned one also says which differ, with both hashes.
 */
export function formatCaveats({
  caveats,
  notes,
  otherParts = [],
  lock,
  server,
  order,
}: Pick<Evidence, 'caveats' | 'notes'> &
  Partial<Pick<Evidence, 'otherParts' | 'lock' | 'server' | 'order'>>): readonly string[] {
  const kinds = [...new Set(notes.map(({ caveat }) => caveat))];
  const noted = kinds.map((kind) => l10n.t(noteSentences[kind], { texts: formatTexts(notes, kind) }));
  const differing = otherParts.map((other) => describeOtherPart(other));
  const changed = (lock?.changed ?? []).map((other) => describeChangedSetting(other));
  const said = caveats.flatMap((caveat) => [
    describeCaveat(caveat),
    ...(caveat === 'otherThanPinned' ? differing : []),
    ...(caveat === 'lockBroken' ? changed : []),
    ...(caveat === 'otherKnownTexts' ? formatOtherTexts(lock?.known ?? []) : []),
  ]);
  return [...formatServer(server), ...formatOrder(order), ...noted, ...said];
}

/** Which authors may be first because of the subject, and for which authors and texts the comparison of authors says nothing. */
function formatOrder(order: OrderFindings | undefined): readonly string[] {
  if (!order) return [];
  const { withoutSubjects: author, silent, sameWork } = order;
  return listSaid([
    author !== undefined &&
      l10n.t(
        'The order may follow what the authors write about: without the words of subjects, {author} comes first. Compare texts on one subject.',
        { author },
      ),
    silent.length !== 0 &&
      l10n.t(
        'These authors have fewer than two texts with enough words, so the order does not weigh what separates them from the others: {texts}.',
        {
          texts: formatFirstTexts(silent),
        },
      ),
    sameWork.length !== 0 &&
      l10n.t(
        'These texts seem to be parts of one work, so the comparison of the authors with each other leaves them out: {texts}.',
        { texts: formatFirstTexts(sameWork) },
      ),
  ]);
}

/** The known texts that were added, changed or removed after the lock: one line for each kind of change. */
function formatOtherTexts(known: readonly OtherKnownText[]): readonly string[] {
  const kinds = [...new Set(known.map(({ change }) => change))];
  return kinds.map((kind) => {
    const names = known.filter(({ change }) => change === kind).map(({ author, title }) => `${author}: ${title}`);
    return l10n.t(otherTextSentences[kind], { count: names.length, texts: formatFirstTexts(names) });
  });
}

/** Says that a server was not searched, and why; or what of it could not be ranked. */
function formatServer(server: SearchedServer | undefined): readonly string[] {
  if (!server) return [];
  const { name, problem, searched } = server;
  if (problem)
    return [
      l10n.t('The server was not searched: {problem} The results rest on the index file alone.', {
        problem: problem.message,
      }),
    ];
  if (!searched || searched.unranked === 0) return [];
  const values = { name, count: searched.unranked };
  return [
    l10n.t(
      '{count} documents of {name} that the search found are missing from the order, because the server stores no n-gram rows of them.',
      values,
    ),
  ];
}

const namedTexts = 5;

function formatTexts(notes: readonly Note[], kind: Note['caveat']): string {
  const isNumber = kind === 'hiddenCharacters' || kind === 'staleRanges';
  const about = notes.filter(({ caveat }) => caveat === kind).sort((a, b) => b.share - a.share);
  if (kind === 'namesAuthor')
    return formatFirstTexts(about.flatMap(({ words = [] }) => words.map((each) => `“${each}”`)));
  if (kind === 'sameWork') return formatFirstTexts(about.map(({ title }) => title));
  const texts = about.map(({ title, share }) => `${title} (${isNumber ? share : formatOfHundred(share)})`);
  return formatFirstTexts(texts);
}

/** The first of these texts, and how many more there are. */
function formatFirstTexts(names: readonly string[]): string {
  const texts = names.slice(0, namedTexts).join(', ');
  return names.length > namedTexts
    ? l10n.t('{texts} and {more} more', { texts, more: names.length - namedTexts })
    : texts;
}

/** A share as a number of 100, rounded down so that 100 means all, with one decimal under 10. */
function formatOfHundred(share: number): string {
  const unit = share < 0.1 ? 10 : 1;
  return String(Math.floor(share * 100 * unit + 1e-9) / unit);
}

function describeOtherPart({ part, pinned, used }: OtherPart): string {
  if (used === undefined)
    return l10n.t('The case file pins {part} {pinned}. Nothing of that name was used.', { part, pinned });
  return l10n.t('The case file pins {part} {pinned}. The review used {used}.', { part, pinned, used });
}

function describeChangedSetting({ part, pinned, used }: OtherPart): string {
  if (part === 'validation') return l10n.t('The validation in the case file is not the one that was locked.');
  const formatName = (value: string): string => (part === 'verifier' ? `“${describeVerifierChoice(value)}”` : value);
  return l10n.t('The lock recorded {part} {pinned}. It is now {used}.', {
    part,
    pinned: formatName(pinned),
    used: used === undefined ? l10n.t('missing') : formatName(used),
  });
}

/** What a choice of verifier does, as the list of choices says it. */
function describeVerifierChoice(choice: string): string {
  const kind = verifierKinds.find((each) => each === choice);
  return kind ? l10n.t(verifierNames[kind]) : l10n.t('chosen by the modes of the texts');
}

/** Why a file takes no part in its case, as one sentence. */
export function describeUnread({ code, sentence, file, author, values }: UnreadFile): string {
  if (sentence !== undefined) {
    const reason = l10n.t(sentence, values);
    return 'name' in values ? reason : `${file}: ${reason}`;
  }
  if (code === 'notIndexed' || code === 'copy') return l10n.t(unreadSentences[code], { ...values, file });
  return describeCaseWarning({ kind: code, file, author, ...values } as CaseWarning);
}

/** The same sentence with the author, if the file is in an author's folder. */
export function formatUnread(unread: UnreadFile): string {
  const { author } = unread;
  const reason = describeUnread(unread);
  return author === undefined ? reason : l10n.t('{author}: {reason}', { author, reason });
}

export function describeCaseWarning(warning: CaseWarning): string {
  return l10n.t(caseWarningSentences[warning.kind], {
    ...warning,
    ...(warning.kind === 'otherFormat' && { readable: readableExtensions.join(', ') }),
    ...(warning.kind === 'changedExhibit' && {
      recorded: shortenHash(warning.recorded),
      now: shortenHash(warning.now),
    }),
  });
}

/** Says that a kept result was not used. */
export function describeRefusedResult(file: string): string {
  return l10n.t(
    'Idiograph did not use the saved result {file}: it was changed, or Idiograph did not write it for this user on this machine. The text is reviewed again.',
    { file },
  );
}

/** Why there is no ratio. */
export function describeAbstention({ reason, words, knownWords, floor, floorOfOneGenre }: Verification): string {
  if (reason === 'shortDocument' && floor !== undefined) return describeTooFewWords(floor, { words, knownWords });
  if (reason === 'outsideCalibration' && floorOfOneGenre !== undefined)
    return l10n.t(
      'No ratio: the known texts have another genre, and validation found no length that supports a ratio across genres. {known} known words of the questioned genre would be enough for {questioned} questioned words.',
      formatAllThousands({ questioned: floorOfOneGenre.questioned, known: floorOfOneGenre.known }),
    );
  if (reason === undefined) return l10n.t('No ratio: the scores of this comparison favour neither hypothesis enough.');
  return l10n.t('No ratio: {reason}', { reason: describeCaveat(reason) });
}

function describeTooFewWords(
  { questioned, known }: Lengths,
  { words, knownWords }: Pick<Verification, 'words' | 'knownWords'>,
): string {
  const values = formatAllThousands({ questioned, known, words, knownWords });
  return l10n.t(
    words < questioned
      ? 'No ratio: {questioned} questioned words and {known} known words would be enough. There are {words} and {knownWords}.'
      : 'No ratio: {words} questioned words need {known} known words of this kind. There are {knownWords}.',
    values,
  );
}
