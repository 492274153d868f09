import * as l10n from '@vscode/l10n';
import { classicalScaling } from '../../core/comparison/likenessMap';
import { htmlPage } from '../components';
import { beginsOf, pageStyle } from '../validation/page';
import { Dendrogram, LikenessPlane, type TextLink } from './likenessPictures';
import {
  type CaseOverview,
  distanceWords,
  mappedTitle,
  nearestTexts,
  type OverviewCell,
  overviewMatrix,
  type OverviewText,
} from './overview';

/** Where the links of an overview lead. */
export interface OverviewLinks {
  readonly text: TextLink;
  /** To the review of a text, with this candidate; else to a comparison with the author. */
  readonly cell: (text: OverviewText, cell: OverviewCell) => string;
  readonly save: (kind: 'csv' | 'dendrogram' | 'plane') => string;
}

/** How a page of an overview begins. */
export const overviewBegins = beginsOf('overview');

/** Blue for one author, orange for another one: told apart by all eyes, and by the words in any case. */
export const overviewStyle = [
  '.overview{border-collapse:collapse}.overview th,.overview td{border:1px solid var(--vscode-widget-border,#999);padding:.3em .6em;text-align:left;vertical-align:top}',
  '.overview a{color:inherit}.wide{overflow:auto}.likeness{max-width:100%;height:auto}',
  ...[1, 2, 3].map(
    (shade) =>
      `.one-${shade}{background:color-mix(in srgb,#2f7fd0 ${18 * shade}%,transparent)}.another-${shade}{background:color-mix(in srgb,#d9822b ${18 * shade}%,transparent)}`,
  ),
].join('');

/** All of a case at once, as a page without scripts. */
export function overviewPage(overview: CaseOverview, links?: OverviewLinks): string {
  const title = l10n.t('Overview of {case}', { case: overview.caseName });
  const body = (
    <>
      <h1>{title}</h1>
      <Overview overview={overview} links={links} />
    </>
  );
  const style = `${pageStyle}body{max-width:none}a{color:var(--vscode-textLink-foreground,#06c)}${overviewStyle}`;
  return htmlPage({ begins: overviewBegins, title, style, body });
}

/** The matrix, the tree, the plane, and the same in tables. */
export function Overview({
  overview,
  links,
}: {
  readonly overview: CaseOverview;
  readonly links?: OverviewLinks | undefined;
}) {
  const { likeness } = overview;
  const plane = classicalScaling(likeness.distances);
  return (
    <>
      <h2>{l10n.t('Each text, by author')}</h2>
      <Matrix overview={overview} links={links} />
      <Save links={links} kind="csv" label={l10n.t('Save as CSV…')} />
      {likeness.texts.length > 1 && (
        <>
          <h2>{l10n.t('Which texts write alike')}</h2>
          {distanceWords(likeness, plane.shown).map((words) => (
            <p>{words}</p>
          ))}
          <p>{l10n.t('■ in question · ○ known')}</p>
          <div class="wide">
            <Dendrogram likeness={likeness} link={links?.text} />
          </div>
          <Save links={links} kind="dendrogram" label={l10n.t('Save as SVG…')} />
          <div class="wide">
            <LikenessPlane likeness={likeness} plane={plane} link={links?.text} />
          </div>
          <Save links={links} kind="plane" label={l10n.t('Save as SVG…')} />
          <Nearest overview={overview} />
        </>
      )}
    </>
  );
}

interface PartProps {
  readonly overview: CaseOverview;
  readonly links?: OverviewLinks | undefined;
}

function Matrix({ overview, links }: PartProps) {
  const { authors, rows } = overviewMatrix(overview);
  if (authors.length === 0) return <p>{l10n.t('No text of this case is reviewed yet.')}</p>;
  return (
    <>
      <p>
        {l10n.t(
          'A cell has what was found of one text and one author. Ratios of several comparisons must not be added or multiplied. Blue: for one author; orange: for another author.',
        )}
      </p>
      <div class="wide" role="region" tabIndex={0} aria-label={l10n.t('Each text, by author')}>
        <table class="overview">
          <thead>
            <tr>
              <th scope="col">{l10n.t('Questioned')}</th>
              {authors.map((author) => (
                <th scope="col">{author}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ text, cells }) => (
              <tr>
                <th scope="row">{text.id}</th>
                {cells.map((cell) => (
                  <td class={shadeClass(cell)}>
                    {links ? <a href={links.cell(text, cell)}>{cell.says}</a> : cell.says}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function shadeClass({ shade = 0 }: OverviewCell): string | undefined {
  if (shade === 0) return undefined;
  return shade > 0 ? `one-${shade}` : `another-${-shade}`;
}

function Save({
  links,
  kind,
  label,
}: {
  readonly links: OverviewLinks | undefined;
  readonly kind: Parameters<OverviewLinks['save']>[0];
  readonly label: string;
}) {
  return links ? (
    <p>
      <a href={links.save(kind)}>{label}</a>
    </p>
  ) : (
    <></>
  );
}

/** The pictures in words: each text with the one that is most like it. */
function Nearest({ overview: { likeness } }: PartProps) {
  const name = l10n.t('Each text and the one most like it');
  return (
    <details>
      <summary>{name}</summary>
      <table class="overview" aria-label={name}>
        <thead>
          <tr>
            <th scope="col">{l10n.t('Text')}</th>
            <th scope="col">{l10n.t('Most like it')}</th>
            <th scope="col">{l10n.t('Distance')}</th>
          </tr>
        </thead>
        <tbody>
          {nearestTexts(likeness).map(({ text, nearest, distance }) => (
            <tr>
              <th scope="row">{mappedTitle(text)}</th>
              <td>{mappedTitle(nearest)}</td>
              <td>{distance.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
