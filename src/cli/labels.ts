import type { CaseDocument } from '../core/casework/caseFile';
import type { DocumentLabels } from '../protocol/engine';
import { modeOption, textOption, type Parsed } from './options';

const unlabelled: DocumentLabels = { mode: 'unknown', genre: 'unknown', language: 'en' };

/**
 * How a document is labelled: by the options first, then by the case, else unknown and English.
 *
 * @param prefix  of the options, such as "known-"
 */
export function labelsOf(parsed: Parsed, facts: CaseDocument | undefined, prefix = ''): DocumentLabels {
  const { mode, genre, language } = facts ?? unlabelled;
  return {
    mode: modeOption(parsed, `${prefix}mode`) ?? mode,
    genre: textOption(parsed, `${prefix}genre`) ?? genre,
    language: textOption(parsed, 'language') ?? language,
  };
}
