import * as l10n from '@vscode/l10n';
import type { Candidate, Evidence, Marker, QuestionFindings } from '../core/domain/evidence';
import type { OwnQuestionCounts } from '../core/domain/basis';
import { selectLeading } from '../core/markers/convincing';
import { minSupport } from '../core/verification/firstOfSearch';
import { formatRate, nameMarker } from './markers';
import {
  describeRank,
  describeStanding,
  judgeOrder,
  describeExcluded,
  describeRivals,
  farTimes,
  findRivals,
} from './words/firstOfSearch';
import type { VerificationView } from './verificationView';
import { describeSplit } from './words/notices';
import {
  assumption,
  describeBasisOfAnswer,
  describeOnePerson,
  describeOwnCounts,
  describeSilence,
  describeTrialsShortly,
  isAnswered,
} from './words/question';
import { describeInterval, formatRatio, isAtBound } from './words/ratio';
import {
  describeErrorRate,
  describeFalseAlarms,
  describeFindings,
  describeLengths,
  describeStep,
  describeWithoutRareWords,
  findConfounder,
  findLeading,
} from './words/strength';
import { formatThousands, listSaid } from './words/words';

/** An author with what was found about the questioned text. */
type Found = Pick<Candidate, 'author' | 'verification' | 'markers' | 'passages'>;

/** What of a search the card of a candidate says. */
type Searched = Pick<Evidence, 'candidates'> & Partial<Pick<Evidence, 'excluded' | 'split' | 'question' | 'lock'>>;

/** The answer to the question of a case, in at most sixty words besides names, and the details in the order of a reader's questions. */
export interface CardView {
  /** The author as a question, or both authors; the author where no ratio is stated, or that there is no clear candidate. */
  readonly heading: string;
  /** The ratio as a number. Undefined if there is none. */
  readonly number: string | undefined;
  /** The sides of the ratio, and the step of the verbal scale. */
  readonly sides: string;
  /** The ratio as log10 with an interval if it has one of its own, and whom it supports at both ends. */
  readonly scale:
    | Readonly<{ llr: number; interval: readonly [number, number] | undefined; against: string; towards: string }>
    | undefined;
  /** Whether the ratio is in large type. */
  readonly isLarge: boolean;
  /** What the findings show, or why there is no ratio. */
  readonly finding: string;
  /** How far the answer holds, in short. */
  readonly limits: readonly string[];
  /** What the answer rests on, in short. */
  readonly lines: readonly string[];
  /** How far the answer holds, in full. */
  readonly certainty: readonly string[];
  readonly details: readonly { readonly title: string; readonly lines: readonly string[] }[];
}

/**
 * @param title   of the questioned text
 * @param view    the sentences of the verification; undefined if there is none yet
 * @param search  the search that found this candidate; without candidates for an author who was named
 */
export function buildCardView(
  result: Found,
  title: string,
  view: VerificationView | undefined,
  search: Searched = { candidates: [] },
): CardView {
  const { author } = result;
  const { question, candidates } = search;
  const { markers } = question
    ? (candidates.find((each) => each.author === question.authors[0]?.author) ?? {})
    : result;
  const answer = question ? answerAmong(question, title, search) : answerOpen(result, title, view, search);
  const own = answer.number === undefined ? undefined : findOwn(result, search);
  const certainty = [
    ...(own ? [describeOwnCounts(own, !question)] : []),
    ...(question
      ? [...describeOnePerson(search), ...describeBasisOfAnswer(question)]
      : listCertainty(result, view, candidates)),
  ];
  return {
    ...answer,
    certainty,
    lines: [
      ...answer.lines,
      ...describeStrongest(question?.authors.map((each) => each.author) ?? [author], markers),
      ...listSaid([
        search.split && l10n.t('Two writers?'),
        !question &&
          (search.excluded?.authors.length ?? 0) > 0 &&
          l10n.t('Findings oppose {authors}.', { authors: search.excluded!.authors.join(', ') }),
      ]),
    ],
    details: listDetails(result, view, search, { shown: answer.lines, certainty }).filter(
      ({ lines }) => lines.length > 0,
    ),
  };
}

type Answer = Omit<CardView, 'details' | 'certainty'>;

/** What a card without a ratio has. */
const none = { number: undefined, sides: '', scale: undefined, isLarge: false, limits: [], lines: [] };

/**
 * What the lock says of the known texts of the authors of a question, or of a search. Undefined if it is about other authors or clearly
 * longer texts.
 */
function findOwn({ verification }: Found, { question, candidates, lock }: Searched): OwnQuestionCounts | undefined {
  const { trials } = lock ?? {};
  const names = new Set((question?.authors ?? candidates).map(({ author }) => author));
  const isSame = trials?.authors.length === names.size && trials.authors.every((author) => names.has(author));
  return isSame && trials.words <= farTimes * (verification?.words ?? Infinity) ? trials : undefined;
}

/** The answer to a question among authors. */
function answerAmong(question: QuestionFindings, title: string, search: Searched): Answer {
  const { authors, bounds, check } = question;
  const [first, ...others] = authors;
  const nobody = l10n.t('No clear candidate ({authors} authors)', { authors: authors.length });
  if (first?.llr === undefined) return { ...none, heading: nobody, finding: describeSilence(question) };
  const { author, llr } = first;
  const isClear = isAnswered(question);
  const [other] = others.length === 1 ? others : [];
  const [found, rival] = [first, other].map((rated) => search.candidates.find((each) => each.author === rated?.author));
  const against = other?.author ?? l10n.t('another of the {authors}', { authors: authors.length });
  return {
    heading: isClear ? askAbout(author, other?.author) : nobody,
    number: formatRatio(llr),
    sides: describeStep(llr),
    scale: { llr, interval: first.interval, against, towards: author },
    isLarge: isClear,
    finding: describeFindings(llr, { title, author }, against),
    limits: listSaid([
      isAtBound(llr, bounds) && l10n.t('Tests justify no stronger ratio.'),
      check?.isWarned === true ? l10n.t('Perhaps none of these authors wrote it.') : assumption(),
      isClear && describeTrialsShortly(question, found && findOwn(found, search)),
    ]),
    lines: listSaid([found?.verification && describeLengths(found.verification, rival ? [found, rival] : [found])]),
  };
}

/** The question of a card. It is no statement, because a bare name would read as one. */
const askAbout = (author: string, other?: string): string =>
  other === undefined ? `${author}?` : l10n.t('{author} or {other}?', { author, other });

/** The answer for one author against anybody else. */
function answerOpen(found: Found, title: string, view: VerificationView | undefined, { candidates }: Searched): Answer {
  const { author, verification } = found;
  const stated = verification && findLeading(verification);
  const authors = formatThousands(verification?.chance?.authorsSearched ?? candidates.length);
  // whether the first of the search is no clear candidate: by its ratio, or otherwise by the order
  const isUnclear = stated
    ? stated.llr < 0
    : findConfounder(verification) !== undefined || judgeOrder(candidates)?.standsOut === false;
  const isNobody = candidates[0]?.author === author && isUnclear;
  const nobody = isNobody && l10n.t('No clear candidate ({authors} authors)', { authors });
  if (!stated) return { ...none, heading: nobody || author, finding: view?.statement ?? '' };
  const rivals = findRivals(verification);
  const [heading, sides] = rivals
    ? [describeRivals([author, ...rivals]), '']
    : [nobody || askAbout(author), describeStep(stated.llr)];
  return {
    heading,
    number: formatRatio(stated.llr),
    sides,
    scale: { ...stated, against: l10n.t('anyone else'), towards: author },
    isLarge: view?.carried === true,
    finding: describeFindings(stated.llr, { title, author }),
    limits: listSaid([
      stated.isLimit && l10n.t('Tests justify no stronger ratio.'),
      stated.llr >= minSupport && describeFalseAlarms(verification),
    ]),
    lines: [describeLengths(verification, [found])],
  };
}

/** The strongest marker for an author with the rates of the others, and the strongest against. */
function describeStrongest([author = '', other = '', third]: readonly string[], markers: Found['markers']) {
  if (!markers) return [];
  const describe = (marker: Marker, others: string | undefined) => {
    const rates = listSaid([`${author} ${formatRate(marker.candidate, marker.per)}`, others]).join(', ');
    const here = formatRate(marker.questioned, marker.per);
    return { marker: nameMarker(marker).replaceAll(/[“”]/g, ''), here, rates };
  };
  const describeOthers = ({ other: rate, per, isMore, others, sharers }: Marker): string | undefined => {
    if (other !== '' && third === undefined) return rate && `${other} ${formatRate(rate, per)}`;
    return isMore && others.length > 1 && sharers.length === 0 ? l10n.t('others less') : undefined;
  };
  const [best] = markers.isNear ? selectLeading(markers.for, 1) : [];
  const [worst] = selectLeading(markers.against, 1);
  return listSaid([
    best && l10n.t('For: “{marker}”, {here} here, {rates}.', describe(best, describeOthers(best))),
    worst && l10n.t('Against: “{marker}”, {here} here, {rates}.', describe(worst, undefined)),
  ]);
}

/** How certain the ratio of one author is, and how clearly this author leads. */
function listCertainty(
  { author, verification }: Found,
  view: VerificationView | undefined,
  candidates: readonly Candidate[],
): readonly string[] {
  const stated = verification && findLeading(verification);
  const hasRivals = stated && findRivals(verification) !== undefined;
  const { errorRate, first, interval } = verification ?? {};
  const certainty = first
    ? describeInterval(first.interval, 'firstOfSearch')
    : [
        ...describeInterval(interval, 'namedAuthor'),
        verification && errorRate !== undefined && describeErrorRate(verification, errorRate),
        ...(verification ? describeWithoutRareWords(verification) : []),
      ];
  return listSaid([
    stated?.isLimit && l10n.t('Tests justify no stronger ratio.'),
    view?.chance,
    !hasRivals && candidates[0]?.author === author && !findConfounder(verification) && describeStanding(candidates),
    ...(stated ? certainty : []),
  ]).filter((line) => line !== '');
}

/** The details, in the order of the questions that a reader asks next. */
function listDetails(
  result: Found,
  view: VerificationView | undefined,
  search: Searched,
  { shown, certainty }: Readonly<Record<'shown' | 'certainty', readonly string[]>>,
): CardView['details'] {
  const { author } = result;
  const { candidates, question, excluded } = search;
  const { caveats = [], grounds = [], details = [] } = view ?? {};
  const isFirst = (candidates[0]?.author ?? author) === author;
  const open = question ? [view?.statement ?? '', ...listCertainty(result, view, [])] : [];
  const said = [...shown, ...certainty, ...open];
  return [
    { title: l10n.t('How certain this is'), lines: certainty },
    { title: l10n.t('{author} alone, against anyone else', { author }), lines: open },
    {
      title: l10n.t('Reasons for caution'),
      lines: [
        ...(question || isFirst ? [] : [describeRank(author, candidates)]),
        ...describeSplit(search),
        ...describeExcluded(excluded),
        ...caveats,
      ],
    },
    { title: l10n.t('What was compared'), lines: [...grounds, ...details].filter((line) => !said.includes(line)) },
  ];
}
