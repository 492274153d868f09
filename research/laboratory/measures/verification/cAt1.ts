import { decisionTotal, type Decisions } from './decisions';

/** c@1 = (n_c + n_u · n_c / n) / n, which rewards leaving hard trials open (Peñas & Rodrigo 2011); null without trials. */
export function cAt1(counts: Decisions): number | null {
  const total = decisionTotal(counts);
  const correct = counts.truePositives + counts.trueNegatives;
  return total === 0 ? null : (correct + (counts.unanswered * correct) / total) / total;
}
