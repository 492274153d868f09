import type { CaseWarning } from '../../core/casework/caseWarnings';
import { readableExtensions } from '../../core/readableFormats';
import { caseWarningSentences } from './sentences';
import { inEnglish, type Translate } from './translate';
import { shortHash } from './words';

/** A warning as one sentence. */
export function caseWarningWords(warning: CaseWarning, translate: Translate = inEnglish): string {
  return translate(caseWarningSentences[warning.kind], {
    ...warning,
    ...(warning.kind === 'otherFormat' && { readable: readableExtensions.join(', ') }),
    ...(warning.kind === 'changedExhibit' && { recorded: shortHash(warning.recorded), now: shortHash(warning.now) }),
  });
}
