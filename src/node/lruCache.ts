/** The values that were used last, as many as fit; the ones longest unused go first. */
export class LruCache<Key, Value> {
  private readonly values = new Map<Key, Value>();
  private held = 0;

  /**
   * @param most  what the sizes of all values may add up to
   * @param sizeOf  1 for every value unless given
   */
  constructor(
    private readonly most: number,
    private readonly sizeOf: (value: Value, key: Key) => number = () => 1,
  ) {}

  /** The value of a key, which becomes the one used last; undefined where it is not kept. */
  get(key: Key): Value | undefined {
    const value = this.values.get(key);
    if (value !== undefined) {
      this.values.delete(key);
      this.values.set(key, value);
    }
    return value;
  }

  /** Keeps a value as the one used last. */
  set(key: Key, value: Value): void {
    this.drop(key);
    this.values.set(key, value);
    this.held += this.sizeOf(value, key);
    for (const oldest of this.values.keys()) {
      if (this.held <= this.most) return;
      this.drop(oldest);
    }
  }

  /** The value of a key, made when it is not kept. */
  of(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }

  clear(): void {
    this.values.clear();
    this.held = 0;
  }

  private drop(key: Key): void {
    const value = this.values.get(key);
    if (value === undefined) return;
    this.values.delete(key);
    this.held -= this.sizeOf(value, key);
  }
}
