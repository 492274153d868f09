import * as l10n from '@vscode/l10n';
import type { AuthorCount, Concordance, ConcordanceLine } from '../core/markers/concordance';
import { renderHtmlPage } from './components';
import { beginsOf, pageStyle } from './validation/page';
import { formatThousands } from './words/words';

/** The orders of the lines of a concordance. */
export const lineOrders = ['author', 'left', 'right'] as const;
export type LineOrder = (typeof lineOrders)[number];

const style = [
  pageStyle,
  'body{max-width:none}.lines td{white-space:nowrap;border:0;padding:0 .2em}.before{text-align:right}.quiet{opacity:.8}',
  'a{color:var(--vscode-textLink-foreground,#06c)}',
].join('');

/** A keyword in its contexts, with counts by author, as a page without scripts. @param links  where the links of the page lead */
export function renderConcordancePage(
  words: string,
  result: Concordance,
  order: LineOrder,
  links: { readonly place: (line: ConcordanceLine) => string; readonly order: (order: LineOrder) => string },
): string {
  const title = `${l10n.t('Concordance')}: ${words}`;
  const total = result.counts.reduce((sum, { count }) => sum + count, 0);
  const names = {
    author: l10n.t('Sort by author'),
    left: l10n.t('Sort by the words before'),
    right: l10n.t('Sort by the words after'),
  };
  const body = (
    <>
      <h1>{title}</h1>
      <table>
        {result.counts.map((count) => (
          <tr>
            <th scope="row">{formatAuthor(count)}</th>
            <td>
              {l10n.t('{count} of {occasions}', { count: count.count, occasions: formatThousands(count.occasions) })}
            </td>
            <td>{l10n.t('in {kept} of {texts} texts', { kept: count.texts, texts: count.of })}</td>
          </tr>
        ))}
      </table>
      <p class="quiet">
        {l10n.t(
          'Counted per words, or per place where the form or its alternative occurs. Quoted and signed text is not counted.',
        )}
      </p>
      <p>
        {lineOrders.map((each) => (
          <>
            {each === order ? <strong>{names[each]}</strong> : <a href={links.order(each)}>{names[each]}</a>}
            {' · '}
          </>
        ))}
        {l10n.t('{shown} of {total} lines', { shown: result.lines.length, total })}
      </p>
      <div class="wide">
        <table class="lines">
          {sortLines(result.lines, order).map((line) => (
            <tr>
              <td class="before">{line.before}</td>
              <td>
                <a href={links.place(line)}>{line.keyword}</a>
              </td>
              <td>{line.after}</td>
              <td>{`${formatAuthor(line)} · ${line.title}`}</td>
            </tr>
          ))}
        </table>
      </div>
    </>
  );
  return renderHtmlPage({ begins: beginsOf('concordance'), title, style, body });
}

/** Lines by author and text, by the words before the keyword (the nearest first), or by those after it. */
export function sortLines(lines: readonly ConcordanceLine[], order: LineOrder): readonly ConcordanceLine[] {
  if (order === 'author')
    return lines.toSorted((a, b) => compare(computeAuthorKey(a), computeAuthorKey(b)) || a.place.start - b.place.start);
  const computeKey = ({ before, after }: ConcordanceLine): string =>
    order === 'right' ? after.toLowerCase().trim() : before.toLowerCase().trim().split(' ').reverse().join(' ');
  return lines.toSorted((a, b) => compare(computeKey(a), computeKey(b)));
}

function computeAuthorKey({ role, author, title }: ConcordanceLine): string {
  return `${['questioned', 'known', 'population'].indexOf(role)} ${author} ${title}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** An author as concordances show the name. */
export function formatAuthor({ author, role }: Pick<AuthorCount, 'author' | 'role'>): string {
  if (role === 'questioned') return l10n.t('Questioned');
  return role === 'population' ? `${author} (${l10n.t('Population')})` : author;
}
