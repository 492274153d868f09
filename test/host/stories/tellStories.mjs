// Tells stories one after another in one window, or groups of stories in a window each, and keeps a picture of the window where one
// went wrong. STORIES=read-only,cancelled tells those whose titles hold one of these, and keeps a picture of the window after each.
// IDIOGRAPH_DAILY=1 tells the groups that every run of all tests has, where a part has some that are marked so.
import fs from 'node:fs';
import path from 'node:path';
import { copyOfSample, indexSample } from '../cases.mjs';
import { openPlace } from '../window.mjs';

const pictures = path.join(import.meta.dirname, '..', 'results');

const isDaily = process.env.IDIOGRAPH_DAILY === '1';

function isWanted([title]) {
  const { STORIES: wanted } = process.env;
  return wanted === undefined || wanted.split(',').some((part) => title.includes(part));
}

/**
 * Tells each group in a window of its own with a fresh copy of the sample case, so that a story that fails spoils no other group. All are
 * windows of one server, which is made with `options`; `openFile` is a file of the case that each begins with. `prepare` changes the copy
 * before its window opens. `start` brings about in the window what all stories of the group begin with; the case then has its index, unless
 * it was prepared. `daily` marks a group that every run has.
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function tellGroups(name, groups, { openFile, ...options }) {
  const chosen = isDaily && groups.some(({ daily }) => daily) ? groups.filter(({ daily }) => daily) : groups;
  const wanted = chosen.filter(({ stories }) => stories.some(isWanted));
  const indexed = wanted.some(hasIndex) ? indexSample() : undefined;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const place = await openPlace(options);
  try {
    const openOn = (folder) => place.open({ folder, openFile: openFile && path.join(folder, openFile) });
    for (const group of wanted) {
      const came = await tellGroup(`${name}-${groups.indexOf(group) + 1}`, group, { openOn, indexed });
      for (const key of Object.keys(counts)) counts[key] += came[key];
    }
  } finally {
    await place.close();
    indexed?.remove();
  }
  return counts;
}

const hasIndex = ({ prepare, start }) => start !== undefined && prepare === undefined;

async function tellGroup(name, group, { openOn, indexed }) {
  const { prepare, start, stories } = group;
  const { folder, remove } = copyOfSample(hasIndex(group) ? indexed.folder : undefined);
  let window;
  try {
    prepare?.({ folder });
    window = await openOn(folder);
    await start?.({ window, folder });
    return await tellStories(name, stories, { window, folder });
  } catch (error) {
    const picture = path.join(pictures, `failed-${name}.png`);
    await window?.page.screenshot({ path: picture }).catch(() => undefined);
    console.log(`not ok  the start of ${name}, ${picture}\n${error.stack ?? error}`);
    return { passed: 0, failed: stories.length, skipped: 0 };
  } finally {
    await window?.close();
    remove();
  }
}

/** @returns {Promise<{ passed: number, failed: number, skipped: number }>} */
export async function tellStories(name, stories, scene) {
  fs.mkdirSync(pictures, { recursive: true });
  const { page } = scene.window;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const [index, story] of stories.entries()) {
    const [title, tell] = story;
    if (!isWanted(story)) continue;
    const began = Date.now();
    try {
      await page.keyboard.press('Escape'); // what an earlier story left open
      await tell(scene);
      counts.passed += 1;
      if (process.env.STORIES) await page.screenshot({ path: path.join(pictures, `told-${name}-${index + 1}.png`) });
      console.log(`ok      ${title} (${Date.now() - began} ms)`);
    } catch (error) {
      counts.failed += 1;
      const picture = path.join(pictures, `failed-${name}-${index + 1}.png`);
      await page.screenshot({ path: picture }).catch(() => undefined);
      console.log(`not ok  ${title} (${Date.now() - began} ms)\n${picture}\n${error.stack ?? error}`);
    }
  }
  return counts;
}
