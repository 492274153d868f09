import * as v from 'valibot';
import type { Rate, TextRange } from '../domain/evidence';
import { fieldsOnly, finite, flag, list, openFields, text, whole } from '../basics/shape';

// Reads what `packEvidence` writes. A table and its entries have these fields and no others, and every place is in its table.

const range = v.strictTuple([whole, whole], 'a start and an end');
const rate = v.strictTuple([whole, whole], 'a count and its occasions');
const mark = v.strictTuple([text, whole, whole, whole, whole], 'a kind and two ranges');

/** The form of packed findings. The places in tables depend on the lengths of the tables in the value. */
function createShape(value: unknown) {
  const placeIn = (name: string) => {
    const count = countEntries(value, name);
    return v.pipe(whole, v.maxValue(count - 1, `a place in ${name}, which has a length of ${count}`));
  };
  const document = placeIn('tables.documents');
  const author = v.union([placeIn('candidates'), text], 'an author, or the place of a candidate');
  const authors = list(author);
  const passages = list(placeIn('tables.passages'));
  const rates = list(v.strictTuple([document, whole, whole], 'a text, a count and its occasions'));
  const markers = list(
    v.lazy((of) =>
      fieldsOnly({
        ...{ marker: placeIn('tables.markers'), isMore: flag, leads: flag, shared: finite, weight: finite },
        ...{ candidate: rate, texts: rates, sharers: authors, other: v.exactOptional(rate) },
        without: list(placeIn(`tables.markers.${String((of as { readonly marker?: unknown } | null)?.marker)}.others`)),
      }),
    ),
  );
  const verification = openFields({
    ...{ known: list(openFields({ document })), notes: list(placeIn('tables.notes')) },
    population: placeIn('tables.populations'),
    densities: v.exactOptional(fieldsOnly({ place: placeIn('tables.densities'), score: finite })),
  });
  return openFields({
    tables: fieldsOnly({
      documents: list(text),
      markers: list(
        fieldsOnly({
          ...{ name: text, family: text, per: text, questioned: rate, population: v.exactOptional(finite) },
          ...{ places: list(range), others: list(finite) },
        }),
      ),
      passages: list(
        fieldsOnly({
          ...{ author, document, questioned: range, known: range, gain: finite, kinds: list(text), marks: list(mark) },
          others: fieldsOnly({ of: whole, sharers: authors, within: whole }),
          ...{ population: fieldsOnly({ of: whole, having: whole }), apart: v.exactOptional(text) },
        }),
      ),
      ...{ notes: list(openFields({})), populations: list(openFields({})), densities: list(openFields({})) },
    }),
    candidates: list(
      openFields({
        author: text,
        passages: v.exactOptional(openFields({ alike: passages, against: passages, apart: passages })),
        markers: v.exactOptional(openFields({ for: markers, against: markers })),
        verification: v.exactOptional(verification),
      }),
    ),
  });
}

/** The number of entries of a list in a value. 0 if there is no such list. */
function countEntries(value: unknown, name: string): number {
  const at = name
    .split('.')
    .reduce<unknown>((found, key) => (found as Readonly<Record<string, unknown>> | null)?.[key], value);
  return Array.isArray(at) ? at.length : 0;
}

type Packed = v.InferOutput<ReturnType<typeof createShape>>;
type PackedCandidate = Packed['candidates'][number];
type PackedMarker = NonNullable<PackedCandidate['markers']>['for'][number];

/** Packed findings, read as findings. What is not packed is not checked. */
export const unpackedEvidence = v.pipe(
  v.lazy(createShape),
  v.transform((packed): unknown => unpackEvidence(packed)),
);

function unpackEvidence({ candidates, tables, ...found }: Packed) {
  const toName = (author: number | string): string =>
    typeof author === 'string' ? author : candidates[author]!.author;
  const passages = tables.passages.map((each) => ({
    ...each,
    author: toName(each.author),
    document: tables.documents[each.document]!,
    questioned: toRange(each.questioned),
    known: toRange(each.known),
    marks: each.marks.map(([kind, ...places]) => ({
      kind,
      questioned: toRange([places[0], places[1]]),
      known: toRange([places[2], places[3]]),
    })),
    others: { ...each.others, sharers: each.others.sharers.map(toName) },
  }));
  const toPassages = ({ alike, against, apart, ...more }: NonNullable<PackedCandidate['passages']>) => {
    const take = (places: readonly number[]) => places.map((place) => passages[place]!);
    return { ...more, alike: take(alike), against: take(against), apart: take(apart) };
  };
  const toMarker = ({ marker, candidate, texts, sharers, without, other, ...more }: PackedMarker) => {
    const { questioned, places, others, ...shared } = tables.markers[marker]!;
    const missing = new Set(without);
    return {
      ...{ ...shared, ...more, questioned: toRate(questioned), candidate: toRate(candidate) },
      texts: texts.map(([document, ...counts]) => ({ document: tables.documents[document]!, ...toRate(counts) })),
      others: others.filter((_rate, place) => !missing.has(place)),
      ...(other && { other: toRate(other) }),
      sharers: sharers.map(toName),
      places: places.map(toRange),
    };
  };
  const toVerification = ({
    known,
    notes,
    population,
    densities,
    ...more
  }: NonNullable<PackedCandidate['verification']>) => ({
    ...more,
    known: known.map(({ document, ...share }) => ({ ...share, document: tables.documents[document]! })),
    notes: notes.map((place) => tables.notes[place]!),
    population: tables.populations[population]!,
    ...(densities && { densities: { ...tables.densities[densities.place]!, score: densities.score } }),
  });
  return {
    ...found,
    candidates: candidates.map(({ passages: read, markers, verification, ...candidate }) => ({
      ...candidate,
      ...(read && { passages: toPassages(read) }),
      ...(markers && {
        markers: { ...markers, for: markers.for.map(toMarker), against: markers.against.map(toMarker) },
      }),
      ...(verification && { verification: toVerification(verification) }),
    })),
  };
}

const toRange = ([start, end]: readonly [number, number]): TextRange => ({ start, end });
const toRate = ([count, occasions]: readonly [number, number]): Rate => ({ count, occasions });
