// The parts of the host tests, each in windows of its own: the suite inside the extension host, the stories through the window, and
// axe over the page of the review panel. The longest come first, for those who run several at once.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyOfSample } from './cases.mjs';
import { host, runSuite } from './hosts.mjs';

/** Each part by its name. @type {Record<string, () => Promise<{ passed: number, failed: number, skipped: number }>>} */
export const parts = {
  stories: inWindow(() => import('./stories/stories.mjs')),
  case: inWindow(() => import('./stories/caseStories.mjs')),
  readers: inWindow(() => import('./stories/readerStories.mjs')),
  accessibility: inWindow(() => import('./accessibility.mjs')),
  suite,
  package: inWindow(() => import('./stories/packageStories.mjs')),
  validation: inWindow(() => import('./stories/validationStories.mjs')),
  newCase: inWindow(() => import('./stories/newCaseStories.mjs')),
  languages: inWindow(() => import('./stories/languageStories.mjs')),
  hostile: inWindow(() => import('./stories/hostile.mjs')),
  server: inWindow(() => import('./stories/serverStories.mjs')),
};

function inWindow(module) {
  return async () => {
    if (host !== 'electron') return (await module()).run();
    console.log('skipped: it needs the browser-served VS Code');
    return { passed: 0, failed: 0, skipped: 1 };
  };
}

async function suite() {
  const results = path.join(os.tmpdir(), `idiograph-host-results-${process.pid}.json`);
  const sample = copyOfSample();
  let code = 1;
  try {
    code = await runSuite(sample.folder, { HOST_TEST_RESULTS: results });
  } catch (error) {
    console.error(error);
  } finally {
    sample.remove();
  }
  const list = fs.existsSync(results) ? JSON.parse(fs.readFileSync(results, 'utf8')) : [];
  fs.rmSync(results, { force: true });
  const marks = { passed: 'ok     ', failed: 'not ok ', skipped: 'skipped' };
  for (const { title, state, ms, error } of list)
    console.log(`${marks[state]} ${title}${ms === undefined ? '' : ` (${ms} ms)`}${error ? `\n${error}` : ''}`);
  const count = (state) => list.filter((result) => result.state === state).length;
  // A run that ended badly without a failed test is a failure of its own.
  const broken = code !== 0 && count('failed') === 0 ? 1 : 0;
  if (broken) console.log(`not ok  the suite's run ended with ${code}`);
  return { passed: count('passed'), failed: count('failed') + broken, skipped: count('skipped') };
}
