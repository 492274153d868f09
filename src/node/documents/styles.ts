/** What a style says of the text that has it: hidden, shown, or nothing. */
export type Hiding = ReadonlyMap<string, boolean | undefined>;

/** What styles say, themselves or by the ones that they are based on. Each is looked at once, so that this is linear and ends in any circle. */
export function inheritHiding(own: Hiding, parents: ReadonlyMap<string, string>): Hiding {
  const said = new Map(own);
  const left = new Map(parents);
  for (const style of own.keys()) {
    const way: string[] = [];
    let at: string | undefined = style;
    while (at !== undefined && said.get(at) === undefined && left.has(at)) {
      const parent = left.get(at);
      left.delete(at);
      way.push(at);
      at = parent;
    }
    const hides = at === undefined ? undefined : said.get(at);
    for (const each of way) said.set(each, hides);
  }
  return said;
}
