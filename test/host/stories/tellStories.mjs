// Tells stories one after another in one window, and keeps a picture of the window where one went wrong.
// STORIES=8 tells the first eight, STORIES=read-only,cancelled those whose titles hold one of these; both keep a picture of the
// window after each.
import fs from 'node:fs';
import path from 'node:path';

const pictures = path.join(import.meta.dirname, '..', 'results');

function isWanted(title, index) {
  const { STORIES: wanted } = process.env;
  if (wanted === undefined) return true;
  return /^\d+$/.test(wanted) ? index < Number(wanted) : wanted.split(',').some((part) => title.includes(part));
}

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export async function tellStories(name, stories, scene) {
  fs.mkdirSync(pictures, { recursive: true });
  const { page } = scene.window;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const started = Date.now();
  const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  for (const [index, [title, tell]] of stories.entries()) {
    if (!isWanted(title, index)) continue;
    try {
      await page.keyboard.press('Escape'); // what an earlier story left open
      await tell(scene);
      counts.passed += 1;
      if (process.env.STORIES) await page.screenshot({ path: path.join(pictures, `told-${name}-${index + 1}.png`) });
      console.log(`ok      ${title} (${seconds()})`);
    } catch (error) {
      counts.failed += 1;
      const picture = path.join(pictures, `failed-${name}-${index + 1}.png`);
      await page.screenshot({ path: picture }).catch(() => undefined);
      console.log(`not ok  ${title} (${seconds()}), ${picture}\n${error.stack ?? error}`);
    }
  }
  return counts;
}
