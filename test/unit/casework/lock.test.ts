import { describe, expect, it } from 'vitest';
import { parseCaseFile, setMember } from '../../../src/core/casework/caseFile';
import {
  listLockedTexts,
  lockEffect,
  lockText,
  listRatioSettings,
  type StoredLock,
} from '../../../src/core/casework/lock';
import type { IndexedDocument } from '../../../src/core/ports';
import { formatCaveats } from '../../../src/presentation/words/notices';
import { aCalibration } from '../verification/aCalibration';

const models = { encoder: 'a'.repeat(64), calibrations: 'b'.repeat(64) };
const choices = { excludeQuotes: true };
const hash = 'c'.repeat(64);
const used = { models, index: 'd'.repeat(64), listed: undefined };
const own = [
  {
    condition: { modes: 'written-written', genreRelation: 'same', words: 250, knownWords: 1000 } as const,
    calibration: aCalibration,
  },
];
const locked: StoredLock = {
  settings: listRatioSettings(models, choices, used.index),
  own,
  hash,
  found: hash,
  isOwn: true,
};

describe('the lock of a case', () => {
  it('makes findings outside of a case exploratory, with their ratios', () => {
    expect(lockEffect(undefined, choices, used)).toEqual({ caveats: ['exploratory'], origin: {} });
  });

  it('withholds ratios in a case that is not validated', () => {
    const effect = lockEffect('none', choices, used);
    expect(effect).toEqual({ caveats: ['notValidated'], origin: { withheld: 'notValidated' } });
  });

  it('lets what was locked speak', () => {
    const effect = lockEffect(locked, choices, used);
    expect(effect).toEqual({ caveats: [], lock: { hash, changed: [] }, origin: { own } });
  });

  it('lets the shipped validation speak of texts that are not compared in the index', () => {
    expect(lockEffect(locked, choices, { ...used, index: undefined }).origin).toEqual({});
  });

  it.each([
    ['another model', choices, { ...used, models: { ...models, calibrations: 'e'.repeat(64) } }, 'calibrations'],
    ['a model that is gone', choices, { ...used, models: { encoder: models.encoder } }, 'calibrations'],
    ['another index, where it speaks', choices, { ...used, index: 'e'.repeat(64) }, 'index'],
    ['another verifier', { ...choices, verifier: 'general' }, used, 'verifier'],
    ['a model that the lock lacks', choices, { ...used, models: { ...models, search: 'f'.repeat(64) } }, 'search'],
    ['quotations that are compared', { ...choices, excludeQuotes: false }, used, 'quotes'],
  ])('no longer holds with %s', (_, now, with_, part) => {
    const effect = lockEffect(locked, now, with_);
    expect(effect.origin).toEqual({ withheld: 'lockBroken' });
    expect(effect.lock!.changed.map((each) => each.part)).toEqual([part]);
    const lines = formatCaveats({ caveats: effect.caveats, notes: [], lock: effect.lock! });
    expect(lines.join(' ')).toMatch(new RegExp(`The lock recorded (no )?${part}`));
  });

  it('no longer holds where the case file was changed by hand', () => {
    const effect = lockEffect({ ...locked, found: 'e'.repeat(64) }, choices, used);
    expect(effect.caveats).toEqual(['lockBroken']);
    expect(formatCaveats({ caveats: effect.caveats, notes: [], lock: effect.lock! })[1]).toMatch(
      /not the one that was locked/,
    );
  });

  it('still holds where known texts or those of the population came, changed or went, and names them', () => {
    const text = (id: string, title: string, role = 'known') => ({ id, author: 'Ann', title, role }) as IndexedDocument;
    const known = listLockedTexts([
      text('1', 'one'),
      text('2', 'two'),
      text('3', 'three'),
      text('4', 'four', 'population'),
      text('7', 'seven'),
    ]);
    const listed = [
      ...[text('1', 'one'), text('20', 'two'), text('5', 'five'), text('6', 'six', 'population')],
      text('7', 'seven', 'population'), // its author is no candidate any more
    ];
    const effect = lockEffect({ ...locked, known }, choices, { ...used, listed });
    expect(effect.origin).toEqual({ own });
    expect(effect.lock!.known!.map(({ change, title }) => [change, title])).toEqual([
      ['changed', 'two'],
      ['added', 'five'],
      ['added', 'six'],
      ['changed', 'seven'],
      ['removed', 'three'],
      ['removed', 'four'],
    ]);
    const [said, ...lines] = formatCaveats({ caveats: effect.caveats, notes: [], lock: effect.lock! });
    expect(said).toContain('validated and locked with other known texts');
    expect(lines).toEqual([
      'Texts added (+), removed (−) or changed after the lock (6): Ann: two, + Ann: five, + Ann: six, Ann: seven, − Ann: three and 1 more.',
    ]);
  });

  it('says nothing of known texts that are as they were, or that an earlier version did not lock', () => {
    const listed = [{ id: '1', author: 'Ann', title: 'one', role: 'known' }] as unknown as readonly IndexedDocument[];
    const same = lockEffect({ ...locked, known: listLockedTexts(listed) }, choices, { ...used, listed });
    expect(same).toEqual({ caveats: [], lock: { hash, changed: [] }, origin: { own } });
    expect(lockEffect(locked, choices, { ...used, listed })).toEqual(same);
    expect(lockText({ ...locked, known: listLockedTexts(listed) })).not.toBe(lockText(locked));
  });

  describe('without a code of this user', () => {
    const text = (id: string, author = 'Ann') => ({ id, author, title: id, role: 'known' }) as IndexedDocument;
    const texts = [text('1'), text('2'), text('3', 'Ben'), text('4', 'Ben')];
    const settings = listRatioSettings(models, choices);
    const foreign: StoredLock = { ...locked, settings, own: [], known: listLockedTexts(texts), isOwn: false };
    const stated = (lock: StoredLock, listed: readonly IndexedDocument[] | undefined) =>
      lockEffect(lock, choices, { ...used, listed });

    it('counts where validation gives the same lock here, and says so', () => {
      const { caveats, origin } = stated(foreign, texts);
      expect([caveats, origin.withheld, origin.own]).toEqual([['validatedAgain'], undefined, []]);
    });

    it.each<[string, StoredLock, readonly IndexedDocument[] | undefined]>([
      ['has figures of its own', { ...foreign, own, settings: locked.settings }, texts],
      ['has other known texts', foreign, [...texts, text('5')]],
      ['has a known text as one of the population', foreign, [...texts.slice(1), { ...texts[0]!, role: 'population' }]],
      ['has no known texts', { ...foreign, known: [] }, []],
      ['is of an earlier version', { ...foreign, known: undefined } as unknown as StoredLock, texts],
      ['is of another case', foreign, [text('8'), text('9')]],
      ['cannot be compared with texts', foreign, undefined],
    ])('states no ratio where it %s', (_, lock, listed) => {
      const { caveats, origin } = stated(lock, listed);
      expect([caveats, origin]).toEqual([['notValidatedHere'], { withheld: 'notValidatedHere' }]);
    });

    it('states no ratio where twenty authors could give it figures of its own', () => {
      const many = Array.from({ length: 40 }, (_, i) => text(String(i), `Author ${i % 20}`));
      expect(stated({ ...foreign, known: listLockedTexts(many) }, many).caveats).toEqual(['notValidatedHere']);
      const fewer = many.slice(0, 39);
      expect(stated({ ...foreign, known: listLockedTexts(fewer) }, fewer).caveats).toEqual(['validatedAgain']);
    });
  });

  it('of this user states no ratio in another case', () => {
    const known = [{ id: '1', author: 'Ann', title: 'one' }];
    const listed = [{ id: '2', author: 'Ann', title: 'one', role: 'known' }] as unknown as readonly IndexedDocument[];
    expect(lockEffect({ ...locked, known }, choices, { ...used, listed }).caveats).toEqual(['notValidatedHere']);
  });

  it('holds in another index where that does not speak', () => {
    const shipped = { ...locked, settings: listRatioSettings(models, choices), own: [] };
    expect(lockEffect(shipped, choices, { ...used, index: 'e'.repeat(64) }).caveats).toEqual([]);
  });
});

describe('a lock in a case file', () => {
  const text = '{ "format": "idiograph.case/1", "documents": {} }\n';

  it('is written in the place of an earlier one and read again, with the hash that it had', () => {
    const inFile = { hash, settings: locked.settings, own };
    const once = setMember(text, 'validation', inFile);
    const read = parseCaseFile(setMember(once, 'validation', inFile), 'c').validation!;
    expect(setMember(once, 'validation', inFile)).toBe(once);
    expect(read.own[0]!.calibration).toEqual(aCalibration);
    expect(lockText(read)).toBe(lockText(locked));
    expect(once.split('\n').filter((line) => line.includes('resamples'))).toHaveLength(1);
  });

  it('has the same hash whatever the order of its keys', () => {
    const { settings } = locked;
    const turned = Object.fromEntries(Object.entries(settings).reverse());
    expect(lockText({ settings: turned, own })).toBe(lockText({ settings, own }));
  });

  it('counts as broken where its calibrations are of an earlier form', () => {
    const json = text.replace(' }\n', `, "validation": { "hash": "${hash}", "settings": {}, "own": [{}] } }\n`);
    const { settings, own } = parseCaseFile(json, 'c').validation!;
    expect(own).toEqual([]);
    const read = { hash, settings, own, found: 'another', isOwn: false };
    expect(lockEffect(read, choices, used).caveats).toEqual(['lockBroken']);
  });

  it.each([
    ['{ "hash": "x", "settings": {}, "own": [] }', /"hash" must be 64 hex digits/],
    [`{ "hash": "${hash}", "settings": {}, "own": [], "until": 1 }`, /there is no "until"/],
    ['true', /validation.+must be an object/],
  ])('is refused as %s', (value, problem) => {
    const json = text.replace(' }\n', `, "validation": ${value} }\n`);
    expect(() => parseCaseFile(json, 'c')).toThrow(problem);
  });
});
