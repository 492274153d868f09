/** The five figures of a PAN verification task and their mean. */
export interface PanMetrics {
  readonly auc: number | null;
  readonly cAt1: number | null;
  readonly f05u: number | null;
  readonly f1: number | null;
  readonly brier: number | null;
  readonly overall: number | null;
}

/** Adds the mean of the five unrounded figures; null if one of them is. */
export function withOverall(metrics: Omit<PanMetrics, 'overall'>): PanMetrics {
  const { auc, cAt1, f05u, f1, brier } = metrics;
  const undefinedOne = auc === null || cAt1 === null || f05u === null || f1 === null || brier === null;
  return { ...metrics, overall: undefinedOne ? null : (auc + cAt1 + f05u + f1 + brier) / 5 };
}
