import * as v from 'valibot';

/** What package.json declares of a setting. */
export interface SettingSchema {
  readonly type: 'integer' | 'string' | 'boolean';
  readonly default: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Whether a value is as declared. VS Code underlines another one in settings.json, but hands it over all the same. */
export function isAllowed(declared: SettingSchema, value: unknown): boolean {
  return v.is(schemaOf(declared), value);
}

function schemaOf({ type, enum: choices, minimum, maximum }: SettingSchema): v.GenericSchema {
  if (type === 'boolean') return v.boolean();
  if (type === 'string') return choices ? v.picklist(choices) : v.string();
  const [least, most] = [minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER];
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}
