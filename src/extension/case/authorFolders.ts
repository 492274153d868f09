import type { Role } from '../../core/domain';
import { bySender } from '../../core/mailboxes';

/** A file in a folder of its author. */
export interface AuthoredFile {
  readonly path: string;
  readonly author: string;
  readonly role: Role;
}

/**
 * The files of a folder whose folders are authors; `known` and `population` may stand between.
 *
 * @param paths   relative to the folder
 * @param folder  its own name: one that is called "population" holds authors of the population
 */
export function filesByAuthor(paths: readonly string[], folder: string): readonly AuthoredFile[] {
  const nested = paths.map((path) => ({ path, folders: bySender(path).split('/').slice(0, -1) }));
  const roles = (['known', 'population'] as const).filter((role) => nested.some(({ folders }) => folders[0] === role));
  if (roles.length === 0) {
    const role = folder === 'population' ? 'population' : 'known';
    return nested.flatMap(({ path, folders: [author] }) => (author === undefined ? [] : [{ path, author, role }]));
  }
  return roles.flatMap((role) =>
    nested.flatMap(({ path, folders: [top, author] }) =>
      top !== role || author === undefined ? [] : [{ path, author, role }],
    ),
  );
}
