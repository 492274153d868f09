/** Values by their keys, those that were asked for last, up to a number of bytes or of values. The last one is kept, however large it is. */
export class ByteCache<Value> {
  private readonly kept = new Map<string, Value>();
  private bytes = 0;

  /** @param sizeOf  gives the same number of bytes of a value at every call */
  constructor(
    private readonly most: number,
    private readonly sizeOf: (value: Value) => number,
  ) {}

  /** What is kept under a key, or else what is made for it. */
  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const result = this.kept.get(key) ?? (await make());
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

/** The same function, which makes the value of an object once, as long as the object is kept. */
export function makeOnce<Of extends object, Value>(make: (of: Of) => Value): (of: Of) => Value {
  const made = new WeakMap<Of, Value>();
  return (of) => {
    const value = made.get(of) ?? make(of);
    made.set(of, value);
    return value;
  };
}
