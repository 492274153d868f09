import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Definitions, Lines, List, Statement } from '../src/presentation/components';
import type { FindingsView } from '../src/presentation/comparison';
import { describeStanding } from '../src/presentation/pictures/candidatesStrip';
import { listTerms, type VerificationView, listVerifierChoices } from '../src/presentation/verificationView';
import type { ActionView } from '../src/protocol/panel';
import { Button, Choice } from './controls';
import { useShown } from './context';

/** The answer: what the findings say about the two hypotheses, or as plainly that they say nothing, and then what to do. */
export function Card({ title, findings }: { readonly title: string; readonly findings: FindingsView }) {
  const { candidates } = useShown().view;
  const { verification, verificationPending, withheld = '', ways = [] } = findings;
  const [isOpen, setOpen] = useState(false);
  const outcome = describeStanding(candidates);
  return (
    <section class="card" aria-labelledby="verification-title">
      {outcome !== '' && <p class="outcome">{outcome}</p>}
      <h2 id="verification-title">{title}</h2>
      {verification ? <Statement {...verification} /> : <p>{verificationPending}</p>}
      {withheld !== '' && <p>{withheld}</p>}
      <WaysOn ways={ways} />
      <List items={verification?.caveats ?? []} look="caveats" />
      {verification && (
        <details class="more" open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
          <summary>{l10n.t('Details')}</summary>
          <Details {...verification} />
        </details>
      )}
    </section>
  );
}

/** What can lead to a ratio: one button that leads, the others behind "More". */
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
 * A row of buttons, each with what it asks for.
 *
 * @param isPrimary  whether the first is the one to lead with
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

/** Figures, hypotheses, population, verifier and hashes; of a review also the choice of a verifier, and what it rests on. */
function Details({ details, grounds }: VerificationView) {
  const { host, view } = useShown();
  const { header, chosenVerifier } = view;
  const terms = listTerms();
  const explain = (text: string): ComponentChildren => explainTerms(text, terms);
  return (
    <>
      <List items={details.map(explain)} look="figures" />
      <Lines lines={grounds.map(explain)} />
      <Actions
        ways={[
          { label: l10n.t('About the Population'), intent: 'showPopulation' },
          { label: l10n.t('Use My Own Writers…'), intent: 'ownWriters' },
        ]}
      />
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

/** A text whose terms of art explain themselves under the mouse; the list below says the same to everybody. */
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
