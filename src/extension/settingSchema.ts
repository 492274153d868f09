/** What package.json declares of a setting. */
export interface SettingSchema {
  readonly type: 'integer' | 'string' | 'boolean';
  readonly default: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Whether a value is as declared. VS Code underlines another one in settings.json, but hands it over all the same. */
export function isAllowed({ type, enum: choices, minimum, maximum }: SettingSchema, value: unknown): boolean {
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'string') return typeof value === 'string' && (choices?.includes(value) ?? true);
  const least = minimum ?? Number.MIN_SAFE_INTEGER;
  const most = maximum ?? Number.MAX_SAFE_INTEGER;
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
