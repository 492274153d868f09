// A reporter of vitest: says at the very end, in lines that scripts/test.mjs repeats, which tests failed and why.

/** The lines of a message that are shown. */
const shown = 12;

export default class FailedTests {
  onTestRunEnd(modules, unhandledErrors) {
    for (const module of modules) {
      for (const error of module.errors()) tell(module.relativeModuleId, error);
      for (const found of [...module.children.allSuites(), ...module.children.allTests('failed')]) {
        const errors = found.type === 'suite' ? found.errors() : (found.result().errors ?? []);
        for (const error of errors) tell(`${module.relativeModuleId} > ${found.fullName}`, error);
      }
    }
    for (const error of unhandledErrors) tell('an error that no test waited for', error);
  }
}

function tell(name, error) {
  const place = (error.stack ?? '').split('\n').find((line) => /^\s+at .*\/(test|src|research)\//.test(line)) ?? '';
  const text = [error.message ?? String(error), place, error.diff ?? ''].join('\n').replace(/\u001b\[[0-9;]*m/g, '');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  process.stdout.write(
    `not ok  ${name}\n${lines
      .slice(0, shown)
      .map((line) => `        ${line.trimEnd()}\n`)
      .join('')}`,
  );
}
