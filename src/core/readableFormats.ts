/** Every format of documents that can be read, by its reader in `node/documents`. Extensions are lower case, with the point. */
export const readableFormats = {
  plainText: { title: 'Plain text', extensions: ['.txt', '.text'] },
  markdown: { title: 'Markdown', extensions: ['.md', '.markdown'] },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly extensions: readonly string[] }>>;

/** A format that can be read. */
export type FormatName = keyof typeof readableFormats;

/** The extensions of all formats. */
export const readableExtensions: readonly string[] = Object.values(readableFormats).flatMap(
  ({ extensions }): readonly string[] => extensions,
);

/** The format of a file by its name, with or without folders; undefined where it cannot be read. */
export function formatOf(path: string): FormatName | undefined {
  const extension = /[^/\\](\.[^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const formats = Object.entries(readableFormats) as [FormatName, { readonly extensions: readonly string[] }][];
  return formats.find(([, { extensions }]) => extensions.includes(extension))?.[0];
}
