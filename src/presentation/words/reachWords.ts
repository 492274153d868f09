import * as l10n from '@vscode/l10n';
import type { ConditionLimits, QuestionedKind } from '../../core/verification/conditionLimits';
import { formatThousands } from './formatThousands';
import { errorRateWords, kindWords } from './strength';
import { signed } from './words';

/** What a condition can carry, in one sentence. */
export function reachWords(
  { condition, floor, bounds, errorRate, validatedOn }: ConditionLimits,
  { words }: Pick<QuestionedKind, 'words'>,
): string {
  const kind = kindWords(condition);
  if (floor === undefined) return l10n.t('{kind}: no ratio; validation found no length that carries one.', { kind });
  const values = { kind, floor: formatThousands(floor), words: formatThousands(words) };
  if (!bounds) return l10n.t('{kind}: no ratio; {floor} words of both texts would do, here are {words}.', values);
  const [lower, upper] = bounds.map((bound) => signed(bound, 1));
  const range = l10n.t('{kind}: a log10 LR from {lower} to {upper}.', { kind, lower: lower!, upper: upper! });
  return `${range} ${errorRateWords({ validatedOn }, errorRate ?? 0)}`;
}
