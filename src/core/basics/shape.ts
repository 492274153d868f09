import * as v from 'valibot';

// Values from outside (files, addresses, messages) are read by a schema. Its message completes the sentence '"field" must be …'.

/** A text that is not empty. */
export const text = v.pipe(v.string('a text'), v.nonEmpty('a text'));

const fromOne = 'a whole number of at least 1';

/** A whole number of at least 1. */
export const count = v.pipe(v.number(fromOne), v.safeInteger(fromOne), v.minValue(1, fromOne));

const fromZero = 'a whole number of at least 0';

/** A whole number of at least 0. */
export const whole = v.pipe(v.number(fromZero), v.safeInteger(fromZero), v.minValue(0, fromZero));

/** A number that is finite. */
export const finite = v.pipe(v.number('a number'), v.finite('a number'));

const fraction = 'a number from 0 to 1';

/** A share: a number in [0, 1]. */
export const share = v.pipe(v.number(fraction), v.minValue(0, fraction), v.maxValue(1, fraction));

/** True or false. */
export const flag = v.boolean('true or false');

/** A SHA-256 in lower-case hex digits. */
export const sha256 = v.pipe(v.string('64 hex digits'), v.regex(/^[0-9a-f]{64}$/, '64 hex digits'));

/** One of some words. */
export function oneOf<const Words extends readonly string[]>(words: Words): v.PicklistSchema<Words, string> {
  return v.picklist(words, `one of ${words.join(', ')}`);
}

/** An array is not accepted as an object. */
const object = v.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object',
);

type Piped<Schema extends v.GenericSchema<object>> = v.SchemaWithPipe<readonly [typeof object, Schema]>;

/** An object with at least these fields. Other fields are dropped. */
export function fields<const Entries extends v.ObjectEntries>(
  entries: Entries,
): Piped<v.ObjectSchema<Entries, undefined>> {
  return v.pipe(object, v.object(entries));
}

/** An object with at least these fields. Other fields are kept. */
export function openFields<const Entries extends v.ObjectEntries>(
  entries: Entries,
): Piped<v.LooseObjectSchema<Entries, undefined>> {
  return v.pipe(object, v.looseObject(entries));
}

/** An object with these fields and no others. */
export function fieldsOnly<const Entries extends v.ObjectEntries>(
  entries: Entries,
): Piped<v.StrictObjectSchema<Entries, undefined>> {
  return v.pipe(object, v.strictObject(entries));
}

/** An object with values of one kind. */
export function record<const Value extends v.GenericSchema>(
  value: Value,
): Piped<v.RecordSchema<v.StringSchema<undefined>, Value, undefined>> {
  return v.pipe(object, v.record(v.string(), value));
}

/** A list of values of one kind. */
export function list<const Item extends v.GenericSchema>(item: Item): v.ArraySchema<Item, string> {
  return v.array(item, 'a list');
}

/** The type that a schema reads, made readonly. */
export type Shape<Schema extends v.GenericSchema> = Unchanging<v.InferOutput<Schema>>;
type Unchanging<Value> = { readonly [Key in keyof Value]: Unchanging<Value[Key]> };

/**
 * Reads a value by its schema. If it does not fit, throws the error that `refuse` creates from the first problem, such as
 * '"documents.3.mode" must be one of written, spoken, unknown'.
 */
export function checkShape<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  refuse: (problem: string) => Error,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const [{ expected, received, message }] = result.issues;
  const place = v.getDotPath(result.issues[0]);
  if (place === null) throw refuse(`it must be ${message}`);
  if (expected === 'never') throw refuse(`there is no "${place}"`);
  throw refuse(received === 'undefined' ? `"${place}" is missing` : `"${place}" must be ${message}`);
}

/** The declaration of a setting in package.json. */
export interface SettingSchema {
  readonly type: 'string' | 'boolean';
  readonly default: unknown;
}

/** Whether a value is as declared. VS Code underlines a wrong value in settings.json, but still returns it. */
export function isAllowed({ type }: SettingSchema, value: unknown): boolean {
  return typeof value === type;
}

/** The value of a JSON text. Undefined if it is not JSON. */
export function tryParse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
