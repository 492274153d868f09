// Builds the SQLite binding of a target, unless it is kept.
//   node scripts/package/buildAddon.mjs TARGET
import { addonFor } from './addon.mjs';
import { checkTarget } from './targets.mjs';

addonFor(checkTarget(process.argv[2]));
