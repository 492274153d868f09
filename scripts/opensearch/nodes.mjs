// OpenSearch nodes on loopback for tests and trials, from Maven's jars: no TLS, no accounts, so never for real use.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findJava, leastJava } from './java.mjs';

const version = '3.6.0';
/** Not below a home folder: started by root, a node runs as `nobody`, who must be able to read it. */
const home = path.join(os.tmpdir(), `idiograph-opensearch-${version}`);
/** On a busy machine three nodes take minutes. */
const startSeconds = 300;

/** Why no node can run here, as a clause; undefined where one can. Lays out the jars at the first call. */
export function whyNoNode() {
  if (process.platform === 'win32') return 'nodes are started on Linux and macOS only';
  const java = findJava();
  if (java === undefined) return `no Java ${leastJava} or newer was found (JAVA_HOME, /usr/lib/jvm)`;
  if (fs.existsSync(path.join(home, 'lib'))) return undefined;
  return layOut(java);
}

function layOut(java) {
  const jars = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-jars-'));
  const pom = path.join(import.meta.dirname, 'pom.xml');
  const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`];
  const JAVA_HOME = java === 'java' ? process.env.JAVA_HOME : path.resolve(fs.realpathSync(java), '..', '..');
  const { status, error, stdout } = spawnSync('mvn', args, { encoding: 'utf8', env: { ...process.env, JAVA_HOME } });
  if (error) return 'Maven ("mvn") is not installed';
  if (status !== 0) return `Maven could not fetch the jars: ${stdout.trim().split('\n').slice(0, 3).join(' ')}`;
  const laid = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-home-'));
  for (const folder of ['lib', 'bin', 'plugins', ...modules.map(({ name }) => `modules/${name}`)]) {
    fs.mkdirSync(path.join(laid, folder), { recursive: true });
  }
  for (const jar of fs.readdirSync(jars)) {
    const owner = modules.find(({ jars: theirs }) => theirs.test(jar));
    fs.copyFileSync(path.join(jars, jar), path.join(laid, owner ? `modules/${owner.name}` : 'lib', jar));
  }
  for (const { name, main } of modules)
    fs.writeFileSync(path.join(laid, 'modules', name, 'plugin-descriptor.properties'), descriptor(name, main));
  fs.rmSync(jars, { recursive: true });
  spawnSync('chmod', ['-R', 'a+rX', laid]);
  fs.renameSync(laid, home);
  return undefined;
}

const modules = [
  {
    name: 'transport-netty4',
    main: 'org.opensearch.transport.Netty4ModulePlugin',
    jars: /^(netty-|opensearch-netty4|transport-netty4)/,
  },
  {
    name: 'lang-painless',
    main: 'org.opensearch.painless.PainlessModulePlugin',
    jars: /^(asm|antlr4|lang-painless|opensearch-scripting-painless-spi)/,
  },
];

function descriptor(name, main) {
  return [
    ...[`description=${name}`, `version=${version}`, `name=${name}`, `classname=${main}`, 'java.version=21'],
    ...[`opensearch.version=${version}`, 'extended.plugins=', 'has.native.controller=false', ''],
  ].join('\n');
}

/**
 * Starts the nodes of one cluster and waits until they answer.
 *
 * @param ports  HTTP port of each; the transport port is 100 above
 * @param settings  further lines of opensearch.yml
 */
export async function startCluster(ports, settings = []) {
  const nodes = ports.map((port) => new LoopbackNode(port, ports, settings));
  process.once('exit', () => nodes.forEach((node) => node.process?.kill('SIGKILL'))); // none outlives what started it
  try {
    for (const node of nodes) node.start();
    await Promise.all(nodes.map((node) => node.answers(ports.length)));
  } catch (error) {
    await Promise.all(nodes.map((node) => node.stop()));
    throw error;
  }
  return nodes;
}

class LoopbackNode {
  constructor(port, ports, settings) {
    this.url = `http://127.0.0.1:${port}`;
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idiograph-node-'));
    for (const name of ['config', 'data', 'logs']) fs.mkdirSync(path.join(this.folder, name));
    fs.chmodSync(this.folder, 0o755);
    this.write('opensearch.yml', [...this.settings(port, ports), ...settings]);
    this.write('log4j2.properties', [
      ...['status = error', 'appender.console.type = Console', 'appender.console.name = console'],
      ...[
        'appender.console.layout.type = PatternLayout',
        'appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] %m%n',
      ],
      ...['rootLogger.level = warn', 'rootLogger.appenderRef.console.ref = console'],
    ]);
    this.asNobody = process.getuid?.() === 0;
    if (this.asNobody) spawnSync('chown', ['-R', 'nobody:nogroup', this.folder]);
  }

  settings(port, ports) {
    const place = (name) => path.join(this.folder, name);
    const seeds = ports.map((each) => `127.0.0.1:${each + 100}`);
    return [
      ...['cluster.name: idiograph-test', `node.name: node-${port}`, 'network.host: 127.0.0.1', `http.port: ${port}`],
      ...[`transport.port: ${port + 100}`, `path.data: ${place('data')}`, `path.logs: ${place('logs')}`],
      'cluster.routing.allocation.disk.threshold_enabled: false',
      ...(ports.length === 1
        ? ['discovery.type: single-node']
        : [
            `discovery.seed_hosts: [${seeds}]`,
            `cluster.initial_cluster_manager_nodes: [${ports.map((each) => `node-${each}`)}]`,
          ]),
    ];
  }

  write(name, lines) {
    fs.writeFileSync(path.join(this.folder, 'config', name), `${lines.join('\n')}\n`);
  }

  start() {
    const logs = path.join(this.folder, 'logs');
    const java = [
      ...[
        '-Xms512m',
        '-Xmx512m',
        '-XX:+UseSerialGC',
        '--enable-native-access=ALL-UNNAMED',
        '--add-modules=jdk.incubator.vector',
      ],
      ...[`-Dopensearch.path.home=${home}`, `-Dopensearch.path.conf=${path.join(this.folder, 'config')}`],
      ...['-Dopensearch.distribution.type=tar', `-Djava.io.tmpdir=${logs}`, '-Dlog4j2.disable.jmx=true'],
      ...['-cp', `${home}/lib/*`, 'org.opensearch.bootstrap.OpenSearch'],
    ];
    const command = [findJava(), ...java];
    const user = this.asNobody ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : [];
    const [program, ...args] = [...user, ...command];
    const log = fs.openSync(path.join(logs, 'console.log'), 'a');
    this.process = spawn(program, args, { stdio: ['ignore', log, log], env: { ...process.env, HOME: this.folder } });
    this.ended = once(this.process, 'exit');
    fs.closeSync(log);
  }

  /** Waits until so many nodes are in its cluster. */
  async answers(count) {
    const health = `${this.url}/_cluster/health?wait_for_nodes=${count}&timeout=1s`;
    for (const until = Date.now() + startSeconds * 1000; Date.now() < until; await sleep(200)) {
      if (this.process.exitCode !== null) break;
      const answer = await fetch(health).catch(() => undefined);
      if (answer?.ok && !(await answer.json()).timed_out) return;
    }
    throw new Error(`The node at ${this.url} did not start:\n${this.log()}`);
  }

  log() {
    return fs.readFileSync(path.join(this.folder, 'logs', 'console.log'), 'utf8').slice(-3000);
  }

  /** As `kill -9` does. */
  async kill() {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  async stop() {
    await this.kill();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
