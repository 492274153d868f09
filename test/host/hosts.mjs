// The two hosts that a suite can run in: desktop VS Code, and the browser-served one with a local Chromium.
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const suite = path.join(root, 'out', 'test', 'host', 'suite', 'index.js');

/** `electron` or `code-server`: HOST, or what this platform can run. */
export const host = process.env.HOST ?? (process.platform === 'win32' ? 'electron' : 'code-server');

/**
 * Runs the built suite in an extension host that has the folder open. Resolves to 0 where all went well; to a text where no answer
 * came within `limit` milliseconds.
 */
export function runSuite(folder, env, limit = 240_000) {
  return host === 'electron' ? inDesktop(folder, env) : inBrowser(folder, env, limit);
}

async function inDesktop(folder, extensionTestsEnv) {
  const { runTests } = await import('@vscode/test-electron');
  const { VSCODE_EXECUTABLE: vscodeExecutablePath } = process.env;
  return runTests({
    ...(vscodeExecutablePath && { vscodeExecutablePath }),
    extensionDevelopmentPath: root,
    extensionTestsPath: suite,
    extensionTestsEnv,
    launchArgs: [folder, '--disable-extensions', '--disable-workspace-trust'],
  });
}

async function inBrowser(folder, env, limit) {
  const { openBrowser } = await import('./browser.mjs');
  const { startHost, workbenchUrl } = await import('./launchCodeServer.mjs');
  const server = await startHost({ env });
  const browser = await openBrowser();
  try {
    const ended = new Promise((resolve) => {
      // The workbench calls these two where they exist and extensionTestsPath is given.
      void browser.page.exposeFunction('codeAutomationLog', (_type, args) => {
        if (process.env.HOST_VERBOSE) console.log(JSON.stringify(args));
      });
      void browser.page.exposeFunction('codeAutomationExit', (code) => resolve(code));
    });
    await browser.page.goto(workbenchUrl(server, { folder, dev: root, tests: suite }), { timeout: limit });
    const late = new Promise((resolve) => setTimeout(() => resolve('no answer'), limit).unref());
    return await Promise.race([ended, late]);
  } finally {
    await browser.close();
    await server.stop();
  }
}
