import * as l10n from '@vscode/l10n';
import type { UnreadFile } from '../../core/casework/openCase';
import { readableExtensions } from '../../reading/text/readableFormats';
import {
  type Caveat,
  type Evidence,
  type Note,
  type Verification,
  type VerifierKind,
} from '../../core/domain/evidence';
import type { Notice } from '../../core/errors';
import { splitShares } from '../../core/ranking/splitByCase';
import { noticeSentences, verifierNames } from './sentences';
import { formatAllThousands, formatThousands } from './words';

/** What a reader should know, as a sentence for one who has not seen the code. */
export function describeNotice({ code, sentence, values }: Notice): string {
  const sentences: Readonly<Record<string, string | undefined>> = noticeSentences;
  return l10n.t(sentence ?? sentences[code] ?? code, { readable: readableExtensions.join(', '), ...values });
}

/**
 * Notes and caveats as sentences: one for each kind of note, with the texts it is about, the largest share first. A caveat about another
 * index or model than the pinned one also says which differ, with both hashes.
 */
export function formatCaveats(evidence: Parameters<typeof listCaveats>[0]): readonly string[] {
  return listCaveats(evidence).map(describeNotice);
}

export function listCaveats({
  caveats,
  notes,
  otherParts = [],
  lock,
  server,
  order,
}: Pick<Evidence, 'caveats' | 'notes'> &
  Partial<Pick<Evidence, 'otherParts' | 'lock' | 'server' | 'order'>>): readonly Notice[] {
  const kinds = [...new Set(notes.map(({ caveat }) => caveat))];
  const signs = { added: '+ ', changed: '', removed: '− ' };
  const changed = (lock?.known ?? []).map(({ author, title, change }) => `${signs[change]}${author}: ${title}`);
  const texts = formatFirstTexts(changed);
  const { withoutSubjects: author, silent = [], sameWork = [] } = order ?? {};
  const { name = '', problem, searched } = server ?? {};
  const unranked = problem ? 0 : (searched?.unranked ?? 0);
  const details: Partial<Record<Caveat, readonly Notice[]>> = {
    otherThanPinned: otherParts.map(({ part, pinned, used = l10n.t('none') }) =>
      createNotice('otherPartUsed', { part, pinned, used }),
    ),
    lockBroken:
      lock?.changed.map(({ part, pinned, used }) => {
        if (part === 'validation') return createNotice('otherValidation');
        const say = (value = ''): string =>
          part === 'verifier' ? `“${nameVerifier(value)}”` : value || l10n.t('none');
        return createNotice('changedSetting', { part, pinned: say(pinned), used: say(used) });
      }) ?? [],
    otherKnownTexts: changed.length > 0 ? [createNotice('otherAfterLock', { count: changed.length, texts })] : [],
  };
  return [
    // that a server was not searched, and why; or what of it could not be ranked
    ...(problem ? [createNotice('serverNotSearched', { problem: problem.message })] : []),
    ...(unranked > 0 ? [createNotice('notRanked', { name, count: unranked })] : []),
    // which authors may be first because of the subject, and for which authors and texts the comparison of authors says nothing
    ...(author === undefined ? [] : [createNotice('firstBySubject', { author })]),
    ...(silent.length === 0 ? [] : [createNotice('fewTexts', { texts: formatFirstTexts(silent) })]),
    ...(sameWork.length === 0 ? [] : [createNotice('partsOfOneWork', { texts: formatFirstTexts(sameWork) })]),
    ...kinds.map((kind) => createNotice(kind, { texts: formatTexts(notes, kind) })),
    ...caveats.flatMap((caveat) => [
      { ...createNotice(caveat), ...(caveat === 'validatedAgain' && { severity: 'info' as const }) },
      ...(details[caveat] ?? []),
    ]),
  ];
}

/** Says that a text seems to have two authors, and how often texts by one author look like this. */
export function describeSplit({ split }: Pick<Evidence, 'split'>): readonly string[] {
  if (!split) return [];
  const { ofOne, ofTwo, withOutsider } = splitShares;
  const figures = { one: ofOne, two: ofTwo, outsider: withOutsider };
  const shares = Object.fromEntries(Object.entries(figures).map(([name, share]) => [name, Math.round(100 * share)]));
  return [
    l10n.t(
      'The text may have two authors: after the first {words} words, another author of the case comes closest. A likelihood ratio assumes one author. In tests, {one} of 100 texts by one author look like this. So do {two} of 100 by two authors of the case, and {outsider} of 100 by one of them and another author.',
      { words: formatThousands(split.parts[0].words), ...shares },
    ),
  ];
}

export function createNotice(code: keyof typeof noticeSentences, values: Notice['values'] = {}): Notice {
  return { code, values };
}

const namedTexts = 5;

function formatTexts(notes: readonly Note[], kind: Note['caveat']): string {
  const isNumber = ['hiddenCharacters', 'staleRanges', 'decodedWrongly'].includes(kind);
  const about = notes.filter(({ caveat }) => caveat === kind).sort((a, b) => b.share - a.share);
  if (kind === 'namesAuthor')
    return formatFirstTexts(about.flatMap(({ words = [] }) => words.map((each) => `“${each}”`)));
  if (kind === 'speakersFound')
    return formatFirstTexts(about.map(({ title, words = [] }) => `${title}: ${words.join(', ')}`));
  if (kind === 'mostExcluded')
    return formatFirstTexts(
      about.map(({ title, share, words = [] }) => `${title} (${formatOfHundred(share)}, “${words.join('')}”)`),
    );
  if (kind === 'sameWork') return formatFirstTexts(about.map(({ title }) => title));
  const texts = about.map(({ author, title, share }) => {
    return `${author === undefined ? '' : `${author}: `}${title} (${isNumber ? share : formatOfHundred(share)})`;
  });
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

/** The texts that a verifier is for. */
export function nameVerifier(kind: string): string {
  return l10n.t(Object.hasOwn(verifierNames, kind) ? verifierNames[kind as VerifierKind] : verifierNames.automatic);
}

/** Why a file takes no part in its case, as one sentence. */
export function describeUnread({ file, author, values, ...unread }: UnreadFile): string {
  const reason = describeNotice({ ...unread, values: { file, ...(author !== undefined && { author }), ...values } });
  return unread.sentence === undefined || 'name' in values ? reason : `${file}: ${reason}`;
}

/** The same sentence with the author, if the file is in an author's folder. */
export function formatUnread(unread: UnreadFile): string {
  const { author } = unread;
  const reason = describeUnread(unread);
  return author === undefined ? reason : `${author}: ${reason}`;
}

/** Why there is no ratio. */
export function describeAbstention({ reason, words, knownWords, floor, floorOfOneGenre }: Verification): string {
  if (reason === 'shortDocument' && floor !== undefined) {
    const { questioned, known } = floor;
    const values = formatAllThousands({ questioned, known, words, knownWords });
    return l10n.t(
      'No ratio: {questioned} questioned words and {known} known words of this kind would be enough. There are {words} and {knownWords}.',
      values,
    );
  }
  if (reason === 'outsideCalibration' && floorOfOneGenre !== undefined)
    return l10n.t(
      'No ratio: the known texts have another genre, and validation found no length that supports a ratio across genres. {known} known words of the questioned genre would be enough for {questioned} questioned words.',
      formatAllThousands({ questioned: floorOfOneGenre.questioned, known: floorOfOneGenre.known }),
    );
  if (reason === undefined) return l10n.t('No ratio: the scores of this comparison favour neither hypothesis enough.');
  return l10n.t('No ratio: {reason}', { reason: describeNotice(createNotice(reason)) });
}
