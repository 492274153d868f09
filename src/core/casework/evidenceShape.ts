import * as v from 'valibot';
import { genreRelations, modePairs, verifierKinds } from '../domain';
import { whole } from '../shape';

// What evidence has at least where it is shown: enough that a surface can draw it without meeting a value of another kind.

const texts = v.array(v.string());
const numbers = v.array(v.number());
const range = { start: whole, end: whole };
const rate = { count: whole, occasions: whole };
const others = v.looseObject({ of: whole, sharers: texts, within: whole });
const noted = {
  caveats: texts,
  notes: v.array(v.looseObject({ caveat: v.string(), title: v.string(), share: v.number() })),
};
const basis = { models: v.record(v.string(), v.string()), otherParts: v.array(v.looseObject({ part: v.string() })) };

const passages = v.array(
  v.looseObject({
    ...{ questioned: v.looseObject(range), known: v.looseObject(range), author: v.string(), document: v.string() },
    ...{ gain: v.number(), kinds: texts, others, population: v.looseObject({ of: whole, having: whole }) },
    marks: v.array(v.looseObject({ kind: v.string(), questioned: v.looseObject(range), known: v.looseObject(range) })),
  }),
);

const markers = v.array(
  v.looseObject({
    ...{ name: v.string(), family: v.string(), per: v.string(), isMore: v.boolean(), leads: v.boolean() },
    ...{ questioned: v.looseObject(rate), candidate: v.looseObject(rate), others: numbers, sharers: texts },
    ...{ shared: v.number(), weight: v.number(), places: v.array(v.looseObject(range)) },
    texts: v.array(v.looseObject({ ...rate, document: v.string() })),
  }),
);

const condition = v.looseObject({
  ...{ modes: v.picklist(modePairs), genreRelation: v.picklist(genreRelations), words: whole, knownWords: whole },
});

const pair = v.optional(v.tuple([v.number(), v.number()]));

const verification = v.looseObject({
  ...{ llr: v.optional(v.number()), interval: pair, bounds: pair, errorRate: v.optional(v.number()) },
  ...{ verifier: v.picklist(verifierKinds), condition, calibratedOn: v.optional(condition) },
  ...{ words: whole, knownWords: whole, ...noted },
  known: v.array(v.looseObject({ document: v.string(), title: v.string(), words: whole, share: v.number() })),
  population: v.looseObject({ id: v.string(), authors: whole, genres: texts }),
  scale: v.optional(v.looseObject({ name: v.string(), label: v.string() })),
  chance: v.optional(v.looseObject({ authorsSearched: whole, expected: v.optional(v.number()) })),
  first: v.optional(
    v.looseObject({
      ...{ llr: v.number(), bounds: v.tuple([v.number(), v.number()]), outsiders: v.number(), outsidersAmong: whole },
      ...{ calibrationId: v.string(), scale: v.optional(v.looseObject({ name: v.string(), label: v.string() })) },
      byRatio: v.optional(v.string()),
    }),
  ),
});

const candidate = v.looseObject({
  ...{ author: v.string(), score: v.number(), tier: v.string() },
  passages: v.optional(v.looseObject({ alike: passages, against: passages, apart: passages })),
  markers: v.optional(
    v.looseObject({
      ...{ looked: whole, for: markers, against: markers, others: whole, asNear: whole, silent: texts },
      population: v.looseObject({ mode: v.string(), authors: whole }),
    }),
  ),
  verification: v.optional(verification),
});

/** Evidence as it is read from a disk. */
export const evidenceShape = v.looseObject({
  ...{ ...basis, index: v.string(), ...noted, candidates: v.array(candidate) },
  document: v.looseObject({ id: v.string(), sha256: v.string() }),
  settings: v.record(v.string(), v.union([v.number(), v.string()])),
  spans: v.array(
    v.looseObject({
      range: v.looseObject(range),
      tokens: whole,
      windows: v.array(v.looseObject({ range: v.looseObject(range), tokens: whole })),
    }),
  ),
  hands: v.optional(
    v.looseObject({
      parts: v.array(v.looseObject({ ...range, words: whole })),
      stretches: v.array(v.looseObject({ ...range, scores: numbers })),
      whole: numbers,
    }),
  ),
});
