import * as l10n from '@vscode/l10n';
import type { AuthorMarkers, Candidate, Marker, Per, Rate, TextRange } from '../core/domain';
import { catalogue, familySources } from '../core/markers/catalogue/catalogue';
import { rateOf } from '../core/markers/authorMarkers';
import type { IndexedDocument } from '../core/ports';
import type { MarkersView, MarkerView } from '../protocol/panel';
import { formatThousands, producedWords } from './words/words';

/** Markers on the first screen: for the candidate, and against. */
export const leadingFor = 3;
export const leadingAgainst = 1;

/** Facts of the texts that a marker was counted in, by id. */
export type CountedTexts = ReadonlyMap<string, Pick<IndexedDocument, 'title' | 'genre'>>;

/** An author's markers as every surface shows them. */
export function markersView(author: string, markers: AuthorMarkers, texts: CountedTexts): MarkersView {
  const { looked, others, asNear, isNear, population, silent } = markers;
  const viewed = (list: readonly Marker[]): readonly MarkerView[] => list.map((marker) => markerView(marker, texts));
  const near = l10n.t(
    'Over all {looked} habits looked at, {asNear} of {others} other authors are as near to this text as {author}.',
    { looked, asNear, others, author },
  );
  const chance = l10n.t('What is alike below is therefore no more than chance would bring.');
  const values = {
    authors: population.authors,
    kind: producedWords({ mode: population.mode, genre: population.genre ?? l10n.t('every genre') }),
  };
  return {
    author,
    summary: l10n.t('{for} for · {against} against · {looked} looked at', {
      for: markers.for.length,
      against: markers.against.length,
      looked,
    }),
    isNear,
    says: [
      isNear ? near : `${near} ${chance}`,
      ...(silent.length > 0 ? [l10n.t('The text is written in capitals: it says nothing of habits of capitals.')] : []),
    ],
    grounds: [
      l10n.t('Population: {authors} authors, {kind}, bundled with Idiograph.', values),
      l10n.t(
        'Habits with counts, put in order by how much more this author than others leads one to expect them. No ratio is made of them: the likelihood ratio rests on n-grams and vectors, which see many of the same habits. What is quoted or signed is not counted.',
      ),
    ],
    for: viewed(markers.for),
    against: viewed(markers.against),
  };
}

function markerView(marker: Marker, texts: CountedTexts): MarkerView {
  const { name, family, per, questioned, candidate, others, population } = marker;
  const scale = Math.max(rateOf(questioned), rateOf(candidate), ...others, population ?? 0) || 1;
  const share = (rate: number): number => rate / scale;
  return {
    name,
    about: [catalogue.find((habit) => habit.name === name)?.example, familySources[family]].filter(Boolean).join(' · '),
    questioned: rateWords(questioned, per),
    candidate: rateWords(candidate, per),
    steady: steadyWords(marker, texts),
    others: rangeWords(others, per),
    population: population === undefined ? '–' : perWords(population, per),
    dots: {
      questioned: share(rateOf(questioned)),
      candidate: share(rateOf(candidate)),
      others: others.map(share),
      population: population === undefined ? undefined : share(population),
    },
    texts: marker.texts.map(({ document, ...rate }) => ({
      title: texts.get(document)?.title ?? '',
      rate: rateWords(rate, per),
    })),
  };
}

/** "11 of 21", "3 in 1,200 words". */
export function rateWords({ count, occasions }: Rate, per: Per): string {
  const values = { count, occasions: formatThousands(occasions) };
  switch (per) {
    case 'places':
      return l10n.t('{count} of {occasions}', values);
    case 'words':
      return l10n.t('{count} in {occasions} words', values);
    case 'sentences':
      return l10n.t('{count} in {occasions} sentences', values);
    case 'paragraphs':
      return l10n.t('{count} in {occasions} paragraphs', values);
  }
}

/** A mean rate: of a hundred places, sentences or paragraphs, of ten thousand words. */
export function perWords(rate: number, per: Per): string {
  return per === 'words'
    ? l10n.t('{count} in 10,000', { count: short(10_000 * rate) })
    : l10n.t('{count} in 100', { count: short(100 * rate) });
}

function rangeWords(rates: readonly number[], per: Per): string {
  const [least, most] = [rates[0], rates.at(-1)];
  if (least === undefined || most === undefined) return '–';
  if (most === 0) return l10n.t('none');
  const scale = per === 'words' ? 10_000 : 100;
  const values = { least: short(scale * least), most: short(scale * most) };
  if (values.least === values.most) return perWords(most, per);
  return per === 'words' ? l10n.t('{least} to {most} in 10,000', values) : l10n.t('{least} to {most} in 100', values);
}

function short(value: number): string {
  return value === 0 || value >= 10 ? String(Math.round(value)) : value.toFixed(value < 1 ? 1 : 0);
}

/** In how many of the author's texts the habit stands, and that it comes from one text or genre; empty where there is one text. */
function steadyWords({ texts, per }: Marker, facts: CountedTexts): string {
  const kept = texts.filter(({ count }) => count > 0);
  if (texts.length < 2) return per === 'places' && texts.length === 1 ? l10n.t('in 1 text alone') : '';
  const values = { kept: kept.length, texts: texts.length };
  if (kept.length === 1)
    return l10n.t('in 1 of {texts} texts only: {title}', {
      ...values,
      title: facts.get(kept[0]!.document)?.title ?? '',
    });
  const genres = new Set(kept.map(({ document }) => facts.get(document)?.genre));
  const all = new Set(texts.map(({ document }) => facts.get(document)?.genre));
  const [genre] = genres;
  if (genre !== undefined && genres.size === 1 && all.size > 1)
    return l10n.t('in {kept} of {texts} texts, all of genre {genre}', { ...values, genre });
  return l10n.t('in {kept} of {texts} texts', values);
}

/** The markers that lead, over an offset of the questioned text. */
export function markersAt(candidate: Candidate | undefined, offset: number): readonly Marker[] {
  return leading(candidate?.markers).filter(({ places }) => places.some((place) => holds(place, offset)));
}

/** The markers of the first screen; none that chance would bring as well. */
export function leading(markers: AuthorMarkers | undefined): readonly Marker[] {
  if (!markers) return [];
  return [...(markers.isNear ? markers.for.slice(0, leadingFor) : []), ...markers.against.slice(0, leadingAgainst)];
}

/** A marker of a candidate by its name. */
export function markerNamed(candidate: Candidate | undefined, name: unknown): Marker | undefined {
  const { markers } = candidate ?? {};
  return markers && [...markers.for, ...markers.against].find((marker) => marker.name === name);
}

/** One marker in a line: the habit, here, and by the author. */
export function markerLine({ name, per, questioned, candidate }: Marker, author: string): string {
  const values = { name, here: rateWords(questioned, per), author, there: rateWords(candidate, per) };
  return l10n.t('{name}: {here} here, {there} by {author}', values);
}

function holds({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset < Math.max(end, start + 1);
}
