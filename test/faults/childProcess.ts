import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { build } from 'esbuild';

const children = path.join(__dirname, 'children');

/** Starts a script of `children/`, bundled into `folder`, in a process of its own. */
export async function startChild(name: string, folder: string, ...args: readonly string[]): Promise<Child> {
  return (await bundledChild(name, folder))(...args);
}

/** Bundles a script of `children/` once, to be started as often as needed. @param variables  added to its environment */
export async function bundledChild(
  name: string,
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<(...args: readonly string[]) => Child> {
  const outfile = path.join(folder, `${name}.cjs`);
  await build({
    entryPoints: [path.join(children, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    external: ['sqlite3', 'onnxruntime-node', '@cspell/dict-en-common-misspellings'],
    supported: { 'dynamic-import': false }, // only require() looks in NODE_PATH
    logLevel: 'warning',
  });
  const env = { ...process.env, NODE_PATH: path.resolve('node_modules'), ...variables };
  return (...args) =>
    new Child(spawn(process.execPath, [outfile, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] }));
}

/** A running child and what it has printed. */
export class Child {
  private printed = '';
  private readonly ended: Promise<unknown>;

  constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.printed += text));
    this.ended = once(child, 'close');
  }

  /** Whole lines printed so far. */
  lines(): readonly string[] {
    return this.printed.split('\n').slice(0, -1);
  }

  async printedLines(count: number): Promise<void> {
    while (this.lines().length < count) {
      if (this.child.exitCode !== null) throw new Error(`The child ended with ${this.child.exitCode}.`);
      await once(this.child.stdout!, 'data');
    }
  }

  /** Ends the process at once, wherever it is. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Waits until the process has ended by itself; its exit status. */
  async end(): Promise<number | null> {
    await this.ended;
    return this.child.exitCode;
  }
}
