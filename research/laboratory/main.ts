import { runProgram } from '../../src/cli/program';
import { evaluateCommands } from './evaluate/commands';
import { shippedParts } from './evaluate/run/dependencies';

// `idiograph evaluate …`. Signals end it at once: nothing of it can be harmed, and its loops let no signal through.
void runProgram(evaluateCommands(shippedParts), process.argv.slice(2), true);
