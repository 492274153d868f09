// npm run test:server [-- --long]: the reference index on real OpenSearch nodes. Where no node can run, the whole text is skipped and the
// reason is said; SERVER_TESTS=required makes that a failure. --long: fifty kills in place of five.
import path from 'node:path';
import { whyNoNode } from './opensearch/nodes.mjs';
import { root, step } from './steps.mjs';

const reason = whyNoNode();
if (reason !== undefined) {
  const required = process.env.SERVER_TESTS === 'required';
  console.log(`${required ? 'FAILED' : 'skipped'}: the tests of the server, since ${reason}`);
  console.log(required ? '0 passed, 1 failed, 0 skipped' : '0 passed, 0 failed, 1 skipped');
  process.exit(required ? 1 : 0);
}
const isLong = process.argv.includes('--long');
if (isLong) process.env.SERVER_KILLS = '50';
const others = process.argv.slice(2).filter((word) => word !== '--long');
const reporters = ['--reporter=default', `--reporter=${path.join(root, 'scripts', 'failedTests.mjs')}`];
const config = path.join('test', 'server', 'vitest.config.ts');
const args = ['run', '--config', config, ...reporters, ...others];
const { status, output } = step('tests of the server', 'vitest', args, {
  capture: true,
  minutes: isLong ? undefined : 30,
});
const [line = ''] = output.replace(/\u001b\[[0-9;]*m/g, '').match(/^\s*Tests\s.*$/m) ?? [];
const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
const failed = status !== 0 ? Math.max(1, count('failed')) : count('failed');
console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`);
process.exit(status);
