import { StreamIo } from '../../../src/cli/io';
import { findExitCode, usage } from '../../../src/core/errors';
import { calibrateOptions } from '../calibrate/options';
import { stageProgress } from '../evaluate/run/progress';
import { foldCount } from '../sources/sourceFolds';
import { openFolds } from './foldTexts';
import { studies } from './studies';

const io = new StreamIo();

/** `npm run calibrate -- kinds | plda | hapax | frequencies`, or `across` for all of them, which opens the folds once. */
async function main([name = '', ...typed]: readonly string[]): Promise<void> {
  try {
    const options = calibrateOptions(typed);
    const names = name === 'across' ? Object.keys(studies) : [name];
    const made = names.map((each) => {
      const create = studies[each];
      if (!create) throw usage(`"${each}" is no study.`);
      return [each, create(options.limit)] as const;
    });
    const folds = await openFolds(options, io.stop);
    const progress = stageProgress(io, 'folds');
    for await (const texts of folds.read()) {
      for (const [, study] of made) study.add(texts, folds);
      progress(texts.fold + 1, foldCount);
    }
    io.stdout(
      folds.isOutOfSource ? 'N-grams know no source of a fold.' : 'N-grams are those that ship; they know no author.',
    );
    for (const [each, study] of made) io.stdout('', each, ...study.report());
  } catch (error) {
    io.stderr(...(error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n'));
    process.exitCode = findExitCode(error);
  }
}

void main(process.argv.slice(2));
