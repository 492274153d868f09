import type { IndexValidation } from '../../core/validation/validateIndex';
import { inEnglish, type Say } from '../words/say';
import { renderPage, type PageSection } from './page';
import { conditionWords, problemWords, sourceCaveat, validatedWords } from './validationWords';

/** What an index says of its own error, for each questioned text. */
export function validationPage(validations: readonly IndexValidation[], say: Say = inEnglish): string {
  const sections = validations.flatMap((each): readonly PageSection[] => [
    { heading: '', lines: [validatedWords(each, say), ...(each.problem ? [problemWords(each.problem, say)] : [])] },
    ...each.conditions.map((condition) => {
      const { heading, lines, figures } = conditionWords(condition, say);
      return { heading, lines, ratios: figures };
    }),
  ]);
  return renderPage(
    say('What this index says of its own errors'),
    [...sections, { heading: '', lines: [sourceCaveat(say)] }],
    say,
  );
}
