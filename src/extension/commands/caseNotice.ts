import type { CaseWarning } from '../../core/casework/caseWarnings';
import { caseWarningWords } from '../../presentation/words/caseWarningWords';
import { caseWarnings } from '../review/caseFolder';
import { translate } from '../translate';
import type { CommandParts } from './command';

/** Tells what is left out of the workspace's case or not read as it was meant; `others` are told with it. */
export async function noticeOfCase(
  { problems }: Pick<CommandParts, 'problems'>,
  others: readonly CaseWarning[] = [],
): Promise<void> {
  const warnings = [...(await caseWarnings()), ...others];
  void problems.warn(warnings.map((warning) => caseWarningWords(warning, translate)));
}
