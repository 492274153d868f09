import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import type { ExcerptView, PassagesView, PassageView, VerificationView } from '../protocol/panel';

/** Both hypotheses and the ratio between them, or that there is none, and beside it, with equal weight, what a search does by chance. */
export function Statement({ statement, chance, carried, abstained }: VerificationView) {
  const look = `statement${abstained ? ' abstained' : ''}${carried ? ' carried' : ''}`;
  return (
    <>
      <p class={look}>{statement}</p>
      {chance !== '' && <p class={look}>{chance}</p>}
    </>
  );
}

interface PassageProps {
  readonly passage: PassageView;
  readonly name: string;
  /** Stands beside why the passage is shown. */
  readonly children?: ComponentChildren;
}

/** A passage beside its place in a known text, and why it is shown. */
export function Passage({ passage: { why, questioned, known, decision }, name, children }: PassageProps) {
  return (
    <>
      <div class="passage-head">
        <span class="passage-number">{name}</span>
        <span class="quiet">{why}</span>
        {children}
      </div>
      {decision && <p class="decision">{decision.says}</p>}
      <div class="pair">
        <Excerpt
          caption={questioned.place ? l10n.t('Questioned, {place}', { place: questioned.place }) : l10n.t('Questioned')}
          excerpt={questioned}
        />
        <Excerpt caption={l10n.t('Known: {title}', { title: known.title })} excerpt={known} />
      </div>
    </>
  );
}

/** Places of texts that are not at hand, and why they are not. */
export function UnreadPlaces({
  unread: { says, places },
  level: Heading,
}: {
  readonly unread: NonNullable<PassagesView['unread']>;
  readonly level: 'h2' | 'h3';
}) {
  return (
    <>
      <Heading>{`${l10n.t('Places in texts that are not here')} (${places.length})`}</Heading>
      <p class="quiet">{says}</p>
      <ul>
        {places.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </>
  );
}

function Excerpt({ caption, excerpt }: { readonly caption: string; readonly excerpt: ExcerptView }) {
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <blockquote>
        {excerpt.before}
        <mark>{excerpt.passage.map(({ text, carries }) => (carries ? <strong>{text}</strong> : text))}</mark>
        {excerpt.after}
      </blockquote>
    </figure>
  );
}

/** Names and what they hold or mean, one below the other. */
export function Definitions({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl>
      {rows.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

interface HtmlPage {
  /** The first lines, by which such a file is known again; they open the page's head. */
  readonly begins: string;
  readonly title: string;
  readonly style: string;
  readonly body: ComponentChildren;
}

/** A page as HTML that runs nothing and loads nothing; all text in it is escaped. */
export function htmlPage({ begins, title, style, body }: HtmlPage): string {
  return `${begins}\n${render(<title>{title}</title>)}<style>${style}</style></head><body>${render(<main>{body}</main>)}</body></html>\n`;
}
