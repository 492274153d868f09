// The package as a user gets it: made, tried outside of the checkout, installed, and the sample reviewed with it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { copyOfSample } from '../cases.mjs';
import { openWindow, root } from '../window.mjs';
import { tellStories } from './tellStories.mjs';

const minute = 60_000;

const stories = [
  [
    'the installed package reviews the sample',
    async ({ window: { page, panel }, window }) => {
      await window.icon.click();
      await page.locator('.welcome-view a', { hasText: 'Review This Case' }).click();
      await window.panelState('ready', 4 * minute);
      await panel.locator('.candidates').waitFor({ timeout: minute });
    },
  ],
];

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export async function run() {
  const packaging = spawnSync(
    process.execPath,
    [path.join(root, 'scripts', 'package', 'package.mjs'), '--built', '--twice'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  if (packaging.status !== 0) {
    console.log(
      `not ok  the package is made, twice with the same bytes, and reviews its sample outside of the checkout\n${packaging.stdout}\n${packaging.stderr}`,
    );
    return { passed: 0, failed: 1, skipped: 0 };
  }
  console.log('ok      the package is made, twice with the same bytes, and reviews its sample outside of the checkout');
  const vsix = path.join(root, `idiograph-${process.platform}-${process.arch}.vsix`);
  const { folder, remove } = copyOfSample();
  const window = await openWindow({ folder, vsix });
  try {
    const { passed, failed, skipped } = await tellStories('package', stories, { window, folder });
    return { passed: passed + 1, failed, skipped };
  } finally {
    await window.close();
    remove();
  }
}
