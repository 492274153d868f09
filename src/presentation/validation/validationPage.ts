import type { IndexValidation } from '../../core/validation/validateIndex';
import { inEnglish, type Translate } from '../words/translate';
import { renderPage, type PageSection } from './page';
import { conditionWords, problemWords, sourceCaveat, validatedWords } from './validationWords';

/**
 * What an index says of its own error, for each questioned text.
 *
 * @param lock  address of the command that locks the settings; undefined: there is no case to lock
 */
export function validationPage(
  validations: readonly IndexValidation[],
  translate: Translate = inEnglish,
  lock?: string,
): string {
  const sections = validations.flatMap((each): readonly PageSection[] => [
    {
      heading: '',
      lines: [validatedWords(each, translate), ...(each.problem ? [problemWords(each.problem, translate)] : [])],
    },
    ...each.conditions.map((condition) => {
      const { heading, lines, figures } = conditionWords(condition, translate);
      return { heading, lines, ratios: figures };
    }),
  ]);
  return renderPage(
    translate('What this index says of its own errors'),
    [
      ...sections,
      { heading: '', lines: [sourceCaveat(translate)] },
      ...(lock === undefined ? [] : [lockSection(lock, translate)]),
    ],
    translate,
  );
}

function lockSection(href: string, translate: Translate): PageSection {
  return {
    heading: translate('Lock'),
    lines: [
      translate('Nothing is locked yet. From the lock on the case states ratios, until one of its settings changes.'),
    ],
    link: { text: translate('Lock These Settings'), href },
  };
}
