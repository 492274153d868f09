import * as l10n from '@vscode/l10n';
import type { IndexValidation } from '../../core/validation/validateIndex';
import { renderPage, type PageSection } from './page';
import { conditionWords, problemWords, sourceCaveat, validatedWords } from './validationWords';

/**
 * What an index says of its own error, for each questioned text.
 *
 * @param lock  address of the command that locks the settings; undefined: there is no case to lock
 */
export function validationPage(validations: readonly IndexValidation[], lock?: string): string {
  const sections = validations.flatMap((each): readonly PageSection[] => [
    {
      heading: '',
      lines: [validatedWords(each), ...(each.problem ? [problemWords(each.problem)] : [])],
    },
    ...each.conditions.map((condition) => {
      const { heading, lines, figures } = conditionWords(condition);
      return { heading, lines, ratios: figures };
    }),
  ]);
  return renderPage(l10n.t('What this index says of its own errors'), [
    ...sections,
    { heading: '', lines: [sourceCaveat()] },
    ...(lock === undefined ? [] : [lockSection(lock)]),
  ]);
}

function lockSection(href: string): PageSection {
  return {
    heading: l10n.t('Lock'),
    lines: [
      l10n.t('Nothing is locked yet. From the lock on the case states ratios, until one of its settings changes.'),
    ],
    link: { text: l10n.t('Lock These Settings'), href },
  };
}
