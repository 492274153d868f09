// A reporter of vitest: says at the very end, in lines that scripts/test.mjs repeats, which tests failed and why, and which took longest.

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
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => [module, test]));
    const times = tests.map(([module, test]) => [test.diagnostic()?.duration ?? 0, module, test]);
    for (const [time, module, test] of times.sort(([a], [b]) => b - a).slice(0, 20))
      console.log(`longest (${Math.round(time)} ms) ${module.relativeModuleId} > ${test.fullName}`);
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
