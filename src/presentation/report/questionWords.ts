import type { Asked } from '../../core/casework/keptRecords';
import type { Evidence } from '../../core/domain';
import { findingWords } from '../words/strength';

/** A question as a report lists it. */
export function questionWords(asked: Asked): string {
  switch (asked.kind) {
    case 'search':
      return `A search: which of ${asked.authors} authors write most like the questioned text?`;
    case 'author':
      return `A named author: did ${asked.author} write the questioned text, or another author of the population?`;
    case 'text':
      return `A named text: did one author write ${asked.title} and the questioned text?`;
  }
}

/** What a search came to. */
export function searchOutcome({ candidates: [first] }: Pick<Evidence, 'candidates'>): string {
  if (!first) return 'No candidates.';
  return `First candidate: ${first.author}, ${findingWords(first.verification)}.`;
}
