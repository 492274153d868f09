import * as l10n from '@vscode/l10n';
import type { AuthorMarkers, Candidate, Marker, Per, Rate } from '../core/domain/evidence';
import { readCatalogue, familySources, namedForms } from '../core/markers/catalogue/catalogue';
import { computeRate, selectLeading, sum } from '../core/markers/convincing';
import { normaliseGenre } from '../core/text/characters';
import type { IndexedDocument } from '../core/ports';
import { markerWords } from './words/sentences';
import { formatAllThousands, listSaid } from './words/words';

/** At most this many markers lead for the candidate, and this many against. */
const leadingFor = 3;
const leadingAgainst = 1;

/** If one text has at least this share of the places of a marker, the page says so. */
const mostOfOneText = 0.7;

/** Facts of the texts that a marker was counted in, by id. */
export type CountedTexts = ReadonlyMap<string, Pick<IndexedDocument, 'title' | 'genre' | 'author'>>;

/** The markers that distinguish an author, compared with the questioned text. Every surface shows them in this form. */
export type MarkersView = ReturnType<typeof buildMarkersView>;

/** @param rival  the only other author of a question; undefined if there are several */
export function buildMarkersView(author: string, markers: AuthorMarkers, texts: CountedTexts, rival?: string) {
  const { looked, isNear, sample } = markers;
  return {
    author,
    /** Who the third column is about. */
    others: rival ?? l10n.t('Others'),
    /** How many markers there are, and how many were examined. */
    summary: l10n.t('{for} for · {against} against · {looked} examined', {
      for: markers.for.length,
      against: markers.against.length,
      looked,
    }),
    /** Whether the texts have more in common than chance would bring. */
    isNear,
    says: describeMarkers(author, markers),
    /** What the markers rest on, and what they do not show. */
    grounds: [
      l10n.t(
        'The markers that separate this author most from others come first. No single marker gives a ratio, and your decisions change none. Quoted and signed text is not counted.',
      ),
      ...(sample
        ? [
            l10n.t(
              'The figures for other authors rest on a sample of {authors} of them with at most {texts} texts each. All texts of this author are counted.',
              sample,
            ),
          ]
        : []),
    ],
    /** The markers with something to compare, the leading ones first, each group in the order of its strength. */
    rows: [...markers.for, ...markers.against]
      .filter(({ others, population }) => others.length > 0 || population !== undefined)
      .map((marker) => ({ ...marker, leads: marker.leads && (isNear || marker.weight < 0) }))
      .sort((a, b) => Number(b.leads) - Number(a.leads) || Math.abs(b.weight) - Math.abs(a.weight))
      .map((marker) => buildMarkerView(marker, texts)),
  };
}

/** What all markers of an author say together: how many other authors are as similar, and what the text says nothing about. */
export function describeMarkers(
  author: string,
  { looked, others, asNear, isNear, silent }: AuthorMarkers,
): readonly string[] {
  const values = { looked, asNear, others, author };
  // nothing is said of an author whom no other is as close as, because that is true of 34 of 100 first candidates who did not write the text
  const near = l10n.t(
    'Over all {looked} markers, {asNear} of {others} other authors are at least as close to this text as {author}.',
    values,
  );
  const alone = l10n.t('{looked} markers were examined, but there is no other author to compare them with.', {
    looked,
  });
  const chance = l10n.t('The similarity in markers is no larger than chance alone would produce.');
  return listSaid([
    others === 0 && alone,
    asNear > 0 && near,
    others > 0 && !isNear && chance,
    silent.length > 0 && l10n.t('The text is in capitals, so it shows nothing about the author’s use of capitals.'),
  ]);
}

/** A marker as a row. Rates are finished words. */
export type MarkerView = ReturnType<typeof buildMarkerView>;

function buildMarkerView(marker: Marker, texts: CountedTexts) {
  const { name, family, per, weight, leads, questioned, candidate, others, other, population } = marker;
  const { is, not, listed, example } = readCatalogue().find((habit) => habit.name === name) ?? {};
  // all forms that a marker of listed words counts, unless its name has them all
  const lists = [is, not].filter((list) => typeof list === 'string');
  const plain = lists.map((list) => list.replace(/[\^~$]/g, '').replaceAll('*', '…'));
  const isLong = lists.some((list) => list.split(', ').length > namedForms);
  const forms = listed ?? (isLong ? plain.join(' / ') : undefined);
  return {
    /** The name opens the marker, and the label shows it. */
    name,
    label: nameMarker(marker),
    isFor: weight > 0,
    /** Whether it may be shown on the first screen. */
    leads,
    /** An example, and where the literature describes markers of this kind. */
    about: [forms !== undefined && l10n.t('Counted: {forms}', { forms }), example, familySources[family]]
      .filter(Boolean)
      .join(' · '),
    questioned: formatCount(questioned, per),
    candidate: formatCount(candidate, per),
    steady: describeSteadiness(marker, texts),
    others: other ? formatCount(other, per) : formatRange(others, per),
    population: population === undefined ? '–' : formatRates([population], per),
    texts: marker.texts.map(({ document, ...rate }) => ({
      title: texts.get(document)?.title ?? '',
      rate: formatCount(rate, per),
    })),
  };
}

/** "11 of 21", or "3 times" of words, since markers are not counted in the quoted ones among all words of a text. */
export function formatRate({ count, occasions }: Rate, per: Per): string {
  const values = formatAllThousands({ count, occasions });
  const words: Readonly<Record<Per, string>> = {
    places: l10n.t('{count} of {occasions}', values),
    words: count === 0 ? l10n.t('never') : count === 1 ? l10n.t('once') : l10n.t('{count} times', values),
    sentences: l10n.t('{count} in {occasions} sentences', values),
    paragraphs: l10n.t('{count} in {occasions} paragraphs', values),
  };
  return words[per];
}

/** A count, with its rate if units are counted. Ranges are given in the same rate. */
export function formatCount(rate: Rate, per: Per): string {
  return per === 'places' || rate.count === 0
    ? formatRate(rate, per)
    : `${formatRate(rate, per)} (${formatRates([computeRate(rate)], per)})`;
}

/** The least and the largest of some rates, or both once if they are the same: in a hundred places, sentences or paragraphs, or in ten thousand words. */
function formatRates(rates: readonly number[], per: Per): string {
  const scale = per === 'words' ? 10_000 : 100;
  const written = rates.map((rate) => {
    const value = scale * rate;
    return value === 0 || value >= 10 ? String(Math.round(value)) : String(Number(value.toFixed(value < 1 ? 1 : 0)));
  });
  const count = [...new Set(written)].join('–');
  return per === 'words' ? l10n.t('{count} in 10,000 words', { count }) : l10n.t('{count} in 100', { count });
}

function formatRange(rates: readonly number[], per: Per): string {
  const [least, most] = [rates[0], rates.at(-1)];
  if (least === undefined || most === undefined) return '–';
  return most === 0 ? l10n.t('none') : formatRates([least, most], per);
}

/** How many of the author's texts have the marker, and whether it comes from one text or genre. Empty if there is only one text. */
function describeSteadiness({ texts, per }: Marker, facts: CountedTexts): string {
  const kept = texts.filter(({ count }) => count > 0);
  if (texts.length < 2 && per !== 'places') return '';
  const values = { kept: kept.length, texts: texts.length };
  const titleOf = ({ document }: Marker['texts'][number]): string => facts.get(document)?.title ?? '';
  if (kept.length === 1 && texts.length > 1)
    return l10n.t('in {kept} of {texts} texts, only {title}', { ...values, title: titleOf(kept[0]!) });
  const { count, occasions } = sum(texts);
  const most = texts.find((text) => text.count > mostOfOneText * count && 2 * text.occasions < occasions); // of a small part
  if (most) return l10n.t('in {kept} of {texts} texts, mostly {title}', { ...values, title: titleOf(most) });
  // The only genre of the texts that have a marker. Undefined if they have several, or if all texts have it.
  const listLabels = (of: Marker['texts']) =>
    new Set(of.map(({ document }) => normaliseGenre(facts.get(document)?.genre ?? '')));
  const isOne = listLabels(kept).size === 1 && listLabels(texts).size > 1;
  const genre = isOne ? facts.get(kept[0]!.document)?.genre : undefined;
  if (genre !== undefined) return l10n.t('in {kept} of {texts} texts, all of genre {genre}', { ...values, genre });
  return texts.length === 0 ? '' : l10n.t('in {kept} of {texts} texts', values);
}

/** The leading markers at an offset of the questioned text. */
export function findMarkersAt(candidate: Candidate | undefined, offset: number): readonly Marker[] {
  return listLeading(candidate?.markers).filter(({ places }) =>
    places.some((place) => place.start <= offset && offset < Math.max(place.end, place.start + 1)),
  );
}

/** The markers of the first screen, without those that chance would bring as well. */
export function listLeading(markers: AuthorMarkers | undefined): readonly Marker[] {
  if (!markers) return [];
  return [
    ...(markers.isNear ? selectLeading(markers.for, leadingFor) : []),
    ...selectLeading(markers.against, leadingAgainst),
  ];
}

/** The markers of the first screen, each as a line. */
export function formatLeadingLines(author: string, markers: AuthorMarkers): readonly string[] {
  return listLeading(markers).map((marker) => `${marker.weight > 0 ? '+' : '-'} ${formatMarkerLine(marker, author)}`);
}

export function findMarker(candidate: Candidate | undefined, name: unknown): Marker | undefined {
  const { markers } = candidate ?? {};
  return markers && [...markers.for, ...markers.against].find((marker) => marker.name === name);
}

/** One marker as a line: the marker, its count here, by the author, and by others. */
export function formatMarkerLine(marker: Marker, author: string): string {
  const { per, weight, questioned, candidate, others, sharers } = marker;
  const values = {
    name: nameMarker(marker),
    ...{ here: formatCount(questioned, per), author, there: formatCount(candidate, per) },
    others: formatRange(others, per),
    count: others.length,
  };
  const line = l10n.t('{name}: {here} here, {there} by {author}; other authors ({count}): {others}', values);
  return weight > 0 && sharers.length === 1 ? `${line} (${sharers[0]!})` : line;
}

/** The name of a marker in the language of the reader. Both texts may have in common that they use it less than others do. */
export function nameMarker({ name, family, weight = 0, isMore = true }: NamedMarker): string {
  const own = family === 'own' || family === 'phrases'; // these are words of texts
  const translated = own ? [] : l10n.t(markerWords.all).split(' | ');
  const said = markerWords.all
    .split(' | ')
    .reduce((rest, words, i) => rest.replace(words, translated[i] ?? words), name);
  return weight > 0 && !isMore ? l10n.t('{name}, less than others', { name: said }) : said;
}

type NamedMarker = Pick<Marker, 'name'> & Partial<Pick<Marker, 'family' | 'weight' | 'isMore'>>;
