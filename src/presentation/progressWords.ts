import type { RunProgress } from './reviewState';
import { formatThousands } from './words/formatThousands';
import { inEnglish, type Translate } from './words/translate';
import { stageNames } from './words/sentences';

/** What is done and how far it is: in characters of a text while it is encoded, else in documents, candidates or parts. */
export function progressText({ stage, done, total }: RunProgress, translate: Translate = inEnglish): string {
  const name = translate(stageNames[stage]);
  if (total === 0) return name;
  const values = {
    name,
    done: formatThousands(done),
    total: formatThousands(total),
    share: shareWords(done / total),
  };
  switch (stage) {
    case 'encoding':
      return translate('{name}, {done} of {total} characters, {share}', values);
    case 'reordering':
      return translate('{name}, {done} of {total} documents, {share}', values);
    case 'verifying':
      return translate('{name}, {done} of {total} candidates, {share}', values);
    default:
      return translate('{name}, {share}', values);
  }
}

/** How far a piece of work is; never of evidence: "40 %". */
export function shareWords(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;
}
