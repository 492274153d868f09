import type { Translate } from './words/translate';
import { termMeanings, termNames, verifierNames, verifierUses } from './words/sentences';
import { verifierKinds } from '../core/domain';
import type { ReviewView, TermView, VerifierChoiceView } from '../protocol/panel';

/** The fixed words of the page. */
export function pageLabels(translate: Translate): ReviewView['labels'] {
  return {
    review: translate('Review This Document'),
    reviewAgain: translate('Review Again'),
    openSample: translate('Open the Sample Case'),
    buildIndex: translate('Build Reference Index From Folder…'),
    cancel: translate('Cancel'),
    setFacts: translate('Set Mode and Genre…'),
    exportReport: translate('Export Report…'),
    backToReview: translate('Back to the Review'),
    candidates: translate('Candidates'),
    filter: translate('Filter by author'),
    noCandidates: translate('No candidates yet.'),
    rank: translate('Rank'),
    author: translate('Author'),
    finding: translate('Statement'),
    orderOnly: translate('The order goes by likeness, not by strength of evidence.'),
    verification: translate('Verification'),
    details: translate('Details'),
    terms: translate('What the terms mean'),
    moreWays: translate('What else would help'),
    showPopulation: translate('About the Population'),
    ownWriters: translate('Use Writers of My Own…'),
    verifier: translate('Verifier'),
    passagesAlike: translate('Passages alike'),
    noPassages: translate('No passages alike were found.'),
    passagesAgainst: translate('Passages that other candidates answer better'),
    morePassages: translate('More passages'),
    openBoth: translate('Open Both'),
    passage: translate('passage'),
    questioned: translate('Questioned'),
    known: translate('Known'),
    sections: translate('Sections'),
    section: translate('Section'),
    passageOrder: translate('Order of passages'),
    byStrength: translate('Strongest first'),
    byPlace: translate('In the order of the text'),
  };
}

/** Every verifier a reviewer may choose; `automatic` follows the modes of the two texts. */
export function verifierChoices(translate: Translate): readonly VerifierChoiceView[] {
  return [
    {
      id: 'automatic',
      label: translate('chosen by the modes of the texts'),
      use: translate('What a review does unless it is told otherwise.'),
    },
    ...verifierKinds.map((id) => ({ id, label: translate(verifierNames[id]), use: translate(verifierUses[id]) })),
  ];
}

/** Every term of art that stands behind Details, with what it means. */
export function termViews(translate: Translate): readonly TermView[] {
  return Object.entries(termMeanings).map(([key, meaning]) => ({
    term: translate(termNames[key as keyof typeof termNames]),
    meaning: translate(meaning),
  }));
}
