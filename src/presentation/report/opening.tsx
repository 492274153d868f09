import * as l10n from '@vscode/l10n';
import type { Verification } from '../../core/domain/evidence';
import { listMissing } from '../../core/casework/unreadFiles';
import { countWords } from '../../core/text/countWords';
import { Lines, List } from '../components';
import { describeParts } from '../findings';
import { describeHypotheses } from '../verificationView';
import { describeAmong, proposeAmong } from '../words/question';
import { describeExcluded } from '../words/firstOfSearch';
import { describeStrength } from '../words/strength';
import { formatAllThousands, formatFacts, listSaid } from '../words/words';
import { describeQuestion, type ReportFacts, type ReportQuestion, describeAssistant } from './reportFacts';
import { describeHandRanges } from '../textAsRead';
import { formatUnread } from '../words/notices';

const blankLine = '______________________________';

/** What a court reads first: the instruction, the texts received, the questions, and the opinion if the report states one. */
export function Opening(facts: ReportFacts) {
  const { instruction, questions, withoutConclusion, parts = [] } = facts;
  return (
    <>
      <h2>{l10n.t('Instruction')}</h2>
      <p>{instruction ?? blankLine}</p>
      <h2>{l10n.t('Materials received')}</h2>
      <List items={listMaterials(facts)} />
      <h2>{l10n.t('Question')}</h2>
      <List items={questions.map(describeQuestion)} />
      {!withoutConclusion && <Propositions {...facts} />}
      <h2>{l10n.t('Opinion')}</h2>
      <Lines
        lines={
          withoutConclusion
            ? [
                l10n.t(
                  'This report states no conclusion and no ratio. It lists markers with their counts and rates, their places in the text, and passages that texts share.',
                ),
              ]
            : [...questions.flatMap((each) => describeOpinion(each, facts)), ...describeParts(parts)]
        }
      />
    </>
  );
}

/** The numbers of texts and words. The hashes come later in the report. */
function listMaterials({ questioned, known, unread = [] }: ReportFacts): readonly string[] {
  const authors = new Set(known.map(({ author }) => author)).size;
  const words = known.reduce((sum, text) => sum + text.words, 0);
  const missing = listMissing(unread).length;
  return listSaid([
    l10n.t('Questioned: {title}, {facts}', {
      title: questioned.id,
      facts: formatFacts(countWords(questioned.text), questioned),
    }),
    l10n.t(
      'Known: {words} words (texts: {texts}, authors: {authors})',
      formatAllThousands({ words, texts: known.length, authors }),
    ),
    missing > 0 && l10n.t('Not read: {count} files, which are listed under “Notes on the files”', { count: missing }),
  ]);
}

/** The result for the first reported author, in the sentence of the findings, and the authors whom the findings speak against. */
function describeOpinion(question: ReportQuestion, facts: ReportFacts): readonly string[] {
  if (question.kind === 'search' && question.evidence.question) return describeAmong(question.evidence);
  const excluded = question.kind === 'search' ? describeExcluded(question.evidence.excluded) : [];
  return [formatOpinion(question, facts), ...excluded];
}

function formatOpinion(question: ReportQuestion, { questioned }: ReportFacts): string {
  const result = question.kind === 'search' ? question.chosen[0]?.candidate : question;
  if (!result?.verification) return l10n.t('The search gives no ratio for any author.');
  const author = question.kind === 'text' ? undefined : 'author' in result ? result.author : undefined;
  return describeStrength(result.verification, questioned.id, author).statement;
}

function describePropositions(
  title: string,
  { verification, author }: { readonly verification?: Verification | undefined; readonly author?: string | undefined },
) {
  if (!verification) return [];
  if (!verification.first || author === undefined) return [describeHypotheses(title, verification)];
  return [
    {
      same: l10n.t('{author} wrote {title}.', { author, title }),
      different: l10n.t('Somebody else wrote {title}.', { title }),
    },
  ];
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
  const pairs = new Map(listed.map((each) => [each.different, each]));
  return (
    <>
      {[...pairs.values()].map(({ same, different }) => (
        <>
          <p>{l10n.t('Propositions')}</p>
          <List isNumbered items={[same, different]} />
        </>
      ))}
    </>
  );
}

/** The warnings about the files of the case, and the files that were not read. */
export function AboutFiles({ unread = [], warnings = [], assistant, questioned: { byHand } }: ReportFacts) {
  const noted = assistant ? [describeAssistant(assistant)] : [];
  const lines = [...warnings, ...noted, ...unread.map(formatUnread), ...describeHandRanges(byHand)];
  if (lines.length === 0) return <></>;
  return (
    <>
      <h2>{l10n.t('Notes on the files')}</h2>
      <List items={lines} />
    </>
  );
}
