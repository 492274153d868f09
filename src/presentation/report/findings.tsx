import * as l10n from '@vscode/l10n';
import type { Verification, Marker } from '../../core/domain/evidence';
import { LevelsTable } from '../comparison';
import { nameMarker } from '../markers';
import type { PassagesView, PassageView } from '../passages';
import { Lines, Passage, Statement, Table, UnreadPlaces, MarkersTable } from '../components';
import { buildTellingView, RatioPartsText, Telling } from '../telling';
import { describeNotVerified, buildVerificationView } from '../verificationView';
import { listRated } from '../words/question';
import { formatCaveats, describeAbstention } from '../words/notices';
import { formatRatio } from '../words/ratio';
import { asNamed, findLeading, formatFinding } from '../words/strength';
import { formatCandidateName, formatThousands, formatLanguage, formatServer, onOneLine } from '../words/words';
import type { ReportFacts, ReportQuestion, SearchQuestion } from './reportFacts';

/** The findings of one question. @param place  the place of the question among those of the report */
export function Findings({
  question,
  place,
  facts,
}: {
  readonly question: ReportQuestion;
  readonly place: number;
  readonly facts: ReportFacts;
}) {
  if (facts.withoutConclusion) {
    // what can be counted and read of the reported authors
    const results =
      question.kind === 'search'
        ? question.chosen.map(({ candidate: { author: name, markers }, ...view }) => ({ name, markers, view }))
        : [{ name: question.kind === 'author' ? question.author : question.title, markers: undefined, view: question }];
    return (
      <>
        {results.map(({ name, markers, view }) => (
          <>
            <h2>{`${l10n.t('Findings')}: ${name}`}</h2>
            <PassagesText {...view} markers={view.markers && { ...view.markers, says: [] }} />
            {markers && <PlacesOfMarkers markers={[...markers.for, ...markers.against]} text={facts.questioned.text} />}
          </>
        ))}
      </>
    );
  }
  if (question.kind === 'search') return <SearchFindings question={question} facts={facts} />;
  const about = question.kind === 'author' ? question.author : question.title;
  // the answer for a named author is valid only if no earlier search suggested this author
  const { asked, questions } = facts;
  const at = asked.findIndex(({ asked: each }) => each.kind === 'author' && each.author === about);
  const logged = asked.slice(0, at < 0 ? undefined : at).map((each) => each.asked);
  const before = at < 0 ? [...logged, ...questions.slice(0, place)] : logged;
  const search = question.kind === 'author' ? before.find((each) => each.kind === 'search') : undefined;
  return (
    <>
      <h2>{`${l10n.t('Findings')}: ${about}`}</h2>
      <VerificationText {...question} title={facts.questioned.id} />
      {search && (
        <p class="caveat">
          {l10n.t(
            'This question came after a search of {authors} authors. If the search brought up {author}, the ratio may be too high, because a search finds authors who are close by chance.',
            { authors: search.authors, author: about },
          )}
        </p>
      )}
      {question.levels && <LevelsTable levels={question.levels} />}
      <PassagesText {...question} />
    </>
  );
}

function SearchFindings({ question, facts }: { readonly question: SearchQuestion; readonly facts: ReportFacts }) {
  const { evidence, chosen } = question;
  const { candidates } = evidence;
  const telling = buildTellingView(evidence);
  return (
    <>
      <h2>{l10n.t('Findings')}</h2>
      <Lines lines={[...formatLanguage(evidence), ...formatServer(evidence)]} />
      {evidence.question ? (
        <Table
          name={l10n.t('Candidates')}
          heads={[l10n.t('Author'), l10n.t('Among these'), l10n.t('Ratio of each author alone')]}
          rows={listRated(evidence).map(({ author, among, open }) => [author, among, open])}
        />
      ) : (
        <Table
          name={l10n.t('Candidates')}
          heads={[l10n.t('Rank'), l10n.t('Author'), l10n.t('Ratio of each author alone')]}
          rows={candidates.map(({ verification, ...candidate }, i) => [
            i + 1,
            formatCandidateName(candidate),
            verification
              ? (verification.llr === undefined ? describeAbstention : formatFinding)(asNamed(verification))
              : describeNotVerified(),
          ])}
        />
      )}
      <Lines lines={formatCaveats(evidence)} look="caveat" />
      {chosen.map(({ candidate, ...passages }) => (
        <>
          <h2>
            {evidence.question
              ? l10n.t('{author} alone, against anyone else', { author: candidate.author })
              : `${candidates.findIndex(({ author }) => author === candidate.author) + 1}. ${candidate.author}`}
          </h2>
          {candidate.verification ? (
            <VerificationText {...candidate} verification={candidate.verification} title={facts.questioned.id} />
          ) : (
            <p>{describeNotVerified()}</p>
          )}
          {telling?.first === candidate.author && (
            <>
              <h3>{telling.title}</h3>
              <Telling {...telling} />
            </>
          )}
          <PassagesText {...passages} />
        </>
      ))}
    </>
  );
}

function VerificationText({
  verification,
  title,
  author,
}: {
  readonly verification: Verification;
  readonly title: string;
  readonly author?: string;
}) {
  const view = buildVerificationView(verification, title, author);
  const isStated = findLeading(verification) !== undefined;
  return (
    <>
      <Statement {...view} />
      {view.chance !== '' && <Statement {...view} statement={view.chance} />}
      <Lines lines={[...view.details, ...view.grounds]} />
      {isStated && (
        <Table
          name={l10n.t('Known')}
          heads={[l10n.t('Known text'), l10n.t('Words'), l10n.t('Weight'), l10n.t('Ratio without it')]}
          rows={verification.known.map(({ title: known, words, share, llrWithout }) => [
            known,
            formatThousands(words),
            l10n.t('{share} of 100', { share: (100 * share).toFixed(share < 0.01 ? 1 : 0) }),
            llrWithout === undefined ? '–' : formatRatio(llrWithout, verification.bounds),
          ])}
        />
      )}
      <Lines lines={view.caveats} look="caveat" />
      {isStated && verification.parts && author !== undefined && (
        <>
          <h3>{l10n.t('What moved the ratio of {author}', { author })}</h3>
          <RatioPartsText author={author} parts={verification.parts} />
        </>
      )}
    </>
  );
}

/** An author's markers and passages, with their places and what they rest on. */
function PassagesText({ markers, passages, against, setApart, unread, weighed }: PassagesView) {
  return (
    <>
      {markers && (
        <>
          <h3>{`${l10n.t('Markers')} (${markers.summary})`}</h3>
          {markers.rows.length > 0 && <MarkersTable markers={markers} rows={markers.rows} />}
          <Lines lines={[...markers.says, ...markers.grounds]} look="quiet" />
        </>
      )}
      <PassageList heading={l10n.t('Shared passages')} passages={passages} />
      <PassageList
        heading={l10n.t('Passages that other candidates’ texts share and this author’s do not')}
        passages={against}
      />
      {setApart !== '' && <p class="quiet">{setApart}</p>}
      {unread && <UnreadPlaces unread={unread} level="h3" />}
      {weighed && weighed.says !== '' && <p>{weighed.says}</p>}
      <Lines lines={weighed?.gone ?? []} look="caveat" />
    </>
  );
}

function PassageList({ heading, passages }: { readonly heading: string; readonly passages: readonly PassageView[] }) {
  if (passages.length === 0) return <></>;
  return (
    <>
      <h3>{heading}</h3>
      <p class="quiet">
        {l10n.t(
          'An underline marks why a passage is listed. Passages help in reading and say nothing about the strength of evidence.',
        )}
      </p>
      {passages.map((passage) => (
        <div class="passage">
          <Passage passage={passage} name={String(passage.number)} />
        </div>
      ))}
    </>
  );
}

/** Characters of context on each side of a place, and the number of places that are listed for a marker. */
const context = 50;
const mostPlaces = 8;

/** The places of markers in the questioned text, each with the words around it. */
function PlacesOfMarkers({ markers, text }: { readonly markers: readonly Marker[]; readonly text: string }) {
  const rows = markers.flatMap((marker) =>
    marker.places.slice(0, mostPlaces).map(({ start, end }) => [
      nameMarker(marker),
      <>
        {onOneLine(text.slice(Math.max(0, start - context), start))}
        <strong>{onOneLine(text.slice(start, end))}</strong>
        {onOneLine(text.slice(end, end + context))}
      </>,
    ]),
  );
  if (rows.length === 0) return <></>;
  const name = l10n.t('Places of the markers in the questioned text');
  const heads = [l10n.t('Marker'), l10n.t('Place')];
  return (
    <>
      <h3>{name}</h3>
      <p class="quiet">{l10n.t('At most {count} places of each marker are listed.', { count: mostPlaces })}</p>
      <Table name={name} heads={heads} rows={rows} />
    </>
  );
}
