// npm run test:faults [-- --long]: lets calls go wrong, kills processes and reads changed files. The short form is part of npm test -- --all.
import { step } from './steps.mjs';

process.env.IDIOGRAPH_ALL = '1';
if (process.argv.includes('--long')) Object.assign(process.env, { IDIOGRAPH_LONG: '1', IDIOGRAPH_KILLS: '100' });
process.exit(step('faults', 'vitest', ['run', '--project', 'node', 'test/faults']).status);
