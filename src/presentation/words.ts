import type {
  Basis,
  Caveat,
  Mode,
  Note,
  OtherPart,
  Population,
  Tier,
  Verification,
  VerifierKind,
} from '../core/domain';
import { formatThousands } from './formatThousands';
import type { Say } from './say';
import { caveatSentences, noteSentences } from './sentences';

/** What the strength of evidence is said of: the questioned text by its title and length. */
export interface QuestionedWords {
  readonly title: string;
  readonly words: number;
}

/** A likelihood ratio, or the lack of one, as sentences; every part stands together wherever a statement is shown. */
export interface StrengthWords {
  /** Both hypotheses and the ratio between them, or that there is no statement and why. */
  readonly statement: string;
  /** Value, interval, bounds and named scale with its year; empty after an abstention. */
  readonly details: readonly string[];
  readonly abstained: boolean;
}

/** The strength of evidence of one verification, never naming an author, and never a yes or no. */
export function strengthWords(verification: Verification, questioned: QuestionedWords, say: Say): StrengthWords {
  const { llr } = verification;
  if (llr === undefined || Number.isNaN(llr)) return noStatement(verification.reason, questioned, say);
  return {
    statement: ratioSentence(verification, llr, questioned.title, say),
    details: detailsOf(verification, llr, say),
    abstained: false,
  };
}

function ratioSentence({ bounds }: Verification, llr: number, title: string, say: Say): string {
  const times = ratioWords(Math.abs(llr));
  if (times === '1')
    return say(
      'The findings are about as probable if one author wrote both texts as if another author of the population wrote {title}.',
      { title },
    );
  const ratio = isAtBound(llr, bounds) ? say('at least {times}', { times }) : say('about {times}', { times });
  if (llr > 0)
    return say(
      'The findings are {ratio} times more probable if one author wrote both texts than if another author of the population wrote {title}.',
      { ratio, title },
    );
  return say(
    'The findings are {ratio} times more probable if another author of the population wrote {title} than if one author wrote both texts.',
    { ratio, title },
  );
}

/** A value at its bound is only known to be at least that large. */
function isAtBound(llr: number, bounds: Verification['bounds']): boolean {
  return bounds !== undefined && (llr >= bounds[1] || llr <= bounds[0]);
}

/** 10^llr with one decimal under 2 and two significant digits above; llr ≥ 0. */
export function ratioWords(llr: number): string {
  const ratio = 10 ** llr;
  if (ratio < 1.05) return '1';
  if (ratio < 10) return ratio.toFixed(1).replace(/\.0$/, '');
  const unit = 10 ** (Math.floor(Math.log10(ratio)) - 1);
  return formatThousands(Math.round(ratio / unit) * unit);
}

function detailsOf({ interval, bounds, scale }: Verification, llr: number, say: Say): readonly string[] {
  const details = [
    interval
      ? say('log10 LR {llr}, interval {low} to {high} (95 of 100 resamplings of the authors)', {
          llr: signed(llr, 1),
          low: signed(interval[0], 1),
          high: signed(interval[1], 1),
        })
      : say('log10 LR {llr}', { llr: signed(llr, 1) }),
  ];
  if (bounds)
    details.push(
      say('the validated authors support nothing beyond {lower} and {upper}', {
        lower: signed(bounds[0], 1),
        upper: signed(bounds[1], 1),
      }),
    );
  if (scale) details.push(scaleWords(llr, scale, say));
  return details;
}

function scaleWords(llr: number, scale: NonNullable<Verification['scale']>, say: Say): string {
  const label = scaleLabel(scale.label, say);
  const neutral = scale.label === 'no support either way' || scale.label === 'as likely';
  if (neutral) return say('{label} ({scale})', { label, scale: scale.name });
  return llr > 0
    ? say('{label} support for one author ({scale})', { label, scale: scale.name })
    : say('{label} support for another author of the population ({scale})', { label, scale: scale.name });
}

function scaleLabel(label: string, say: Say): string {
  switch (label) {
    case 'no support either way':
      return say('no support either way');
    case 'as likely':
      return say('as likely');
    case 'weak':
      return say('weak');
    case 'moderate':
      return say('moderate');
    case 'moderately strong':
      return say('moderately strong');
    case 'strong':
      return say('strong');
    case 'very strong':
      return say('very strong');
    case 'extremely strong':
      return say('extremely strong');
    default:
      return label;
  }
}

function noStatement(reason: Caveat | undefined, { words }: QuestionedWords, say: Say): StrengthWords {
  const why =
    reason === 'shortDocument'
      ? say(
          'No statement: {words} words; at this length the error rate of this condition could not be shown to be better than chance.',
          { words: formatThousands(words) },
        )
      : reason === undefined
        ? say('No statement: the scores of this comparison say too little either way.')
        : say('No statement: {reason}', { reason: caveatWords(reason, say) });
  const rest = say('Candidates and passages are shown for reading only.');
  return { statement: `${why} ${rest}`, details: [], abstained: true };
}

/** A caveat as one sentence for a reader who has not seen the code. */
export function caveatWords(caveat: Caveat, say: Say): string {
  return say(caveatSentences[caveat]);
}

/** What there is to say beside findings. */
interface CaveatsOf {
  readonly caveats: readonly Caveat[];
  readonly notes: readonly Note[];
  readonly otherParts?: Basis['otherParts'];
}

/**
 * Notes and caveats as sentences: one for each kind of note, with the texts it is about, the largest share first. That of
 * another index or model than the pinned one is followed by which differ, with both hashes.
 */
export function caveatLines({ caveats, notes, otherParts = [] }: CaveatsOf, say: Say): readonly string[] {
  const kinds = [...new Set(notes.map(({ caveat }) => caveat))];
  const noted = kinds.map((kind) => say(noteSentences[kind], { texts: textsOf(notes, kind, say) }));
  const differing = otherParts.map((other) => otherPartWords(other, say));
  const said = caveats.flatMap((caveat) => [
    caveatWords(caveat, say),
    ...(caveat === 'otherThanPinned' ? differing : []),
  ]);
  return [...noted, ...said];
}

/** Texts that a note names. */
const namedTexts = 5;

function textsOf(notes: readonly Note[], kind: Note['caveat'], say: Say): string {
  const about = notes.filter(({ caveat }) => caveat === kind).sort((a, b) => b.share - a.share);
  const texts = about
    .slice(0, namedTexts)
    .map(({ title, share }) => `${title} (${ofHundred(share)})`)
    .join(', ');
  return about.length > namedTexts ? say('{texts} and {more} more', { texts, more: about.length - namedTexts }) : texts;
}

/** So many of 100, rounded down so that 100 means all; with one decimal under 10. */
function ofHundred(share: number): string {
  const unit = share < 0.1 ? 10 : 1;
  return String(Math.floor(share * 100 * unit + 1e-9) / unit);
}

function otherPartWords({ part, pinned, used }: OtherPart, say: Say): string {
  if (used === undefined)
    return say('The case file pins {part} {pinned}; nothing of that name was used.', { part, pinned });
  return say('The case file pins {part} {pinned}; {used} was used.', { part, pinned, used });
}

/** What findings rest on, in one line: the first 12 digits of the hashes of index and model files. */
export function basisWords({ index, models }: Pick<Basis, 'index' | 'models'>, say: Say): string {
  const files = Object.entries(models).map(([kind, sha256]) => `${kind} ${shortHash(sha256)}`);
  const values = { files: files.join(', '), index: shortHash(index ?? '') };
  return index === undefined ? say('Model files: {files}', values) : say('Index {index}; model files: {files}', values);
}

function shortHash(sha256: string): string {
  return sha256.slice(0, 12);
}

/** How many authors a search went through, as a sentence. */
export function searchedWords(authors: number, say: Say): string {
  return say('Found by searching {authors} authors; the findings say nothing about authors who are not in the index.', {
    authors,
  });
}

/** The verifier used and why it was taken. */
export function verifierWords(verification: Verification, say: Say): string {
  const name = verifierName(verification.verifier, say);
  switch (verification.condition.modes) {
    case 'written-written':
      return say('{name} (both texts are written)', { name });
    case 'spoken-spoken':
      return say('{name} (both texts are spoken)', { name });
    case 'written-spoken':
      return say('{name} (one text is written, one is spoken)', { name });
    case 'unknown':
      return say('{name} (how a text was produced is not known)', { name });
  }
}

export function verifierName(verifier: VerifierKind, say: Say): string {
  switch (verifier) {
    case 'written':
      return say('Written');
    case 'spoken':
      return say('Spoken');
    case 'general':
      return say('General');
    case 'ensemble':
      return say('Ensemble');
  }
}

/** Who "another author" may be. */
export function populationWords({ id, authors, genres, years }: Population, say: Say): string {
  const about = { id, authors: formatThousands(authors), genres: genres.join(', ') };
  if (!years) return say('Population: {id}, {authors} authors ({genres}). Is it relevant to this case?', about);
  const span = `${years[0]}s–${years[1]}s`;
  return say('Population: {id}, {authors} authors ({genres}; {span}). Is it relevant to this case?', {
    ...about,
    span,
  });
}

/** Cross-fitted share of wrong answers, as a natural frequency. */
export function errorRateWords(errorRate: number, say: Say): string {
  const wrong = Math.round(errorRate * 100);
  return say('In validation, {wrong} of 100 comparisons of this condition pointed to the wrong side.', { wrong });
}

export function tierWords(tier: Tier, say: Say): string {
  switch (tier) {
    case 'sign':
      return say('sign tier');
    case 'fp32':
      return say('exact tier');
    case 'combined':
      return say('combined order');
  }
}

export function modeWords(mode: Mode, say: Say): string {
  switch (mode) {
    case 'written':
      return say('written');
    case 'spoken':
      return say('spoken');
    case 'unknown':
      return say('mode not known');
  }
}

/** A score of any tier: two decimals and nothing else. */
export function scoreWords(score: number): string {
  return signed(score, 2);
}

function signed(value: number, digits: number): string {
  const rounded = value.toFixed(digits);
  return /^-0\.?0*$/.test(rounded) ? rounded.slice(1) : rounded.replace('-', '−');
}
