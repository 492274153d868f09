/** The address of a command in Markdown. Round brackets are escaped too: one in an author's name would end the link there. */
export function commandLink(command: string, args: readonly unknown[]): string {
  const query = encodeURIComponent(JSON.stringify(args));
  return `command:${command}?${query.replace(/\(/g, '%28').replace(/\)/g, '%29')}`;
}
