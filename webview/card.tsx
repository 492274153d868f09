import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { CardView } from '../src/presentation/cardView';
import { Definitions, Lines, List, Statement, Table } from '../src/presentation/components';
import type { FindingsView } from '../src/presentation/comparison';
import { listTerms, type VerificationView, listVerifierChoices } from '../src/presentation/verificationView';
import type { ActionView } from '../src/protocol/panel';
import { Button, Choice } from './controls';
import { useShown } from './context';
import {
  accent,
  formatPercent,
  ink,
  Level,
  Picture,
  quiet,
  scaleOf,
  Upright,
  Words,
} from '../src/presentation/pictures/picture';
import type { QuestionView } from '../src/presentation/words/question';
import { formatRatio } from '../src/presentation/words/ratio';

/** The author, the ratio or why there is none, how certain it is, what weighs against it, and then the possible actions. */
export function Card({ title, findings }: { readonly title: string; readonly findings: FindingsView }) {
  const { verification, verificationPending, withheld = '', ways = [], card } = findings;
  const { heading, ratio, question } = card ?? { heading: title, ratio: undefined, question: undefined };
  if (question)
    return (
      <section class="card" aria-labelledby="verification-title">
        <QuestionCard {...question} />
        <OfWholeText {...findings} />
        <WaysOn ways={ways} />
        <Sections
          {...findings}
          certaintyOf={l10n.t('How certain the ratio of {author} against anybody is', { author: title })}
        />
        {verification && <MoreDetails {...verification} />}
      </section>
    );
  return (
    <section class="card" aria-labelledby="verification-title">
      <h2 id="verification-title">{heading}</h2>
      {ratio && <Ratio {...ratio} isCarried={verification?.carried === true} />}
      {verification ? <Statement {...verification} /> : <p>{verificationPending}</p>}
      {withheld !== '' && <p>{withheld}</p>}
      <WaysOn ways={ways} />
      <OfWholeText {...findings} />
      <Sections {...findings} />
      {verification && <MoreDetails {...verification} />}
    </section>
  );
}

/** Who is excluded, and the reviews of the parts of the text. */
function OfWholeText({ card, parts = [] }: FindingsView) {
  return <Lines lines={[...(card?.excluded ?? []), ...parts]} />;
}

/** The answer to a question among authors, a row for each of them, and what it assumes. */
function QuestionCard({ heading, answer, ratio, scale, rows, assumption, details }: QuestionView) {
  return (
    <>
      <h2 id="verification-title">{heading}</h2>
      {scale ? (
        <div class={`ratio${ratio ? ' carried' : ''}`}>
          {ratio ? <RatioInWords {...ratio} /> : <p>{answer}</p>}
          <RatioScale {...scale} />
        </div>
      ) : (
        <p>{answer}</p>
      )}
      <Lines lines={assumption} />
      <Table
        name={l10n.t('The authors of the question')}
        heads={[l10n.t('Author'), l10n.t('among these'), l10n.t('against anybody')]}
        rows={rows.map(({ author, among, open }) => [author, among, open])}
      />
      <Lines lines={details} />
    </>
  );
}

function Sections({
  verification,
  card,
  certaintyOf = l10n.t('How certain this is'),
}: FindingsView & { readonly certaintyOf?: string }) {
  const { chance = '', caveats = [] } = verification ?? {};
  const { certainty = [], against = [] } = card ?? {};
  return (
    <div class="sections">
      <Section title={certaintyOf} lines={[chance, ...certainty].filter(Boolean)} />
      <Section title={l10n.t('What to weigh against it')} lines={[...against, ...caveats]} />
    </div>
  );
}

function MoreDetails(verification: VerificationView) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="more" open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>{l10n.t('Details')}</summary>
      <Details {...verification} />
    </details>
  );
}

/** The ratio as a number, in words and on a scale. It is large only if it supports a side. */
function Ratio({ number, words, scale, isCarried }: NonNullable<CardView['ratio']> & { readonly isCarried: boolean }) {
  return (
    <div class={`ratio${isCarried ? ' carried' : ''}`}>
      <RatioInWords {...{ number, words }} />
      <RatioScale {...scale} />
    </div>
  );
}

function RatioInWords({ number, words }: { readonly number: string; readonly words: string }) {
  return (
    <p>
      <span class="number">{number}</span> <span>{words}</span>
    </p>
  );
}

function Section({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return <></>;
  return (
    <div>
      <h3>{title}</h3>
      <List items={lines} look="caveats" />
    </div>
  );
}

/** The actions that can lead to a ratio: the main one as a button, the others behind "More". */
function WaysOn({ ways: [main, ...others] }: { readonly ways: readonly ActionView[] }) {
  if (!main) return <></>;
  return (
    <>
      <Actions ways={[main]} isPrimary />
      {others.length > 0 && (
        <details class="more">
          <summary>{l10n.t('What else would help')}</summary>
          <Actions ways={others} />
        </details>
      )}
    </>
  );
}

/**
 * A row of buttons, each with its intent.
 * @param isPrimary  whether the first button is the main one
 */
export function Actions({ ways, isPrimary }: { readonly ways: readonly ActionView[]; readonly isPrimary?: boolean }) {
  const { host } = useShown();
  return (
    <div class="actions">
      {ways.map(({ label, intent }, i) => (
        <Button key={intent} isPrimary={isPrimary === true && i === 0} press={() => void host.intend(intent)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Figures, hypotheses, population, verifier and hashes. A review also has the choice of a verifier, and what it rests on. */
function Details({ details, grounds }: VerificationView) {
  const { host, view } = useShown();
  const { header, chosenVerifier } = view;
  const terms = listTerms();
  const explain = (text: string): ComponentChildren => explainTerms(text, terms);
  return (
    <>
      <List items={details.map(explain)} look="figures" />
      <Lines lines={grounds.map(explain)} />
      <Actions ways={[{ label: l10n.t('About the Population'), intent: 'showPopulation' }]} />
      {header && (
        <Choice
          label={l10n.t('Verifier')}
          choices={listVerifierChoices()}
          chosen={chosenVerifier}
          choose={(id) => void host.chooseVerifier(id)}
        />
      )}
      <Lines lines={header?.basis.map(explain) ?? []} look="quiet" />
      <details class="more">
        <summary>{l10n.t('What the terms mean')}</summary>
        <Definitions rows={terms.map(({ term, meaning }) => [term, meaning] as const)} />
      </details>
    </>
  );
}

/** A text with tooltips on its technical terms. The list below explains them to everybody. */
function explainTerms(text: string, terms: ReturnType<typeof listTerms>): ComponentChildren {
  const [found] = terms
    .map((each) => ({ ...each, at: text.indexOf(each.term) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  if (!found) return text;
  const { term, meaning, at } = found;
  const others = terms.filter((each) => each.term !== term);
  return (
    <>
      {text.slice(0, at)}
      <abbr title={meaning}>{term}</abbr>
      {explainTerms(text.slice(at + term.length), others)}
    </>
  );
}

/** A ratio as log10, and its interval. The ratio of a search has none. */
interface RatioScaleView {
  readonly llr: number;
  readonly interval: readonly [number, number] | undefined;
}

const height = 44;
const axis = 16;
/** Powers of ten at each end of the scale. */
const end = 3;
const marks = [-3, -2, -1, 0, 1, 2, 3];

/** A ratio on a logarithmic scale from one in 1,000 to 1,000, with its interval as a thick line. */
function RatioScale({ llr, interval }: RatioScaleView) {
  const place = scaleOf(-end, end);
  const says = interval
    ? l10n.t('The ratio on a scale of powers of ten. The thick line is its interval.')
    : l10n.t('The ratio on a scale of powers of ten.');
  return (
    <Picture kind="ratio-scale" says={says} height={height}>
      <Level y={axis} stroke={quiet} />
      {interval && (
        <line
          {...{ x1: formatPercent(place(interval[0])), x2: formatPercent(place(interval[1])), y1: axis, y2: axis }}
          stroke={quiet}
          stroke-width={5}
        />
      )}
      {marks.map((power) => (
        <>
          <Upright at={place(power)} from={axis - 4} to={axis + 4} stroke={power === 0 ? ink : quiet} />
          <Words
            {...{ at: place(power), y: axis + 18, text: formatRatio(power), 'text-anchor': 'middle' }}
            class={Math.abs(power) === 1 || Math.abs(power) === 2 ? 'minor' : ''}
          />
        </>
      ))}
      <circle cx={formatPercent(place(llr))} cy={axis} r={7} fill={accent} stroke={ink} />
    </Picture>
  );
}
