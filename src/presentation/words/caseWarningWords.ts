import * as l10n from '@vscode/l10n';
import type { CaseWarning } from '../../core/casework/caseWarnings';
import { readableExtensions } from '../../core/readableFormats';
import { caseWarningSentences } from './sentences';
import { shortHash } from './words';

/** A warning as one sentence. */
export function caseWarningWords(warning: CaseWarning): string {
  return l10n.t(caseWarningSentences[warning.kind], {
    ...warning,
    ...(warning.kind === 'otherFormat' && { readable: readableExtensions.join(', ') }),
    ...(warning.kind === 'changedExhibit' && { recorded: shortHash(warning.recorded), now: shortHash(warning.now) }),
  });
}
