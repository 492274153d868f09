/**
 * A function that computes the value of an object once, and keeps it as long as the object lives. The value must not depend on the other
 * arguments, such as a stop signal.
 */
export function makeOnce<Of extends object, Value, Rest extends readonly unknown[] = []>(
  make: (of: Of, ...rest: Rest) => Value,
): (of: Of, ...rest: Rest) => Value {
  const made = new WeakMap<Of, Value>();
  return (of, ...rest) => {
    const before = made.get(of);
    if (before !== undefined) return before;
    const value = make(of, ...rest);
    made.set(of, value);
    return value;
  };
}

/** A value that is made when it is first asked for, such as a pattern that takes long to compile and is seldom needed. */
export function makeLate<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
