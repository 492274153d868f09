import type { Caveat, Verification } from '../../core/domain';
import { caveatWords } from './caveats';
import { formatThousands } from './formatThousands';
import type { Say } from './say';
import { signed } from './words';

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
  const label = say(scale.label); // a word of scaleLabels
  const neutral = scale.label === 'no support either way' || scale.label === 'as likely';
  if (neutral) return say('{label} ({scale})', { label, scale: scale.name });
  return llr > 0
    ? say('{label} support for one author ({scale})', { label, scale: scale.name })
    : say('{label} support for another author of the population ({scale})', { label, scale: scale.name });
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
