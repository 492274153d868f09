import * as v from 'valibot';
import { fieldsOnly, finite, flag, list, openFields, text, whole } from '../basics/shape';
import type {
  AuthorMarkers,
  Candidate,
  CandidatePassages,
  Evidence,
  Marker,
  Passage,
  Rate,
  TextRange,
  Verification,
} from '../domain/evidence';

// Findings as files have them. Each fact is in a file once: what several candidates share is in a table, and candidates have its place,
// counted from 0. `unpackedEvidence` reads it. docs/review-format.md describes it.

/** A list without repeated values. */
class Table<Value> {
  readonly values: Value[] = [];
  private readonly places = new Map<string, number>();

  /** The place of a value, which is added if the table lacks it. */
  find(value: Value): number {
    const key = JSON.stringify(value);
    const place = this.places.get(key) ?? this.values.push(value) - 1;
    this.places.set(key, place);
    return place;
  }
}

/** What findings are packed with. `rates`: by place of a marker, the rates of other authors that any candidate is compared with. */
class Tables {
  readonly documents = new Table<string>();
  readonly markers = new Table<ReturnType<typeof selectShared>>();
  readonly passages = new Table<ReturnType<typeof packPassage>>();
  readonly notes = new Table<Verification['notes'][number]>();
  readonly populations = new Table<Verification['population']>();
  readonly densities = new Table<object>();
  readonly rates: (readonly number[])[] = [];
  private readonly authors: ReadonlyMap<string, number>;

  constructor(candidates: readonly Candidate[]) {
    this.authors = new Map(candidates.map(({ author }, place) => [author, place]));
    const all = candidates.flatMap(({ markers }) => (markers ? [...markers.for, ...markers.against] : []));
    for (const marker of all) {
      const place = this.markers.find(selectShared(marker));
      this.rates[place] = joinRates(this.rates[place] ?? [], marker.others);
    }
  }

  /** The place of an author among the candidates. Anybody else's name is kept. */
  findAuthor(name: string): number | string {
    return this.authors.get(name) ?? name;
  }

  /** The tables as a file has them. */
  list() {
    const { documents, markers, passages, notes, populations, densities, rates } = this;
    return {
      documents: documents.values,
      markers: markers.values.map((marker, place) => ({ ...marker, others: rates[place]! })),
      passages: passages.values,
      notes: notes.values,
      populations: populations.values,
      densities: densities.values,
    };
  }
}

/** Findings without repeated facts: format 2. */
export function packEvidence<Found extends Pick<Evidence, 'candidates'>>({ candidates, ...found }: Found) {
  const tables = new Tables(candidates);
  const packed = candidates.map(({ passages, markers, verification, ...candidate }) => ({
    ...candidate,
    passages: passages && packPassages(passages, tables),
    markers: markers && packMarkers(markers, tables),
    verification: verification && packVerification(verification, tables),
  }));
  return { ...found, candidates: packed, tables: tables.list() };
}

const packRange = ({ start, end }: TextRange): readonly number[] => [start, end];
const packRate = ({ count, occasions }: Rate): readonly number[] => [count, occasions];

function packPassages({ alike, against, apart, ...passages }: CandidatePassages, tables: Tables) {
  const find = (each: Passage): number => tables.passages.find(packPassage(each, tables));
  return { ...passages, alike: alike.map(find), against: against.map(find), apart: apart.map(find) };
}

function packPassage(passage: Passage, tables: Tables) {
  const { author, document, questioned, known, marks, others } = passage;
  return {
    ...passage,
    author: tables.findAuthor(author),
    document: tables.documents.find(document),
    questioned: packRange(questioned),
    known: packRange(known),
    marks: marks.map((mark) => [mark.kind, ...packRange(mark.questioned), ...packRange(mark.known)]),
    others: { ...others, sharers: others.sharers.map((name) => tables.findAuthor(name)) },
  };
}

function packMarkers(markers: AuthorMarkers, tables: Tables) {
  const pack = (marker: Marker) => packMarker(marker, tables);
  return { ...markers, for: markers.for.map(pack), against: markers.against.map(pack) };
}

/** What a marker is and where the questioned text has it: equal for all candidates. */
function selectShared({ name, family, per, questioned, population, places }: Marker) {
  return { name, family, per, questioned: packRate(questioned), population, places: places.map(packRange) };
}

function packMarker(marker: Marker, tables: Tables) {
  const { candidate, texts, others, other, isMore, sharers, shared, weight, leads } = marker;
  const place = tables.markers.find(selectShared(marker));
  return {
    ...{ marker: place, isMore, leads, shared, weight, candidate: packRate(candidate) },
    texts: texts.map(({ document, ...rate }) => [tables.documents.find(document), ...packRate(rate)]),
    sharers: sharers.map((name) => tables.findAuthor(name)),
    without: findMissing(tables.rates[place]!, others),
    ...(other && { other: packRate(other) }),
  };
}

function packVerification(verification: Verification, tables: Tables) {
  const { densities: { score, ...densities } = {} } = verification;
  return {
    ...verification,
    known: verification.known.map((each) => ({ ...each, document: tables.documents.find(each.document) })),
    notes: verification.notes.map((note) => tables.notes.find(note)),
    population: tables.populations.find(verification.population),
    densities: verification.densities && { place: tables.densities.find(densities), score },
  };
}

/** The numbers of two ascending lists, ascending. A number in both is there as often as in the list that repeats it more. */
function joinRates(some: readonly number[], others: readonly number[]): readonly number[] {
  const joined: number[] = [];
  for (let [i, j] = [0, 0]; i < some.length || j < others.length;) {
    const [one = Infinity, other = Infinity] = [some[i], others[j]];
    joined.push(Math.min(one, other));
    if (one <= other) i += 1;
    if (other <= one) j += 1;
  }
  return joined;
}

/** The places of the numbers that one ascending list has and another lacks. The other list has only numbers of the first. */
function findMissing(all: readonly number[], some: readonly number[]): readonly number[] {
  const missing: number[] = [];
  let next = 0;
  for (const [place, rate] of all.entries()) {
    if (rate === some[next]) next += 1;
    else missing.push(place);
  }
  return missing;
}

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
