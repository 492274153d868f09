import { scoreNames } from '../../../src/core/verification/scores';
import { figure, table } from '../evaluate/run/output';
import type { ConditionFigures, FitFigures } from './conditionFigures';

/** Figures of a fit as tables for people. "upper": of the cost, by which a condition is silent; "chance": observed ÷ expected hits. */
export function resultTable({ conditions, floors, singleScores }: FitFigures): readonly string[] {
  const chance = conditions[0]?.chance.map(({ llr }) => `chance ${llr}`) ?? [];
  const header = [
    ...['words', 'modes', 'genre', 'calibration', 'authors', 'AUC', 'Cllr', 'upper', 'Cllr_min'],
    ...['answered', 'errors', 'errors |llr|≥1', 'bounds', ...chance],
  ];
  return [
    ...table(header, conditions.map(rowOf)),
    '',
    ...floors.map(
      ({ modes, genreRelation, words }) =>
        `${modes}, ${genreRelation} genre: ${words === null ? 'no ratio' : `a ratio from ${words} words`}`,
    ),
    '',
    ...table(
      ['words', 'modes', 'genre', 'trials', ...scoreNames],
      singleScores.map(({ words, modes, genreRelation, trials, auc }) => [
        ...[String(words), modes, genreRelation, String(trials)],
        ...scoreNames.map((name) => figure(auc[name] ?? null)),
      ]),
    ),
  ];
}

function rowOf(row: ConditionFigures): readonly string[] {
  return [
    ...[String(row.words), row.modes, row.genreRelation, row.calibration],
    `${row.sameAuthors}, ${row.differentAuthors}`,
    ...[
      figure(row.auc),
      figure(row.cllr),
      figure(row.cllrUpper) + (row.silent ? ' (silent)' : ''),
      figure(row.cllrMin),
    ],
    ...[figure(row.answered), figure(row.errorsAnswered), `${row.strongWrong} of ${row.strong}`],
    row.bounds.map((bound) => bound.toFixed(2)).join(' … '),
    ...row.chance.map(
      ({ observed, expected }) => `${figure(observed)} ÷ ${figure(expected)} = ${figure(observed / expected)}`,
    ),
  ];
}
