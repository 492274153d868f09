/** Keeps the values that were asked for last. */
export class Recent<Key, Value> {
  private readonly values = new Map<Key, Value>();

  constructor(private readonly most: number) {}

  /** The value of a key, made when it is not kept. */
  of(key: Key, make: () => Value): Value {
    const known = this.values.get(key);
    const value = known ?? make();
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.most) this.values.delete(this.values.keys().next().value!);
    return value;
  }
}
