/** Why a file is not found: a name that is not UTF-8 arrives with a mark in place of each wrong byte. */
export function absence(name: string): string {
  return name.includes('\ufffd')
    ? 'its name is not UTF-8 text; work on a copy of it under another name'
    : 'there is no such file';
}
