import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { CardView } from '../src/presentation/cardView';
import { Lines, List } from '../src/presentation/components';
import type { FindingsView } from '../src/presentation/comparison';
import type { NoticeView } from '../src/presentation/notices';
import type { ActionView } from '../src/protocol/panel';
import { focusByKey, useShown } from './context';
import { Button } from './controls';
import {
  accent,
  formatPercent,
  ink,
  Level,
  Picture,
  quiet,
  scaleOf,
  Words,
} from '../src/presentation/pictures/picture';
import { formatRatio } from '../src/presentation/words/ratio';

/** The answer in at most sixty words, the possible actions, and everything else folded. */
export function Card({ findings }: { readonly findings: FindingsView }) {
  const { card, verification, verificationPending, withheld = '', ways = [], parts = [] } = findings;
  const { heading, number, sides, scale, isLarge, finding, limits, lines } = card;
  const [isOpen, setOpen] = useState(false); // the details stay open as long as the page exists
  const { header, notices } = useShown().view;
  // a review also has what it rests on, and another verifier can be chosen for it
  const provenance = notices.filter(isProvenance).map(({ text }) => text);
  const basis = header ? [header.reviewed, ...provenance, ...header.basis] : [];
  const about = { label: l10n.t('About the Population'), intent: 'showPopulation' } as const;
  const verifier = { label: l10n.t('Choose the Verifier…'), intent: 'chooseVerifier' } as const;
  return (
    <section class="card" aria-labelledby="verification-title">
      <h2 id="verification-title">{heading}</h2>
      {scale && (
        <div class={`ratio${isLarge ? ' carried' : ''}`}>
          <p>
            <Figure {...findings} text={number!} /> <span>{sides}</span>
          </p>
          <RatioScale {...scale} />
        </div>
      )}
      <p class="statement">{finding === '' ? verificationPending : finding}</p>
      <Lines lines={[...limits, ...lines]} />
      {withheld !== '' && <p>{withheld}</p>}
      {ways.length > 0 && <Actions ways={ways} isPrimary />}
      <Lines lines={parts} />
      <details class="more" open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <summary>{l10n.t('Details')}</summary>
        {card.details.map(({ title, lines: listed }) => (
          <>
            <h3>{title}</h3>
            <List items={listed} look="caveats" />
          </>
        ))}
        <List items={basis} look="caveats" />
        {verification && <Actions ways={header ? [about, verifier] : [about]} />}
      </details>
    </section>
  );
}

/** The ratio. A click opens what moved it, or what separates the first two authors of a question. */
function Figure({ title, ratioList, text }: FindingsView & { readonly text: string }) {
  const { host, view } = useShown();
  const { telling, candidates } = view;
  const isAmong = candidates.some(({ among }) => among !== undefined);
  const [kind, opens] = isAmong
    ? (['next', telling?.first === title ? telling.title : undefined] as const)
    : (['ratio', ratioList?.title] as const);
  if (opens === undefined) return <span class="number">{text}</span>;
  const open = (): void => {
    void host.openWords(kind);
    focusByKey(document.body, `words-${kind}`);
  };
  return (
    <button type="button" class="plain number" title={opens} onClick={open}>
      {text}
    </button>
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

/** Whether a notice says what was read and nothing to be done. The card has it among its details. */
export function isProvenance({ tone, action }: NoticeView): boolean {
  return tone === 'info' && !action;
}

const height = 60;
const axis = 32;
/** Powers of ten at each end of the scale. */
const end = 3;
const marks = [-3, -2, -1, 0, 1, 2, 3];

/** A ratio on a logarithmic scale from one in 1,000 to 1,000, with its interval as a thick line. */
function RatioScale({ llr, interval, against, towards }: NonNullable<CardView['scale']>) {
  const place = scaleOf(-end, end);
  const says = l10n.t('The ratio on a scale of powers of ten. A thick line is its range.');
  const [low = '', high = ''] = (interval ?? []).map((each) => formatRatio(each));
  const legend = l10n.t('Thick line: range of the ratio, {low} to {high}', { low, high });
  return (
    <Picture kind="ratio-scale" says={says} height={low !== high ? height + 18 : height}>
      <Level y={axis} stroke={quiet} />
      {interval && low !== high && (
        <>
          <line
            {...{ x1: formatPercent(place(interval[0])), x2: formatPercent(place(interval[1])), y1: axis, y2: axis }}
            stroke={quiet}
            stroke-width={5}
          />
          <Words at={0} y={height + 10} text={legend} />
        </>
      )}
      {marks.map((power) => (
        <>
          <line
            {...{ x1: formatPercent(place(power)), y1: axis - 4, x2: formatPercent(place(power)), y2: axis + 4 }}
            stroke={power === 0 ? ink : quiet}
          />
          <Words
            {...{ at: place(power), y: axis + 18, text: formatRatio(power), 'text-anchor': 'middle' }}
            class={Math.abs(power) === 1 || Math.abs(power) === 2 ? 'minor' : ''}
          />
        </>
      ))}
      <Words {...{ at: 0, y: 12, text: `← ${l10n.t('for {author}', { author: against })}`, 'text-anchor': 'start' }} />
      <Words {...{ at: 1, y: 12, text: `${l10n.t('for {author}', { author: towards })} →`, 'text-anchor': 'end' }} />
      <circle cx={formatPercent(place(llr))} cy={axis} r={7} fill={accent} stroke={ink} />
    </Picture>
  );
}
