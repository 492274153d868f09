type Numbers = Uint8Array | Uint32Array | Float32Array | Float64Array;

/** A typed array that is appended to. Full memory grows by half, or to what is needed. */
export class GrowableArray<T extends Numbers> {
  private array: T;
  private used = 0;

  constructor(private readonly make: (length: number) => T) {
    this.array = make(0);
  }

  get length(): number {
    return this.used;
  }

  /** What was appended; valid until the next append. */
  get values(): T {
    return this.array.subarray(0, this.used) as T;
  }

  append(values: ArrayLike<number>): void {
    const length = this.used + values.length;
    if (length > this.array.length) {
      const larger = this.make(this.used === 0 ? length : Math.max(length, Math.ceil(1.5 * this.array.length)));
      larger.set(this.values);
      this.array = larger;
    }
    this.array.set(values, this.used);
    this.used = length;
  }
}
