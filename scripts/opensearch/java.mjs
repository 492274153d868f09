// Which Java runs OpenSearch: prints it, or fails where there is none.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const leastJava = 21;

/** The `java` of a Java 21 or newer: that of JAVA_HOME, or one in the usual places; undefined: there is none. */
export function findJava() {
  const usual = ['/usr/lib/jvm', '/Library/Java/JavaVirtualMachines', '/opt'].filter((folder) => fs.existsSync(folder));
  const installed = usual.flatMap((folder) => fs.readdirSync(folder).map((name) => path.join(folder, name)));
  const homes = [process.env.JAVA_HOME, ...installed.flatMap((each) => [each, path.join(each, 'Contents', 'Home')])];
  const found = homes.filter(Boolean).map((home) => path.join(home, 'bin', 'java'));
  return [...found.filter((file) => fs.existsSync(file)), 'java'].find((java) => versionOf(java) >= leastJava);
}

function versionOf(java) {
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
}

if (import.meta.filename === fs.realpathSync(process.argv[1])) {
  const java = findJava();
  console.log(java ?? `no Java ${leastJava} or newer was found`);
  process.exit(java === undefined ? 1 : 0);
}
