import type { ConditionReach, QuestionedKind } from '../../core/verification/whatCanBeSaid';
import { formatThousands } from './formatThousands';
import { inEnglish, type Translate } from './translate';
import { kindWords } from './strength';
import { signed } from './words';

/** What a condition can carry, in one sentence. */
export function reachWords(
  { condition, floor, bounds, errorRate }: ConditionReach,
  { words }: Pick<QuestionedKind, 'words'>,
  translate: Translate = inEnglish,
): string {
  const kind = kindWords(condition, translate);
  if (floor === undefined) return translate('{kind}: no ratio; validation found no length that carries one.', { kind });
  const values = { kind, floor: formatThousands(floor), words: formatThousands(words) };
  if (!bounds) return translate('{kind}: no ratio; {floor} words of both texts would do, here are {words}.', values);
  return translate(
    '{kind}: a log10 LR from {lower} to {upper}; in validation {wrong} of 100 comparisons pointed to the wrong side.',
    {
      kind,
      lower: signed(bounds[0], 1),
      upper: signed(bounds[1], 1),
      wrong: Math.round((errorRate ?? 0) * 100),
    },
  );
}
