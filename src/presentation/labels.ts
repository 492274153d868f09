import type { Say } from './words/say';
import { termMeanings, termNames, verifierNames, verifierUses } from './words/sentences';
import { verifierKinds } from '../core/domain';
import type { ReviewView, TermView, VerifierChoiceView } from '../protocol/panel';

/** The fixed words of the page. */
export function pageLabels(say: Say): ReviewView['labels'] {
  return {
    review: say('Review This Document'),
    reviewAgain: say('Review Again'),
    openSample: say('Open the Sample Case'),
    buildIndex: say('Build Reference Index From Folder…'),
    cancel: say('Cancel'),
    setFacts: say('Set Mode and Genre…'),
    exportReport: say('Export Report…'),
    backToReview: say('Back to the Review'),
    candidates: say('Candidates'),
    filter: say('Filter by author'),
    noCandidates: say('No candidates yet.'),
    rank: say('Rank'),
    author: say('Author'),
    score: say('Score'),
    finding: say('Statement'),
    scoresOrder: say('Scores order candidates only; they say nothing about the strength of evidence.'),
    verification: say('Verification'),
    details: say('Details'),
    terms: say('What the terms mean'),
    askNamed: say('Ask About a Named Author…'),
    sayHow: say('Say How It Was Produced…'),
    addKnown: say('Add Known Texts…'),
    verifier: say('Verifier'),
    passagesAlike: say('Passages alike'),
    noPassages: say('No passages alike were found.'),
    passagesAgainst: say('Passages that other candidates answer better'),
    morePassages: say('More passages'),
    openBoth: say('Open Both'),
    passage: say('passage'),
    questioned: say('Questioned'),
    known: say('Known'),
    sections: say('Sections'),
    section: say('Section'),
  };
}

/** Every verifier a reviewer may choose; `automatic` follows the modes of the two texts. */
export function verifierChoices(say: Say): readonly VerifierChoiceView[] {
  return [
    {
      id: 'automatic',
      label: say('chosen by the modes of the texts'),
      use: say('What a review does unless it is told otherwise.'),
    },
    ...verifierKinds.map((id) => ({ id, label: say(verifierNames[id]), use: say(verifierUses[id]) })),
  ];
}

/** Every term of art that stands behind Details, with what it means. */
export function termViews(say: Say): readonly TermView[] {
  return Object.entries(termMeanings).map(([key, meaning]) => ({
    term: say(termNames[key as keyof typeof termNames]),
    meaning: say(meaning),
  }));
}
