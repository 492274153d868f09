import * as l10n from '@vscode/l10n';
import { type ComponentChildren, isValidElement } from 'preact';
import { render } from 'preact-render-to-string';
import type { ExcerptView, PassagesView, PassageView } from './passages';
import type { VerificationView } from './verificationView';
import type { MarkersView, MarkerView } from './markers';

/** Both hypotheses and the ratio between them, or that there is none. */
export function Statement({
  statement,
  carried,
  abstained,
}: Pick<VerificationView, 'statement' | 'carried' | 'abstained'>) {
  return <p class={`statement${abstained ? ' abstained' : ''}${carried ? ' carried' : ''}`}>{statement}</p>;
}

/** Sentences, each a paragraph. */
export function Lines({ lines, look }: { readonly lines: readonly ComponentChildren[]; readonly look?: string }) {
  return (
    <>
      {lines.map((line) => (
        <p class={look}>{line}</p>
      ))}
    </>
  );
}

/** A list, without an order unless it is numbered; none where it would be empty. */
export function List({
  items,
  look,
  isNumbered,
}: {
  readonly items: readonly ComponentChildren[];
  readonly look?: string;
  readonly isNumbered?: boolean;
}) {
  if (items.length === 0) return <></>;
  const listed = items.map((item) => <li>{item}</li>);
  return isNumbered ? <ol class={look}>{listed}</ol> : <ul class={look}>{listed}</ul>;
}

/**
 * A table that the keyboard can scroll on a narrow screen. The first cell of each row is its heading. A value may be a whole cell with
 * attributes of its own.
 */
export function Table({
  name,
  look,
  isCaptioned,
  heads,
  rows,
}: {
  readonly name: string;
  readonly look?: string;
  readonly isCaptioned?: boolean;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}) {
  return (
    <div class="wide" role="region" tabIndex={0} aria-label={name}>
      <table class={look}>
        {isCaptioned && <caption>{name}</caption>}
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([about, ...cells]) => (
            <tr>
              {isCell(about) ? about : <th scope="row">{about}</th>}
              {cells.map((cell) => (isCell(cell) ? cell : <td>{cell}</td>))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isCell(content: ComponentChildren): boolean {
  return isValidElement(content) && (content.type === 'th' || content.type === 'td');
}

/**
 * A passage beside its place in a known text, and why it is shown.
 * @param children  is shown beside the reason
 */
export function Passage({
  passage: { why, questioned, known, decision },
  name,
  children,
}: {
  readonly passage: PassageView;
  readonly name: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <>
      <div class="passage-head">
        <span class="passage-number">{name}</span> <span class="quiet">{why}</span>
        {children}
      </div>
      {decision && <p class="decision">{decision.says}</p>}
      <div class="pair">
        <Excerpt
          caption={[l10n.t('Questioned'), ...(questioned.place ? [questioned.place] : [])].join(', ')}
          excerpt={questioned}
        />
        <Excerpt caption={`${l10n.t('Known text')}: ${known.title}`} excerpt={known} />
      </div>
    </>
  );
}

/** Places in texts that are not available here, and why. */
export function UnreadPlaces({
  unread: { says, places },
  level: Heading,
}: {
  readonly unread: NonNullable<PassagesView['unread']>;
  readonly level: 'h2' | 'h3';
}) {
  return (
    <>
      <Heading>{`${l10n.t('Places in texts on the server')} (${places.length})`}</Heading>
      <p class="quiet">{says}</p>
      <List items={places} />
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

/** Names with their values or meanings, one row each. */
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

/**
 * A page as HTML that runs nothing and loads nothing. All text in it is escaped.
 * @param begins  the first lines of the page's head, which identify such a file
 */
export function renderHtmlPage({
  begins,
  title,
  style,
  body,
}: Readonly<Record<'begins' | 'title' | 'style', string>> & { readonly body: ComponentChildren }): string {
  return `${begins}\n${render(<title>{title}</title>)}<style>${style}</style></head><body>${render(<main lang={l10n.t('en-GB')}>{body}</main>)}</body></html>\n`;
}

/**
 * Markers as an exhibit, strongest first: the author, the questioned text, and the others.
 * @param cell  renders the name or a count of a row, for example as a button that opens its places
 */
export function MarkersTable({
  markers: { author, others },
  rows,
  cell = (_, text) => text,
}: {
  readonly markers: Pick<MarkersView, 'author' | 'others'>;
  readonly rows: readonly MarkerView[];
  readonly cell?: (marker: MarkerView, text: string) => ComponentChildren;
}) {
  const here = l10n.t('This text');
  return (
    <Table
      name={l10n.t('Markers')}
      look="markers"
      heads={[l10n.t('Marker (+ for, − against)'), author, here, others]}
      rows={rows.map((marker) => [
        <th scope="row" title={marker.about}>
          {cell(marker, `${marker.isFor ? '+' : '−'} ${marker.label}`)}
        </th>,
        <td data-label={author} title={marker.texts.map(({ title, rate }) => `${title}: ${rate}`).join('\n')}>
          {cell(marker, marker.candidate)} <span class="quiet">{marker.steady}</span>
        </td>,
        <td data-label={here}>{cell(marker, marker.questioned)}</td>,
        <td data-label={others} title={`${l10n.t('Population')}: ${marker.population}`}>
          {marker.others}
        </td>,
      ])}
    />
  );
}
