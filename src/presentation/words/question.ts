import * as l10n from '@vscode/l10n';
import type { Caveat, Evidence, QuestionFindings } from '../../core/domain/evidence';
import type { OwnQuestionCounts } from '../../core/domain/basis';
import type { QuestionSilence } from '../../core/domain/search';
import { minSupport } from '../../core/verification/firstOfSearch';
import { createNotice, describeNotice } from './notices';
import { describeInterval, formatRatio, isAtBound } from './ratio';

import { formatAllThousands, listSaid } from './words';

type Rated = QuestionFindings['authors'][number];

/** Whether the answer to a question may be emphasised. */
export function isAnswered({ authors: [first] }: Pick<QuestionFindings, 'authors'>): boolean {
  return (first?.llr ?? 0) >= minSupport;
}

/** The other author of a question between two. Undefined for any other question. */
export function findRival(question: QuestionFindings | undefined, author: string): string | undefined {
  const others = question?.authors.filter((each) => each.author !== author) ?? [];
  return others.length === 1 ? others[0]!.author : undefined;
}

/** The ratio of one author of a question, such as "×38 for A rather than B". Undefined where no ratio is stated. */
export function formatAmong({ authors, bounds }: QuestionFindings, { author, llr }: Rated): string | undefined {
  if (llr === undefined) return undefined;
  const [other, ...more] = authors.filter((each) => each.author !== author);
  const sides =
    other && more.length === 0
      ? l10n.t('for {author} rather than {other}', { author, other: other.author })
      : l10n.t('for {author} rather than the other {count}', { author, count: authors.length - 1 });
  return `${formatRatio(llr, bounds)} ${sides}`;
}

/** The answer to a question among authors on one line. */
export function describeAnswer(question: QuestionFindings): string {
  const [first] = question.authors;
  const said = first && formatAmong(question, first);
  if (said === undefined) return describeSilence(question);
  return isAnswered(question)
    ? said
    : l10n.t('The findings support none of the {count} over the others ({said})', {
        count: question.authors.length,
        said,
      });
}

/** A row for each author of a question: the ratio to the others, and the ratio against anybody else. */
export function listRated({ question, candidates }: Pick<Evidence, 'question' | 'candidates'>) {
  return (question?.authors ?? []).map(({ author, llr }) => {
    const open = candidates.find((each) => each.author === author)?.verification;
    return {
      author,
      among: llr === undefined ? '–' : formatRatio(llr, question!.bounds),
      open: open?.llr === undefined ? '–' : formatRatio(open.llr, open.bounds),
    };
  });
}

/** A question and its answer as lines. A reason that is also a caveat of the evidence is not repeated. */
export function describeAmong(evidence: Pick<Evidence, 'question' | 'candidates' | 'caveats'>): readonly string[] {
  const { question, caveats } = evidence;
  if (!question) return [];
  const rows = listRated(evidence);
  const isSaid = caveats.some((caveat) => caveat === question.reason);
  return [
    formatWriter(rows.map(({ author }) => author).join(l10n.t(' or '))),
    isSaid ? l10n.t('no ratio') : describeAnswer(question),
    ...(question.authors[0]?.llr === undefined
      ? []
      : rows.map(
          ({ author, among, open }) =>
            `${author}: ${l10n.t('Among these')} ${among} · ${l10n.t('Ratio of each author alone')} ${open}`,
        )),
    ...describeOnePerson(evidence),
    ...describeBasisOfAnswer(question),
  ];
}

/** Asks whether authors of a question are one person, if the findings support each of them against anybody. */
export function describeOnePerson({ question, candidates }: Pick<Evidence, 'question' | 'candidates'>) {
  const both = question ? candidates.filter(({ verification }) => (verification?.llr ?? 0) >= minSupport) : [];
  const about = { authors: both.map(({ author }) => author).join(', ') };
  return listSaid([
    both.length > 1 && l10n.t('The findings support each of {authors} alone. Are they one person?', about),
  ]);
}

/** What an answer assumes, how good the check of that is, and how often such answers were wrong. */
export function describeBasisOfAnswer({ authors, bounds, check, trials, reason }: QuestionFindings): readonly string[] {
  const [first] = authors;
  return listSaid([
    first?.llr !== undefined && isAtBound(first.llr, bounds) && l10n.t('Tests justify no stronger ratio.'),
    ...describeInterval(first?.interval, 'amongAuthors'),
    trials &&
      l10n.t(
        'Error rate: in {texts} tests ({authors} authors, {words} words, {knownWords} known words of the closest kind), the wrong author came first in {other} of 100. {strong} The tests have {writers} writers of {sources} sources that were new to the program.',
        {
          ...formatAllThousands({ texts: trials.texts, words: trials.words, knownWords: trials.knownWords }),
          ...formatAllThousands({ authors: trials.authors, writers: trials.writers, sources: trials.sources }),
          strong: describeStrong(trials.atLeast10, trials.wrongAtLeast10),
          other: 100 - ofHundred(trials.first),
        },
      ),
    reason === undefined && assumption(),
    check?.isWarned === true &&
      l10n.t(
        'Perhaps none of these authors wrote it: against anybody else, the first author has a ratio below 1, or a lower one than 19 of 20 writers in tests.',
      ),
    check &&
      check.warnedOutside !== null && // tried with texts by other people
      l10n.t(
        'The program cannot reliably check that one of these authors wrote it, so the examiner answers for that. In tests, it warned for {outside} of 100 texts by others, and wrongly for {inside} of 100 texts by the authors asked about.',
        { outside: ofHundred(check.warnedOutside), inside: ofHundred(check.warned) },
      ),
  ]);
}

/** What a ratio among authors assumes. */
export function assumption(): string {
  return l10n.t('If none of these authors wrote it, this says nothing.');
}

/** How often ratios of such questions were wrong, in one short sentence. */
export function describeTrialsShortly(
  { authors: [first], trials }: QuestionFindings,
  own: OwnQuestionCounts | undefined,
): string | undefined {
  const values = own && { texts: own.texts, wrong: own.texts - own.first };
  if (values) return l10n.t('Wrong author in {wrong} of {texts} tests with the known texts.', values);
  if (!trials) return undefined;
  return (first?.llr ?? 0) >= 1 && trials.atLeast10 > 0
    ? describeStrong(trials.atLeast10, trials.wrongAtLeast10)
    : l10n.t('Wrong author in {wrong} of 100 tests.', { wrong: 100 - ofHundred(trials.first) });
}

/** How often another author than the writer came first for the known texts of a case, and with which ratios unless a search states others. */
export function describeOwnCounts(
  { words, authors, texts, first, strong, wrong }: OwnQuestionCounts,
  isSearch = false,
): string {
  const values = { ...formatAllThousands({ words }), authors: authors.length, texts, wrong: texts - first };
  return [
    l10n.t(
      '{texts} samples of known text were each left out, cut to {words} words and tested. A wrong one of the {authors} authors came first for {wrong} of them.',
      values,
    ),
    ...(isSearch ? [] : [describeStrong(strong, wrong)]), // these are ratios among the authors
  ].join(' ');
}

function describeStrong(strong: number, wrong: number): string {
  const values = { ...formatAllThousands({ wrong, strong }), ten: formatRatio(1) };
  return strong === 0
    ? l10n.t('No ratio reached {ten}, right or wrong.', values)
    : l10n.t('{strong} tested ratios reached {ten}, and {wrong} misled.', values);
}

/** Why a question has no ratio. */
export function describeSilence({ reason = 'sizeNotMeasured' }: Pick<QuestionFindings, 'reason'>): string {
  const silences: Readonly<Record<QuestionSilence, string>> = {
    kindsDiffer: l10n.t(
      'No ratio among the authors: only some have known texts in the mode and genre of the questioned text. That difference would decide.',
    ),
    sharedText: l10n.t(
      'No ratio among the authors: two of them have a known text in common. Settle who wrote it, or put the texts of one writer into one folder.',
    ),
    sizeNotMeasured: l10n.t(
      'No ratio among the authors: tests with this number of authors and with such texts did not show that a ratio is worth stating.',
    ),
  };
  if (Object.hasOwn(silences, reason)) return silences[reason as QuestionSilence];
  return l10n.t('No ratio: {reason}', { reason: describeNotice(createNotice(reason as Caveat)) });
}

/** A share in hundredths, rounded. */
function ofHundred(share: number): number {
  return Math.round(100 * share);
}

/** Who could have written the text, in a few words. */
export function nameQuestion({ question }: Pick<Evidence, 'question'>): string {
  if (!question) return formatWriter(l10n.t('anybody'));
  const names = question.authors.map(({ author }) => author).join(l10n.t(' or '));
  return formatWriter(question.among === 'known' ? l10n.t('one of the known authors') : names);
}

function formatWriter(names: string): string {
  return `${l10n.t('Writer')}: ${names}`;
}

/** The propositions of a question: the first author wrote the text, or another of these did. Undefined for a search. */
export function proposeAmong(title: string, { question }: Pick<Evidence, 'question'>) {
  const [first, ...others] = question?.authors.map(({ author }) => author) ?? [];
  if (first === undefined) return undefined;
  return [
    {
      same: l10n.t('{author} wrote {title}.', { author: first, title }),
      different: l10n.t('{author} wrote {title}.', { author: others.join(l10n.t(' or ')), title }),
    },
  ];
}
