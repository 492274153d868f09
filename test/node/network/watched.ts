import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What a program printed, and what it did that somebody could notice from outside. */
export interface Watched {
  readonly code: number | null;
  readonly output: string;
  /** Packets that it sent, to whatever address: a question for a name is one, an attempt to connect another. */
  readonly packets: number;
  /** Files and folders that it left in its home, which is where it was started and what it had for temporary files, too. */
  readonly left: readonly string[];
}

/**
 * A network of its own, in which every address there is leads back to the same machine: a program finds routes and a name
 * server's address as on a connected machine, and the counter of the one interface sees whatever it sends.
 */
const connect = [
  'ip link set lo up',
  'ip address add 10.255.255.53/8 dev lo',
  'ip route add local default dev lo',
  'ip -6 route add local default dev lo 2>/dev/null || true', // a machine may be without IPv6
].join(' && ');

/** How this process may start a program in a network of its own; undefined where it may not. */
const unshare = [['--net'], ['--net', '--map-root-user']].find(
  (flags) => spawnSync('unshare', [...flags, 'sh', '-c', connect]).status === 0,
);

/** Why no program can be watched here; undefined where one can. */
export const unwatched =
  unshare === undefined ? 'needs Linux, "unshare", "ip" and the right to make a network namespace' : undefined;

/** Runs Node with an empty home and hardly any environment in a network of its own. */
export async function watch(args: readonly string[]): Promise<Watched> {
  if (unshare === undefined) throw new Error(`The network cannot be watched: the test ${unwatched ?? ''}.`);
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-watched-'));
  const home = path.join(place, 'home');
  const counters = path.join(place, 'counters');
  fs.mkdirSync(home);
  try {
    const script = `${connect} || exit 99; "$@"; code=$?; cat /proc/net/dev > '${counters}'; exit $code`;
    const child = spawn('unshare', [...unshare, 'sh', '-c', script, 'sh', process.execPath, ...args], {
      cwd: home,
      // Nothing that would keep a reporting library quiet by itself, such as CI; and the switch the wrong way round.
      env: { PATH: process.env['PATH'], HOME: home, TMPDIR: home, ORT_DISABLE_TELEMETRY: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    await once(child, 'close');
    const packets = packetsSent(fs.readFileSync(counters, 'utf8'));
    return { code: child.exitCode, output, packets, left: fs.readdirSync(home, { recursive: true }).map(String) };
  } finally {
    fs.rmSync(place, { recursive: true });
  }
}

/** From /proc/net/dev: for each interface, eight numbers about what was received and eight about what was sent. */
function packetsSent(counters: string): number {
  const rows = counters.split('\n').flatMap((line) => /^\s*\S+:\s*(.*)$/.exec(line)?.[1] ?? []);
  return rows.reduce((sum, row) => sum + Number(row.split(/\s+/)[9]), 0);
}
