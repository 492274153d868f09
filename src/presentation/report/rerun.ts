import { readQuestion } from '../../core/domain/search';
import * as l10n from '@vscode/l10n';
import type { ReportRead } from '../../core/casework/reportFile';
import type { ReviewOptions } from '../../protocol/engine';
import { limitLines, mostLines } from '../words/words';
import { readSettings } from './reportFacts';

/** The user's choices that the settings name. */
export function readChoices({ excludeQuotes, verifier, question = 'anybody' }: ReturnType<typeof readSettings>) {
  return {
    excludeQuotes: String(excludeQuotes) === 'true',
    question: readQuestion(String(question)),
    verifier: verifier === 'by mode' ? undefined : (verifier as ReviewOptions['verifier']),
  };
}

/** The differences between a report and the same report made again. */
export type Rerun = ReturnType<typeof compareReports>;

export function compareReports(before: ReportRead, now: ReportRead) {
  const findings = [collectValues(listFindings(before)), collectValues(listFindings(now))] as const;
  const all = findDifferences(...findings);
  const [one, other] = [listPassages(findings[0]), listPassages(findings[1])];
  const passages = [...new Set([...one, ...other])];
  return {
    /** Inputs that differ: text, known texts, index, models, settings, version. */
    changed: findDifferences(listInputs(before), listInputs(now)),
    /** Findings that differ, one entry for each value. */
    differences: all.filter(({ what }) => !isDecision(what)),
    /** Decisions of examiners that differ. They are not computed. */
    decisions: all.filter(({ what }) => isDecision(what)),
    compared: new Set(findings.flatMap((values) => [...values.keys()])).size,
    /** Passages of both reports together, and those that only one has. A passage counts once, at any place of the order. */
    passages: {
      differing: passages.filter((each) => !one.has(each) || !other.has(each)).length,
      of: passages.length,
    },
  };
}

type Values = ReadonlyMap<string, string>;

/** The places and texts of all passages. */
function listPassages(values: Values): ReadonlySet<string> {
  const found = new Map<string, string>();
  for (const [place, value] of values) {
    const [, passage, side] = /^(.* › (?:passages|against) › (?:.* › )?\d+) › (questioned|known) › /.exec(place) ?? [];
    if (passage !== undefined) found.set(passage, `${found.get(passage) ?? ''} ${side} ${value}`);
  }
  return new Set(found.values());
}

function isDecision(place: string): boolean {
  return / › (decision|weighed) › /.test(`${place} › `);
}

function listInputs({ questioned, questions, known, version }: ReportRead): Values {
  const bases = questions.map((each) => (each.kind === 'search' ? each.evidence : each.verification));
  const pairs = bases.flatMap(({ index, models, lock }) => [
    ...(index === undefined ? [] : [[l10n.t('Reference index'), index] as const]),
    ...Object.entries(models).map(([kind, sha256]) => [l10n.t('Model file: {kind}', { kind }), sha256] as const),
    ...(lock ? [[l10n.t('Settings locked'), lock.hash] as const] : []),
  ]);
  const chosen = questions.flatMap((each): readonly (readonly [string, string])[] => {
    const settings = Object.entries(readSettings(each));
    return settings.map(([key, value]) => [`${l10n.t('Other settings')}: ${key}`, String(value)]);
  });
  const { id: title, sha256, mode, genre, language, reading } = questioned;
  return new Map([
    [`${l10n.t('Questioned')}: ${title}`, sha256],
    [l10n.t('Facts of the questioned text'), [mode, genre, language].join(', ')],
    ...(reading === undefined ? [] : [[l10n.t('Reading'), JSON.stringify(reading)] as const]),
    ...known.map((each) => [`${l10n.t('Known text')}: ${each.author}, ${each.title}`, each.sha256] as const),
    ...pairs,
    ...chosen,
    [l10n.t('Program'), version],
  ]);
}

/** The findings of a report without its inputs, and without passages of candidates that a report may not have read. */
function listFindings({ questions }: ReportRead): unknown {
  return questions.map((each) => {
    if (each.kind !== 'search') return { ...each, settings: undefined, verification: removeBasis(each.verification) };
    const { candidates } = each.evidence;
    const ranked = candidates.map((candidate) => ({ ...candidate, passages: undefined, markers: undefined }));
    const order = candidates.map(({ author }) => author).join(', '); // values are compared by author
    return { ...each, order, evidence: { ...removeBasis(each.evidence), settings: undefined, candidates: ranked } };
  });
}

function removeBasis(findings: object): object {
  return { ...findings, index: undefined, models: undefined, lock: undefined, document: undefined };
}

/** Every value of the findings by its place. A candidate's values are placed by the name of its author. */
function collectValues(findings: unknown, place = '', results = new Map<string, string>()): Values {
  if (typeof findings !== 'object' || findings === null) {
    if (findings !== undefined) results.set(place, typeof findings === 'string' ? findings : JSON.stringify(findings));
    return results;
  }
  for (const [key, value] of Object.entries<unknown>({ ...findings })) {
    const isNamed =
      typeof value === 'object' && value !== null && 'author' in value && typeof value.author === 'string';
    collectValues(value, `${place} › ${isNamed && /^\d+$/.test(key) ? String(value.author) : key}`, results);
  }
  return results;
}

/** What a report rests on, or values of it, before and now, if they differ. A missing value is undefined. */
function findDifferences(before: Values, now: Values) {
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((place) => before.get(place) !== now.get(place))
    .map((place) => ({ what: place.replace(/^ › /, ''), before: before.get(place), now: now.get(place) }));
}

/** The differences of a re-run as lines. */
export function formatRerun({ changed, differences, decisions, compared, passages }: Rerun): readonly string[] {
  if (differences.length === 0 && decisions.length > 0)
    return [
      l10n.t('The computed results are identical. {count} decisions of examiners differ.', {
        count: decisions.length,
      }),
      ...[...decisions.slice(0, mostLines), ...changed].map(describeDifference),
    ];
  if (differences.length === 0)
    return [
      l10n.t('The findings are the same. {count} values were compared.', { count: compared }),
      ...(changed.length > 0
        ? [l10n.t('The report no longer rests on the same files or settings:'), ...changed.map(describeDifference)]
        : []),
    ];
  return [
    changed.length > 0
      ? l10n.t('The report no longer rests on the same files or settings:')
      : differences.every(({ what }) => byEncoder.test(what))
        ? l10n.t(
            'What the report rests on is the same, and so are all ratios. Scores, their order and passages may differ between kinds of processors. Here, {differing} of {of} passages differ. If both reports were made on one machine, keep both, and report this as a fault.',
            passages,
          )
        : l10n.t(
            'The report rests on the same files and settings, but the findings differ. Keep both reports, and report this as a fault.',
          ),
    ...changed.map(describeDifference),
    l10n.t('{count} of {compared} values of the findings differ:', { compared, count: differences.length }),
    ...limitLines(differences.map(describeDifference)),
  ];
}

/** Values that depend on the encoder. Its vectors have other last bits on another kind of processor. */
const byEncoder = /(^| › )((order|score|discriminant|tier|spans|setApart)$|(passages|against) › )/;

function describeDifference({ what, before, now }: Rerun['changed'][number]): string {
  const none = l10n.t('none');
  return l10n.t('  {what}: was {before}, is {now}', { what, before: before ?? none, now: now ?? none });
}
