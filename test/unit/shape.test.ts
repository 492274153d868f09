import { describe, expect, it } from 'vitest';
import {
  count,
  fields,
  fieldsOnly,
  finite,
  flag,
  list,
  oneOf,
  record,
  sha256,
  checkShape,
  share,
  text,
} from '../../src/core/basics/shape';

const person = fields({
  name: text,
  letters: count,
  height: finite,
  part: share,
  living: flag,
  hash: sha256,
  mode: oneOf(['written', 'spoken']),
  years: list(finite),
  more: record(text),
  only: fieldsOnly({ one: text }),
});
const ann = {
  name: 'Ann',
  letters: 3,
  height: -1.5,
  part: 0.5,
  living: true,
  hash: 'a'.repeat(64),
  mode: 'spoken',
  years: [1999],
  more: { x: 'y' },
  only: { one: 'z' },
} as const;
const read = (value: unknown): unknown => checkShape(person, value, (problem) => new RangeError(problem));

describe('a value from outside', () => {
  it('is read current, without what was not asked for', () => {
    expect(read({ ...ann, other: 1 })).toEqual(ann);
  });

  it.each([
    [{ name: '' }, '"name" must be a text'],
    [{ name: undefined }, '"name" is missing'],
    [{ letters: 0 }, '"letters" must be a whole number of at least 1'],
    [{ letters: 1.5 }, '"letters" must be a whole number of at least 1'],
    [{ height: NaN }, '"height" must be a number'],
    [{ height: Infinity }, '"height" must be a number'],
    [{ part: 1.1 }, '"part" must be a number from 0 to 1'],
    [{ living: 'yes' }, '"living" must be true or false'],
    [{ hash: 'A'.repeat(64) }, '"hash" must be 64 hex digits'],
    [{ mode: 'sung' }, '"mode" must be one of written, spoken'],
    [{ years: {} }, '"years" must be a list'],
    [{ years: [1, null] }, '"years.1" must be a number'],
    [{ more: [] }, '"more" must be an object'],
    [{ more: { x: 1 } }, '"more.x" must be a text'],
    [{ only: { one: 'z', two: 1 } }, 'there is no "only.two"'],
  ])('is refused with its place where it is wrong: %j', (change, problem) => {
    expect(() => read({ ...ann, ...change })).toThrow(new RangeError(problem));
  });

  it.each([null, [[]], 'text', 3])('is refused as a whole where it is %j', (value) => {
    expect(() => read(value)).toThrow(new RangeError('it must be an object'));
  });
});
