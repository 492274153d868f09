import { expect, it } from 'vitest';
import { Naming } from '../../../src/core/casework/blind';
import { indexLocked } from '../../../src/core/errors';
import { WorkspaceIndex } from '../../../src/extension/review/workspaceIndex';
import { Uri, workspace } from '../../fakes/vscode';

const naming = new Naming({ Ann: 'Writer A' }, []);

/** The index of a blind case, whose documents are listed so. */
async function listed(listDocuments: () => Promise<readonly object[]>): Promise<WorkspaceIndex> {
  const engine = { calls: () => ({ listDocuments }), naming: () => Promise.resolve(naming) };
  workspace.workspaceFolders = [{ name: 'letters', uri: Uri.file('/letters') }];
  const index = new WorkspaceIndex(
    ...([engine, Uri.file('/storage')] as never as ConstructorParameters<typeof WorkspaceIndex>),
  );
  await index.documents().catch(() => undefined);
  workspace.workspaceFolders = [];
  return index;
}

it('has its authors named as in a blind case, though its documents could not be listed', async () => {
  const index = await listed(() => Promise.reject(indexLocked('index.sqlite')));
  expect(index.size).toBe(0);
  expect(await index.naming('index.sqlite')).toBe(naming);
});

it('has no authors to name where it is empty', async () => {
  const index = await listed(() => Promise.resolve([]));
  expect(await index.naming('index.sqlite')).toBeUndefined();
});
