import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CaseService } from '../../src/case/caseService';
import type { Notice } from '../../src/core/errors';
import { neverStops } from '../../src/core/basics/work';
import { findIndexOfCase } from '../../src/node/casework/folderEntries';
import { LocalEngine } from '../../src/node/localEngine';
import { describeNotice } from '../../src/presentation/words/notices';
import { removeFolder } from '../removeFolder';

let [folder, share] = ['', ''];
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-network-')));
  share = path.join(folder, 'share', 'case');
  fs.mkdirSync(path.join(share, 'known', 'Ann'), { recursive: true });
  fs.writeFileSync(path.join(share, 'case.idiograph-case.json'), '{"format":"idiograph.case/1","documents":{}}');
  vi.stubEnv('XDG_CACHE_HOME', path.join(folder, 'cache'));
  const { statfsSync } = fs;
  vi.spyOn(fs, 'statfsSync').mockImplementation((place) => {
    const isShare = String(place).startsWith(path.join(folder, 'share'));
    return Object.assign(statfsSync(place), { type: isShare ? 0x6969 : 0xef53 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  removeFolder(folder);
});

async function listNotices(): Promise<readonly string[]> {
  const notices: string[] = [];
  const service = new CaseService({ engine: Object.create(LocalEngine.prototype) as LocalEngine, modelsFolder: '' });
  for await (const news of service.answer(neverStops, { place: share }, 'case open', []))
    notices.push(describeNotice((news as { readonly notice: Notice }).notice));
  return notices;
}

describe.runIf(process.platform === 'linux')('a case on a network drive', () => {
  it('has its index in the cache folder of this machine, and says so', async () => {
    const index = findIndexOfCase(share);
    expect(path.dirname(index)).toBe(path.join(folder, 'cache', 'idiograph', 'indexes'));
    expect(findIndexOfCase(share)).toBe(index);
    expect((await listNotices()).join()).toContain(`network drive, where an index is not safe. Its index is ${index}`);
  });

  it('keeps the index that is beside its documents already', async () => {
    const beside = path.join(share, '.idiograph', 'index.sqlite');
    fs.mkdirSync(path.dirname(beside));
    fs.writeFileSync(beside, '');
    expect(findIndexOfCase(share)).toBe(beside);
    expect((await listNotices()).join()).not.toContain('network drive');
  });

  it('has its index beside its documents where the cache folder is on the network, too', () => {
    vi.stubEnv('XDG_CACHE_HOME', path.join(folder, 'share'));
    expect(findIndexOfCase(share)).toBe(path.join(share, '.idiograph', 'index.sqlite'));
  });
});

it('a case on a disk has its index beside its documents', () => {
  const local = path.join(folder, 'case');
  fs.mkdirSync(local);
  expect(findIndexOfCase(local)).toBe(path.join(local, '.idiograph', 'index.sqlite'));
});
