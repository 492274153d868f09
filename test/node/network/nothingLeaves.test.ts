import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteProof } from '../../faults/proof';
import { unwatched, watch } from './watched';
import { removeFolder } from '../../removeFolder';

const root = path.resolve(import.meta.dirname, '../../..');

/** A test that cannot run is skipped with its reason; NETWORK_PROOF=required makes that a failure. */
const maySkip = process.env['NETWORK_PROOF'] !== 'required';

let folder: string;
let caseFolder: string;
beforeAll(() => {
  if (maySkip && unwatched !== undefined)
    process.stderr.write(`The proof that nothing is sent was skipped: it ${unwatched}.\n`);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-network-'));
});
beforeEach(({ skip }) => {
  skip(maySkip && unwatched !== undefined, unwatched);
  caseFolder = fs.mkdtempSync(path.join(folder, 'case-'));
  fs.cpSync(path.join(root, 'sample'), caseFolder, { recursive: true, filter: (name) => !name.includes('.idiograph') });
});
afterAll(() => {
  removeFolder(folder);
});

describe('a watched program', () => {
  it.each([
    ['asks for a name', "require('node:dns').lookup('example.org', () => {})"],
    ['connects', "require('node:net').connect(443, '203.0.113.1').on('error', () => {})"],
    [
      'sends a datagram',
      "const s = require('node:dgram').createSocket('udp4'); s.send('x', 9, '203.0.113.1', () => s.close())",
    ],
  ])('is noticed when it %s', async (_, program) => {
    expect((await watch(['-e', program])).packets).toBeGreaterThan(0);
  });

  it('is noticed when it leaves a file', async () => {
    const program = "require('node:fs').writeFileSync(require('node:os').homedir() + '/events.db', '')";
    expect(await watch(['-e', program])).toMatchObject({ packets: 0, left: ['events.db'] });
  });
});

describe(
  'nothing leaves the machine, and nothing is left on it but the index, its results, and the user’s own key and ends of logs',
  { timeout: 180_000 },
  () => {
    it('when a case is indexed and reviewed by the command line', async () => {
      const watched = await watch([path.join(root, 'dist', 'cli.js'), 'case', caseFolder]);
      expect(watched.code, watched.output).toBe(0);
      expect(watched.packets).toBe(0);
      noteProof({ networkPackets: watched.packets });
      const own = /^\.config(?:\/idiograph(?:\/key|\/heads(?:\/[0-9a-f]{32}\.json)?)?)?$/;
      expect(watched.left.filter((name) => !own.test(name))).toEqual([]);
      expect(watched.output).toContain('25 documents (25 new)');
      expect(fs.readdirSync(path.join(caseFolder, '.idiograph'))).toEqual([
        'index-results',
        'index.sqlite',
        'log-head.json',
        'log.jsonl',
      ]);
    });

    it('when an engine thread has indexed and reviewed, and is idle for 20 seconds', async () => {
      const outfile = path.join(folder, 'reviewThenIdle.cjs');
      const entryPoints = [path.join(import.meta.dirname, 'children', 'reviewThenIdle.ts')];
      await build({ entryPoints, outfile, bundle: true, platform: 'node', logLevel: 'warning' });
      const watched = await watch([outfile, root, caseFolder, '20']);
      expect(watched.code, watched.output).toBe(0);
      expect(watched).toMatchObject({ packets: 0, left: [] });
      expect(watched.output).toBe('25 added, 5 candidates\n');
    });
  },
);
