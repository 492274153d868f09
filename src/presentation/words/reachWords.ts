import type { ConditionReach, QuestionedKind } from '../../core/verification/whatCanBeSaid';
import { formatThousands } from './formatThousands';
import { inEnglish, type Translate } from './translate';
import { errorRateWords, kindWords } from './strength';
import { signed } from './words';

/** What a condition can carry, in one sentence. */
export function reachWords(
  { condition, floor, bounds, errorRate, validatedOn }: ConditionReach,
  { words }: Pick<QuestionedKind, 'words'>,
  translate: Translate = inEnglish,
): string {
  const kind = kindWords(condition, translate);
  if (floor === undefined) return translate('{kind}: no ratio; validation found no length that carries one.', { kind });
  const values = { kind, floor: formatThousands(floor), words: formatThousands(words) };
  if (!bounds) return translate('{kind}: no ratio; {floor} words of both texts would do, here are {words}.', values);
  const [lower, upper] = bounds.map((bound) => signed(bound, 1));
  const range = translate('{kind}: a log10 LR from {lower} to {upper}.', { kind, lower: lower!, upper: upper! });
  return `${range} ${errorRateWords({ validatedOn }, errorRate ?? 0, translate)}`;
}
