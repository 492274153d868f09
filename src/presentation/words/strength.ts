import { isLarge, minSupport } from '../../core/verification/firstOfSearch';
import { findVerbalLabel } from '../../core/verification/chooseCalibration';
import * as l10n from '@vscode/l10n';
import type {
  Candidate,
  Caveat,
  Condition,
  QuestionFindings,
  SearchChance,
  Verification,
} from '../../core/domain/evidence';
import { describeAbstention } from './notices';
import { describeAnswer } from './question';
import { describeOutsiders, describeRivals, findRivals, outsiderWords } from './firstOfSearch';
import { modeNames, ratioSentences, scaleLabels } from './sentences';
import { describeInterval, formatRatio, formatTimes, isAtBound } from './ratio';
import { formatThousands, formatSigned, formatAllThousands, listSaid } from './words';

/** The questioned text, and who wrote the known ones. */
interface Sides {
  readonly title: string;
  readonly author: string;
}

/**
 * The strength of evidence of one verification, or the lack of it, as sentences that every surface shows together. It is never a yes or no.
 * @param author  who wrote the known texts; undefined if a text is compared with another text
 */
export function describeStrength(
  verification: Verification,
  title: string,
  author = l10n.t('the author of the known texts'),
) {
  const { llr, chance } = verification;
  if (llr === undefined || Number.isNaN(llr)) return describeNoRatio(describeAbstention(verification));
  if (verification.first) {
    // The sentences for the first of a search. Its own ratio leads, and the ratio of the author alone is among the details.
    const { errorRate } = verification;
    const ratio = [
      ...[describeFindings(llr, { title, author }), ...describeInterval(verification.interval, 'namedAuthor')],
      ...(errorRate === undefined ? [] : [describeErrorRate(verification, errorRate)]),
    ].join(' ');
    return {
      statement: describeFindings(verification.first.llr, { title, author }),
      chance: outsiderWords(verification.first, verification),
      carried: isLarge(verification),
      abstained: false,
      details: [
        describePower(verification.first.llr, verification.first.bounds),
        ...describeInterval(verification.first.interval, 'firstOfSearch'),
        ...(verification.first.scale ? [formatStep(verification.first.llr, verification.first.scale)] : []),
        l10n.t('{author} alone, without the search: {ratio}', { author, ratio }),
        ...listDetails({ ...verification, scale: undefined, interval: undefined }, llr, author),
      ],
    };
  }
  const confounder = findConfounder(verification);
  if (confounder) return describeNoRatio(describeAbstention({ ...verification, reason: confounder }));
  const others = chance?.rivals?.join(', ');
  return {
    /** Both hypotheses and the ratio between them, or the reason why there is no ratio. */
    statement: listSaid([
      others && l10n.t('The ratios of {author} and of {others} are nearly the same.', { author, others }),
      describeFindings(llr, { title, author }),
      isTooWide(llr, chance) && l10n.t('The search is too large to support this ratio.'),
    ]).join(' '),
    /**
     * How many authors would come as close by chance. It is shown beside the statement with equal weight. Empty for an author outside a
     * search.
     */
    chance: chance ? describeChance(chance) : '',
    /** Whether the statement may be in large type. */
    carried: isLarge(verification),
    abstained: false,
    /** Value, interval, bounds and named scale with its year. Empty after an abstention. */
    details: listDetails(verification, llr, author),
  };
}

/** What may have brought a candidate to the first place even if another author wrote the text. No ratio is then stated for the first of a search. */
export const confounders = ['followsSubject', 'followsKind'] as const satisfies readonly Caveat[];

/** The first of them among the caveats of a verification. */
export function findConfounder(verification: Pick<Verification, 'caveats'> | undefined) {
  return confounders.find((each) => verification?.caveats.includes(each));
}

function describeNoRatio(statement: string) {
  return { statement, chance: '', carried: false, abstained: true, details: [] };
}

/**
 * The ratio that leads on every surface, with its figure: that of the first of a search, or otherwise that of a named author. Undefined if
 * neither is stated.
 */
export function findLeading({ llr, bounds, scale, interval, first, caveats }: LeadingOf) {
  if (findConfounder({ caveats })) return undefined;
  const leading = first ?? { llr, bounds, scale, interval };
  if (leading.llr === undefined || Number.isNaN(leading.llr)) return undefined;
  const { llr: value, bounds: limits, scale: words } = leading;
  const isLimit = isAtBound(value, limits);
  return { llr: value, interval: leading.interval, scale: words, isLimit, figure: formatRatio(value, limits) };
}

/** A verification with the ratio of a named author alone, as lists show it, which compare all authors on one scale. */
export function asNamed<Given extends Verification | undefined>(verification: Given): Given {
  if (!verification) return verification;
  return Object.fromEntries(Object.entries(verification).filter(([key]) => key !== 'first')) as unknown as Given;
}

export type LeadingOf = Pick<Verification, 'llr' | 'bounds' | 'scale' | 'first' | 'caveats'> &
  Partial<Pick<Verification, 'interval'>>;

/** Whether a ratio above 1 is stated although one of the searched authors would come as close by chance. */
function isTooWide(llr: number, chance: SearchChance | undefined): boolean {
  return llr >= minSupport && chance?.expected !== undefined && chance.expected >= 1;
}

/** How many authors would come as close by chance. Empty if the number is unknown. Below 1 it has one significant digit, or two if one would read as 1. */
export function formatExpected({ chance }: Pick<Verification, 'chance'>): string {
  if (chance?.expected === undefined) return '';
  const count = Math.max(chance.expected, chance.rivals?.length ?? 0);
  if (count >= 1) return formatThousands(Math.round(count));
  return String(Number(count.toPrecision(count < 0.95 ? 1 : 2)));
}

function describeChance({ authorsSearched, expected, rivals }: SearchChance): string {
  if (expected === undefined) return '';
  if (rivals) return l10n.t('At most one of them wrote the text.');
  const rounded = formatThousands(Math.round(expected));
  const values = { authors: formatThousands(authorsSearched), expected: rounded, share: Math.ceil(100 * expected) };
  if (expected >= 1) return l10n.t('About {expected} of {authors} authors would come this close by chance.', values);
  return l10n.t('If none of {authors} authors wrote it, up to {share} of 100 results are this strong.', values);
}

/**
 * Both hypotheses and the ratio between them.
 * @param other  another author who was named
 */
export function describeFindings(llr: number, { title, author }: Sides, other = l10n.t('anyone else')): string {
  const ratio = formatTimes(llr);
  if (ratio === '1') return l10n.t(ratioSentences.equal, { author, title, other });
  const [likelier, less] = llr > 0 ? [author, other] : [other, author];
  return l10n.t(ratioSentences.times, { author: likelier, title, ratio, other: less });
}

/** The word of the verbal scale for a ratio, and its step. */
export function describeStep(llr: number): string {
  const { label } = findVerbalLabel(llr)!;
  const step = scaleLabels.findIndex((each) => each === label);
  if (step <= 0) return l10n.t(label); // a word of scaleLabels
  const values = { label: l10n.t(label), step, steps: scaleLabels.length - 1 };
  return l10n.t('{label} support (level {step} of {steps})', values);
}

/** The word of the verbal scale, and the name of the scale with its year. */
function formatStep(llr: number, { name }: NonNullable<Verification['scale']>): string {
  return l10n.t('Verbal scale {name}: {level}.', { name, level: describeStep(llr) });
}

/** How often a ratio as high as this one misleads, in one short sentence. Undefined if it is not known. */
export function describeFalseAlarms({ first, chance, errorRate, validatedOn }: Verification): string | undefined {
  if (first) return describeOutsiders(first, chance?.authorsSearched);
  if (chance?.expected !== undefined) return describeChance(chance);
  return errorRate === undefined ? undefined : describeErrorRate({ validatedOn }, errorRate);
}

/** Says what is left of the ratio without the rare words of the questioned text, and names these. Empty if it stays the same. */
export function describeWithoutRareWords(verification: Verification): readonly string[] {
  const { withoutRareWords: rare, llr, bounds } = verification;
  if (!rare || llr === undefined || !findLeading(verification)) return [];
  const [without, ratio] = [formatRatio(rare.llr, bounds), formatRatio(llr, bounds)];
  if (without === ratio) return [];
  const words = rare.words.map((word) => `“${word}”`).join(', ');
  return [
    l10n.t(
      'Without the words that few texts have ({words}), the ratio of this author alone would be {without}, not {ratio}.',
      { words, without, ratio },
    ),
  ];
}

function listDetails(verification: Verification, llr: number, author: string): readonly string[] {
  const { bounds, scale, calibratedOn } = verification;
  return listSaid([
    ...[
      describePower(llr, bounds),
      ...describeInterval(verification.interval, 'namedAuthor'),
      describeLengths(verification, [{ author, verification }]),
    ],
    // the condition of the calibration, which is wider than that of the texts if too few authors fit that one
    calibratedOn &&
      l10n.t('Tests with {words} questioned and {known} known words ({kind}) turned the score into a ratio.', {
        kind: describeKind(calibratedOn),
        ...formatAllThousands({ words: calibratedOn.words, known: calibratedOn.knownWords }),
      }),
    scale && formatStep(llr, scale),
  ]);
}

/** A ratio as a power of ten, with what bounds it. */
function describePower(llr: number, bounds: Verification['bounds']): string {
  const [lower = '–', upper = '–'] = (bounds ?? []).map((end) => formatSigned(end, 1));
  const values = { llr: formatSigned(llr, 1), lower, upper };
  return l10n.t('The ratio as a power of ten: {llr}. Tests support {lower} to {upper}.', values);
}

/** The cross-fitted share of wrong answers as a natural frequency, and the validation that it comes from. */
export function describeErrorRate(
  { validatedOn }: { readonly validatedOn?: 'index' | undefined },
  errorRate: number,
): string {
  const wrong = Math.round(errorRate * 100);
  return l10n.t(
    validatedOn === 'index'
      ? 'In tests with these known texts, {wrong} of 100 ratios misled.'
      : 'In tests with such texts, {wrong} of 100 ratios misled.',
    { wrong },
  );
}

/** The kind of a comparison: the modes and genres of both texts. */
export function describeKind({ modes, genreRelation }: Pick<Condition, 'modes' | 'genreRelation'>): string {
  const [written, spoken] = [l10n.t(modeNames.written), l10n.t(modeNames.spoken)];
  const mode = {
    'written-written': written,
    'spoken-spoken': spoken,
    'written-spoken': `${written} + ${spoken}`,
    unknown: l10n.t(modeNames.unknown),
  }[modes];
  const genre = { same: l10n.t('one genre'), cross: l10n.t('two genres'), unknown: l10n.t('any genre') }[genreRelation];
  return `${mode}, ${genre}`;
}

/** A statement for a cell of a table or a narrow line: the ratio, the word of the scale and the side. The answer has both hypotheses. */
export function formatFinding(verification: FindingOf | undefined): string {
  if (!verification) return '–';
  const leading = findLeading(verification);
  if (!leading) return l10n.t('no ratio');
  return `${leading.figure} · ${describeSide(leading, verification)}`;
}

type FindingOf = LeadingOf & Pick<Verification, 'chance'>;

/** What a ratio supports, in a few words. */
function describeSide({ llr, scale }: NonNullable<ReturnType<typeof findLeading>>, of: FindingOf): string {
  if (Math.abs(llr) < minSupport) return l10n.t('no support either way');
  if (!of.first && isTooWide(llr, of.chance)) return l10n.t('The search is too large to support this ratio.');
  const rivals = findRivals(of);
  if (rivals) return describeRivals(rivals);
  const values = { label: l10n.t(scale?.label ?? 'weak') }; // a word of scaleLabels
  return llr > 0 ? l10n.t('{label}, for this author', values) : l10n.t('{label}, for another author', values);
}

/** The answer to the question of a review: among authors, or the first candidate with its finding, which says which ratio it is. */
export function describeFirst(
  first:
    | (Pick<Candidate, 'author'> & {
        readonly verification?: Verification | undefined;
        readonly question?: QuestionFindings | undefined;
      })
    | undefined,
) {
  if (!first) return l10n.t('no clear candidate');
  const { author, verification, question } = first;
  if (question) return describeAnswer(question);
  const values = { author, finding: formatFinding(verification) };
  return verification && findLeading(verification) && !verification.first
    ? l10n.t('First candidate: {author}, {finding}. The ratio is that of this author alone.', values)
    : l10n.t('First candidate: {author}, {finding}.', values);
}

/**
 * The strength of a finding's colour: 0 without support, 1 to 3 for one author, −1 to −3 for another author, with a new shade for each
 * power of ten. Undefined if there is no statement.
 */
export function computeShade(verification: LeadingOf & Pick<Verification, 'chance'>): number | undefined {
  const { llr } = findLeading(verification) ?? {};
  if (llr === undefined) return undefined;
  if (findRivals(verification) || (!verification.first && isTooWide(llr, verification.chance))) return 0;
  return shadeRatio(llr);
}

/** The same for a ratio alone. */
export function shadeRatio(llr: number | undefined): number | undefined {
  if (llr === undefined) return undefined;
  return Math.abs(llr) < minSupport ? 0 : Math.sign(llr) * Math.min(3, 1 + Math.floor(Math.abs(llr)));
}

/** How many words a ratio rests on. */
export function describeLengths(
  { words }: Pick<Verification, 'words'>,
  authors: readonly Pick<Candidate, 'author' | 'verification'>[],
): string {
  const known = authors.flatMap(({ author, verification }) =>
    verification ? `${author} ${formatThousands(verification.known.reduce((sum, text) => sum + text.words, 0))}` : [],
  );
  return l10n.t('Length: {words} words, {known}.', { words: formatThousands(words), known: known.join(', ') });
}
