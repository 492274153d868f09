import * as l10n from '@vscode/l10n';
import type { Verification } from '../../core/domain/evidence';
import { listMissing } from '../../core/casework/openCase';
import { readSource } from '../../core/text/readText';
import { Lines, List } from '../components';
import { describeParts } from '../findings';
import { buildCardView } from '../cardView';
import { buildVerificationView, describeHypotheses, describePopulation } from '../verificationView';
import { proposeAmong } from '../words/question';
import { describeExcluded } from '../words/firstOfSearch';
import { findLeading } from '../words/strength';
import { formatAllThousands, formatFacts, listSaid } from '../words/words';
import { describeQuestion, type ReportFacts, type ReportQuestion } from './reportFacts';

import { describeSplit } from '../words/notices';

/** A line to write on. */
export const blankLine = '______________________________';

/** The first page: instruction, materials, question, propositions, findings, the opinion with its limits, and who signs it. */
export function Opening(facts: ReportFacts) {
  const { instruction, questions, withoutConclusion } = facts;
  // The numbers of texts and words. The hashes come later in the report.
  const { questioned, known, unread = [] } = facts;
  const authors = new Set(known.map(({ author }) => author)).size;
  const words = known.reduce((sum, text) => sum + text.words, 0);
  const missing = listMissing(unread).length;
  return (
    <>
      <h2>{l10n.t('Instruction')}</h2>
      <p>{instruction ?? blankLine}</p>
      <h2>{l10n.t('Materials received')}</h2>
      <List
        items={listSaid([
          `${l10n.t('Questioned')}: ${questioned.id}, ${formatFacts(readSource(questioned).words, questioned)}`,
          l10n.t(
            'Known: {words} words (texts: {texts}, authors: {authors})',
            formatAllThousands({ words, texts: known.length, authors }),
          ),
          missing > 0 && l10n.t('Files of the case that were not compared: {count}.', { count: missing }),
        ])}
      />
      <h2>{l10n.t('Question')}</h2>
      <List items={questions.map(describeQuestion)} />
      {withoutConclusion ? (
        <>
          <h2>{l10n.t('Opinion')}</h2>
          <p>
            {l10n.t(
              'This report states no conclusion and no ratio. It lists markers with their counts and rates, their places in the text, and passages that texts share.',
            )}
          </p>
        </>
      ) : (
        <>
          <Propositions {...facts} />
          <Answers {...facts} />
        </>
      )}
      <div class="sign">
        <div>{l10n.t('Signature: {name}', { name: facts.examiner ?? l10n.t('Examiner') })}</div>
        <div>{l10n.t('Place and date')}</div>
      </div>
    </>
  );
}

/** The findings of each question, and then the opinion with all that limits it. */
function Answers({ questioned, questions, parts = [] }: ReportFacts) {
  const title = questioned.id;
  const cards = questions.map((question) => {
    const isSearch = question.kind === 'search';
    const { markers } = isSearch ? (question.chosen[0] ?? {}) : question;
    const candidate = isSearch
      ? question.chosen[0]?.candidate
      : {
          author:
            question.kind === 'author' ? question.author : l10n.t('the author of {title}', { title: question.title }),
          verification: question.verification,
        };
    const view = candidate?.verification && buildVerificationView(candidate.verification, title, candidate.author);
    // the answer as the page shows it; undefined if a search reports no author
    const card = candidate && buildCardView(candidate, title, view, isSearch ? question.evidence : undefined);
    // a possible second writer, the authors whom the findings speak against, and who "anyone else" is, in full
    const [stated] = listVerifications(question);
    const population = stated && findLeading(stated) ? [describePopulation(stated.population)] : [];
    const ofSearch = isSearch ? describeSplit(question.evidence) : [];
    const excluded = isSearch ? describeExcluded(question.evidence.excluded) : [];
    const isAmong = isSearch && question.evidence.question !== undefined;
    const limits = [...ofSearch, ...(isAmong ? [] : [...excluded, ...population])];
    return { markers, card, limits };
  });
  return (
    <>
      <h2>{l10n.t('Findings')}</h2>
      <List
        items={cards.flatMap(({ card, markers }) =>
          // how many markers speak for the first reported author and how many against, so that no page shows one side alone
          listSaid([...(card?.lines ?? []), markers && `${l10n.t('Markers')}: ${markers.summary}`]),
        )}
      />
      <h2>{l10n.t('Opinion')}</h2>
      {cards.map(({ card, limits }) => (
        <>
          <p class="statement">{card?.finding ?? l10n.t('The search gives no ratio for any author.')}</p>
          {card?.number !== undefined && <p>{`${card.number} ${card.sides}`}</p>}
          <List items={[...(card?.certainty ?? []), ...limits]} />
        </>
      ))}
      <Lines lines={describeParts(parts)} />
    </>
  );
}

function describePropositions(
  title: string,
  { verification, author }: { readonly verification?: Verification | undefined; readonly author?: string | undefined },
) {
  if (!verification) return [];
  const proposed = describeHypotheses(title, verification);
  if (author === undefined) return [proposed];
  const different = verification.first
    ? l10n.t('Somebody else wrote {title}, one of the known authors or not.', { title })
    : proposed.different;
  return [{ same: l10n.t('{author} wrote {title}.', { author, title }), different }];
}

/** The verifications of the reported authors. */
export function listVerifications(question: ReportQuestion): readonly Verification[] {
  if (question.kind !== 'search') return [question.verification];
  return question.chosen.flatMap(({ candidate }) => candidate.verification ?? []);
}

/** Both propositions of each leading ratio: for the first candidate of a search, and for each population of "another author". */
function Propositions({ questioned, questions }: ReportFacts) {
  const listed = questions.flatMap((question) =>
    question.kind === 'search'
      ? (proposeAmong(questioned.id, question.evidence) ??
        question.chosen.flatMap(({ candidate }) => describePropositions(questioned.id, candidate)))
      : describePropositions(questioned.id, question),
  );
  const pairs = new Map(listed.map((each) => [`${each.same} ${each.different}`, each]));
  return (
    <>
      {[...pairs.values()].map(({ same, different }) => (
        <>
          <h2>{l10n.t('Propositions')}</h2>
          <List isNumbered items={[same, different]} />
        </>
      ))}
    </>
  );
}
