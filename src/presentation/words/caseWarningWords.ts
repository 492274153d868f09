import type { CaseWarning } from '../../core/casework/caseWarnings';
import { readableExtensions } from '../../core/readableFormats';
import { inEnglish, type Translate } from './translate';

/** A warning as one sentence. */
export function caseWarningWords(warning: CaseWarning, translate: Translate = inEnglish): string {
  switch (warning.kind) {
    case 'doubledKey':
      return translate('{file} has "{key}" more than once; the last one counts.', { ...warning });
    case 'outsideEntry':
      return translate('{file} names "{entry}", which is not inside the case folder; the entry is left out.', {
        ...warning,
      });
    case 'lostEntry':
      return translate('{file} names "{entry}", but there is no such file; the entry is left out.', { ...warning });
    case 'otherName':
      return translate('{file} names "{entry}", but the file is called "{found}"; the entry is left out.', {
        ...warning,
      });
    case 'otherCaseFile':
      return translate('{file} is not read: the folder has another case file, {used}.', { ...warning });
    case 'otherFormat':
      return translate('{file} is left out: its format cannot be read. Readable: {readable}. Save it as plain text.', {
        ...warning,
        readable: readableExtensions.join(', '),
      });
    case 'link':
      return translate('{file} is a link and is left out: put the file itself into the folder.', { ...warning });
  }
}
