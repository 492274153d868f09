/** Whether a view is of another document than the one before, whose place says nothing of it. */
export function isAnother(document: string | undefined, before: string | undefined): boolean {
  return document !== undefined && document !== before;
}
