// The Chromium that host tests drive: where it is, and how this machine gets one. Plain Node, no packages.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium';

function usualPlaces() {
  const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return [...programs, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', ...ofPlaywright()];
}

/** Those that `npx playwright-core install chromium` has put into a Linux user's cache. */
function ofPlaywright() {
  const cache = path.join(os.homedir(), '.cache', 'ms-playwright');
  const folders = fs.existsSync(cache) ? fs.readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name)) : [];
  return folders.flatMap((name) =>
    ['chrome-linux', 'chrome-linux64'].map((inner) => path.join(cache, name, inner, 'chrome')),
  );
}

/** The path of one; the one that CHROMIUM names is the only one then. Undefined: there is none. */
export function findChromium(places = usualPlaces()) {
  const { CHROMIUM } = process.env;
  return (CHROMIUM ? [CHROMIUM] : places).find((place) => fs.existsSync(place));
}

/** Whether there is one in the end. Says at once what is missing and which command gets it; runs that where it may: Debian, root. */
export function ensureChromium(places = usualPlaces()) {
  if (findChromium(places)) return true;
  const { CHROMIUM } = process.env;
  const missing = 'No Chromium was found, and the tests in VS Code need one';
  if (CHROMIUM) {
    console.log(
      `${missing}: CHROMIUM names ${CHROMIUM}, and nothing is there. Set it to the path of a Chromium or Chrome.`,
    );
    return false;
  }
  if (!isDebian() || process.getuid?.() !== 0) {
    console.log(`${missing}. Run this, then npm test again:  ${commandHere()}`);
    return false;
  }
  console.log(`${missing}; installing it:  ${install}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env });
  return findChromium(places) !== undefined;
}

function commandHere() {
  if (process.platform === 'darwin') return 'brew install --cask google-chrome';
  if (isDebian()) return `sudo sh -c '${install}'`;
  const manifest = path.resolve(import.meta.dirname, '../../package.json');
  const { devDependencies } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  return `npx --yes playwright-core@${devDependencies['playwright-core']} install --with-deps chromium`;
}

/** Debian itself: what Ubuntu calls so is a snap, which cannot use a profile in /tmp. */
function isDebian() {
  return fs.existsSync('/etc/os-release') && /^ID=debian$/m.test(fs.readFileSync('/etc/os-release', 'utf8'));
}
