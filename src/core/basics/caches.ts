/** Values by key, up to a number of bytes or of values. Those that were used last are kept. The newest one is kept at any size. */
export class ByteCache<Value> {
  private readonly kept = new Map<string, Value>();
  private bytes = 0;

  /** @param sizeOf  must return the same number of bytes for a value at every call */
  constructor(
    private readonly most: number,
    private readonly sizeOf: (value: Value) => number,
  ) {}

  /** The value of a key. It is made if it is not in the cache. */
  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    return this.keep(key, this.kept.get(key) ?? (await make()));
  }

  /** The same of what is made at once. */
  getNow(key: string, make: () => Value): Value {
    return this.keep(key, this.kept.get(key) ?? make());
  }

  private keep(key: string, result: Value): Value {
    this.delete(key);
    this.kept.set(key, result);
    this.bytes += this.sizeOf(result);
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.most || this.kept.size === 1) break;
      this.delete(oldest);
    }
    return result;
  }

  private delete(key: string): void {
    const value = this.kept.get(key);
    if (value !== undefined) this.bytes -= this.sizeOf(value);
    this.kept.delete(key);
  }
}

/** A function that computes the value of an object once, and keeps it as long as the object lives. */
export function makeOnce<Of extends object, Value>(make: (of: Of) => Value): (of: Of) => Value {
  const made = new WeakMap<Of, Value>();
  return (of) => {
    const before = made.get(of);
    if (before !== undefined) return before;
    const value = make(of);
    made.set(of, value);
    return value;
  };
}

/** A value that is made when it is first asked for, such as a pattern that takes long to compile and is seldom needed. */
export function makeLate<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
