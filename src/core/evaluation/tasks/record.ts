import { usage } from '../../errors';

/** One line of a JSON Lines file as a record whose fields are checked when read. Every error is Usage and names the line. */
export class LineRecord {
  private constructor(
    /** File and one-based line, such as "dev.jsonl.gz:12". */
    readonly place: string,
    private readonly fields: Readonly<Record<string, unknown>>,
  ) {}

  static parse(text: string, place: string): LineRecord {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw usage(`${place}: the line is not JSON. Every line must be one JSON object.`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw usage(`${place}: the line is not a JSON object.`);
    }
    return new LineRecord(place, value as Record<string, unknown>);
  }

  has(field: string): boolean {
    return this.fields[field] !== undefined;
  }

  raw(field: string): unknown {
    return this.fields[field];
  }

  string(field: string): string {
    const value = this.fields[field];
    if (typeof value !== 'string') throw this.error(`"${field}" must be a string`);
    return value;
  }

  optionalString(field: string): string | undefined {
    return this.has(field) ? this.string(field) : undefined;
  }

  /** An identifier: a string that is not empty, or an integer, which is read as its digits. */
  id(field: string): string {
    return this.asId(this.fields[field], field);
  }

  /** A list of identifiers; one identifier alone counts as a list of one. */
  ids(field: string): readonly string[] {
    const value = this.fields[field];
    return (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => this.asId(one, field));
  }

  optionalIds(field: string): readonly string[] {
    return this.has(field) ? this.ids(field) : [];
  }

  boolean(field: string): boolean {
    const value = this.fields[field];
    if (typeof value !== 'boolean') throw this.error(`"${field}" must be true or false`);
    return value;
  }

  /** An integer of at least 1. */
  count(field: string): number {
    const value = this.fields[field];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1) {
      throw this.error(`"${field}" must be a whole number of at least 1`);
    }
    return value;
  }

  oneOf<Word extends string>(field: string, words: readonly Word[]): Word {
    const value = this.fields[field];
    const found = words.find((word) => word === value);
    if (found === undefined) throw this.error(`"${field}" must be one of ${words.join(', ')}`);
    return found;
  }

  error(problem: string): Error {
    return usage(`${this.place}: ${problem}.`);
  }

  private asId(value: unknown, field: string): string {
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' && Number.isInteger(value)) return String(value);
    throw this.error(`"${field}" must be an id or a list of ids`);
  }
}

/** A text file by lines, without their ends; `name` is how messages call it. */
export interface LinesFile {
  readonly name: string;
  readonly lines: readonly string[];
}

/** Parses every line that is not blank. */
export function parseLines<Item>(file: LinesFile, parse: (record: LineRecord) => Item): readonly Item[] {
  return file.lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [parse(LineRecord.parse(line, `${file.name}:${at + 1}`))],
  );
}
