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
