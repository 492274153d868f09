/** A text that came out of rewriting, and where each of its UTF-16 code units began in the original. */
export interface MappedText {
  readonly text: string;
  /** text.length + 1 ascending places in the original, the last one the end of the last unit. */
  readonly origins: Uint32Array;
}

/** A text that nothing has been done to. */
export function mapToItself(text: string): MappedText {
  const origins = new Uint32Array(text.length + 1);
  for (let i = 0; i < origins.length; i++) origins[i] = i;
  return { text, origins };
}

/** Rewrites a mapped text from left to right, keeping the map. Time and memory are linear in the text. */
export class Rewriting {
  private readonly pieces: string[] = [];
  /** Start, end and length of the replacement, for each edit. */
  private readonly edits: number[] = [];
  private copied = 0;

  constructor(private readonly source: MappedText) {}

  /** Puts `by` in place of [start, end) of the source; edits come in order and do not overlap. */
  replace(start: number, end: number, by: string): void {
    if (start > this.copied) this.pieces.push(this.source.text.slice(this.copied, start));
    if (by !== '') this.pieces.push(by);
    this.edits.push(start, end, by.length);
    this.copied = end;
  }

  finish(): MappedText {
    if (this.edits.length === 0) return this.source;
    this.pieces.push(this.source.text.slice(this.copied));
    const text = this.pieces.join('');
    return { text, origins: this.origins(text.length) };
  }

  private origins(length: number): Uint32Array {
    const from = this.source.origins;
    const out = new Uint32Array(length + 1);
    let read = 0;
    let written = 0;
    for (let e = 0; e < this.edits.length; e += 3) {
      const start = this.edits[e]!;
      out.set(from.subarray(read, start), written);
      written += start - read;
      out.fill(from[start]!, written, written + this.edits[e + 2]!);
      written += this.edits[e + 2]!;
      read = this.edits[e + 1]!;
    }
    out.set(from.subarray(read), written);
    return out;
  }
}
