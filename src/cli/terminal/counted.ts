/** A number with its noun, which takes an s for all but one: "1 document", "25 documents". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
