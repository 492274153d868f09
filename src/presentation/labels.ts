import * as l10n from '@vscode/l10n';
import { termMeanings, termNames, verifierNames, verifierUses } from './words/sentences';
import { verifierKinds } from '../core/domain';
import type { ReviewView, TermView, VerifierChoiceView } from '../protocol/panel';

/** The fixed words of the page. */
export function pageLabels(): ReviewView['labels'] {
  return {
    review: l10n.t('Review This Document'),
    reviewAgain: l10n.t('Review Again'),
    openSample: l10n.t('Open the Sample Case'),
    buildIndex: l10n.t('Build Reference Index From Folder…'),
    cancel: l10n.t('Cancel'),
    setFacts: l10n.t('Set Mode and Genre…'),
    exportReport: l10n.t('Export Report…'),
    backToReview: l10n.t('Back to the Review'),
    candidates: l10n.t('Candidates'),
    filter: l10n.t('Filter by author'),
    noCandidates: l10n.t('No candidates yet.'),
    rank: l10n.t('Rank'),
    author: l10n.t('Author'),
    finding: l10n.t('Statement'),
    orderOnly: l10n.t('The order goes by likeness, not by strength of evidence.'),
    verification: l10n.t('Verification'),
    details: l10n.t('Details'),
    terms: l10n.t('What the terms mean'),
    moreWays: l10n.t('What else would help'),
    showPopulation: l10n.t('About the Population'),
    ownWriters: l10n.t('Use Writers of My Own…'),
    verifier: l10n.t('Verifier'),
    passagesAlike: l10n.t('Passages alike'),
    noPassages: l10n.t('No passages alike were found.'),
    passagesAgainst: l10n.t('Passages that other candidates answer better'),
    morePassages: l10n.t('More passages'),
    openBoth: l10n.t('Open Both'),
    passage: l10n.t('passage'),
    questioned: l10n.t('Questioned'),
    known: l10n.t('Known'),
    sections: l10n.t('Sections'),
    section: l10n.t('Section'),
    passageOrder: l10n.t('Order of passages'),
    byStrength: l10n.t('Strongest first'),
    byPlace: l10n.t('In the order of the text'),
  };
}

/** Every verifier a reviewer may choose; `automatic` follows the modes of the two texts. */
export function verifierChoices(): readonly VerifierChoiceView[] {
  return [
    {
      id: 'automatic',
      label: l10n.t('chosen by the modes of the texts'),
      use: l10n.t('What a review does unless it is told otherwise.'),
    },
    ...verifierKinds.map((id) => ({ id, label: l10n.t(verifierNames[id]), use: l10n.t(verifierUses[id]) })),
  ];
}

/** Every term of art that stands behind Details, with what it means. */
export function termViews(): readonly TermView[] {
  return Object.entries(termMeanings).map(([key, meaning]) => ({
    term: l10n.t(termNames[key as keyof typeof termNames]),
    meaning: l10n.t(meaning),
  }));
}
