import type { IndexValidation } from '../../core/validation/validateIndex';
import { inEnglish, type Translate } from '../words/translate';
import { renderPage, type PageSection } from './page';
import { conditionWords, problemWords, sourceCaveat, validatedWords } from './validationWords';

/** What an index says of its own error, for each questioned text. */
export function validationPage(validations: readonly IndexValidation[], translate: Translate = inEnglish): string {
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
    [...sections, { heading: '', lines: [sourceCaveat(translate)] }],
    translate,
  );
}
