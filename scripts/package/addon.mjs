// Builds the SQLite binding of any system from the sources in the package sqlite3, with zig as the compiler. A binding is kept by the
// hash of all that it is made of.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../steps.mjs';
import { cache, fetchHeaders, keepOnce, nodeVersion, runTool, runZig, zigVersion } from './downloads.mjs';
import { targets } from './targets.mjs';

const sources = path.join(root, 'node_modules', 'sqlite3');
const file = 'node_sqlite3.node';

/** What binding.gyp and deps/sqlite3.gyp define for a release. */
const features = [
  'SQLITE_THREADSAFE=1',
  'HAVE_USLEEP=1',
  ...['FTS3', 'FTS4', 'FTS5', 'RTREE', 'MATH_FUNCTIONS'].map((name) => `SQLITE_ENABLE_${name}`),
  'SQLITE_ENABLE_DBSTAT_VTAB=1',
];
const binding = [
  'NAPI_VERSION=9',
  'NAPI_DISABLE_CPP_EXCEPTIONS=1',
  'BUILDING_NODE_EXTENSION',
  'NODE_GYP_MODULE_NAME=node_sqlite3',
];

/** @returns the file of the binding for a target, built or kept */
export function addonFor(target) {
  const hash = createHash('sha256').update([target, targets[target], zigVersion, nodeVersion].join('\n'));
  for (const input of [import.meta.filename, archive(), ...filesIn(path.join(sources, 'src'))])
    hash.update(fs.readFileSync(input));
  const name = `addon-${target}-${hash.digest('hex').slice(0, 24)}`;
  return path.join(
    keepOnce(name, (place) => {
      const work = fs.mkdtempSync(path.join(cache, 'work-'));
      try {
        fs.copyFileSync(buildAddon(target, work), path.join(place, file));
      } finally {
        fs.rmSync(work, { recursive: true, force: true });
      }
    }),
    file,
  );
}

/** The SQLite source that the package carries. */
function archive() {
  const deps = path.join(sources, 'deps');
  return path.join(
    deps,
    fs.readdirSync(deps).find((name) => name.endsWith('.tar.gz')),
  );
}

function filesIn(folder) {
  const entries = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ name }) => path.join(folder, name)).sort();
}

/** Compiles and links in a folder, by relative paths alone: the compiler writes paths into what it makes. @returns the binding */
export function buildAddon(target, folder) {
  const sqlite = unpackSources(folder);
  const isWindows = target.startsWith('win32');
  const zig = (tool, args) => runZig([tool, '-target', targets[target], ...args], folder);
  const objects = [];
  const compile = (tool, source, args) => {
    objects.push(`${path.basename(source)}.o`);
    const common = ['-O3', '-DNDEBUG', '-fno-sanitize=all', '-w', ...(isWindows ? [] : ['-fPIC'])];
    zig(tool, [...common, ...args, '-c', source, '-o', objects.at(-1)]);
  };
  const defined = (names) => names.map((name) => `-D${name}`);
  const included = ['node', 'api', sqlite].flatMap((name) => ['-I', name]);
  compile('cc', `${sqlite}/sqlite3.c`, ['-std=gnu99', '-D_REENTRANT=1', ...defined(features)]);
  const cpp = ['-std=gnu++17', '-fno-rtti', '-fno-exceptions', ...defined([...features, ...binding]), ...included];
  for (const name of ['backup', 'database', 'node_sqlite3', 'statement']) compile('c++', `src/${name}.cc`, cpp);
  if (isWindows) {
    fs.writeFileSync(path.join(folder, 'hostFunctions.c'), hostFunctions(folder, target));
    compile('cc', 'hostFunctions.c', ['-std=gnu11']);
  }
  const named = ['-Wl,-undefined,dynamic_lookup', `-Wl,-install_name,@rpath/${file}`];
  zig('c++', ['-shared', '-s', ...objects, ...(target.startsWith('darwin') ? named : []), '-o', file]);
  const built = path.join(folder, file);
  if (isWindows) removeTime(built);
  return built;
}

/** @returns the name of SQLite's folder */
function unpackSources(folder) {
  runTool('tar', ['xzf', archive(), '--no-same-owner', '-C', folder]);
  const copies = {
    src: path.join(sources, 'src'),
    api: path.join(root, 'node_modules', 'node-addon-api'),
    node: fetchHeaders(),
  };
  for (const [name, source] of Object.entries(copies))
    fs.cpSync(source, path.join(folder, name), { recursive: true, dereference: true });
  const sqlite = path.basename(archive(), '.tar.gz');
  // C++ includes it instead of <version> where names have no case.
  fs.rmSync(path.join(folder, sqlite, 'VERSION'), { force: true });
  return sqlite;
}

/** Sets the time of linking in the header of a Windows file to zero, so that two builds give the same bytes. */
function removeTime(built) {
  const bytes = fs.readFileSync(built);
  bytes.writeUInt32LE(0, bytes.readUInt32LE(0x3c) + 8);
  fs.writeFileSync(built, bytes);
}

/**
 * C source for Windows: a table of Node's functions, found in the running program when the binding is loaded, and under each name a
 * jump through the table. An import from "node.exe" would fail in Code.exe, and zig cannot delay an import.
 */
function hostFunctions(folder, target) {
  const findNames = (name, pattern) =>
    Array.from(fs.readFileSync(path.join(folder, name), 'utf8').matchAll(pattern), ([, found]) => found);
  const headers = ['node/js_native_api.h', 'node/node_api.h'];
  const declared = headers.flatMap((name) => findNames(name, /\b((?:napi|node_api)_\w+)\s*\(/g));
  const units = filesIn(path.join(folder, 'src')).map((source) => path.relative(folder, source));
  const called = units.flatMap((name) => findNames(name, /\b(uv_\w+)\s*\(/g));
  const names = [...new Set([...declared, ...called])].sort();
  const jump = target.endsWith('arm64')
    ? (slot) => `adrp x16, table\\n add x16, x16, :lo12:table\\n ldr x16, [x16, #${8 * slot}]\\n br x16`
    : (slot) => `jmp *table+${8 * slot}(%rip)`;
  return `#include <windows.h>
static const char *const names[] = {${names.map((name) => `"${name}"`).join(', ')}};
void *table[${names.length}];
__asm__(".text\\n"
${names.map((name, slot) => `  ".globl ${name}\\n${name}: ${jump(slot)}\\n"`).join('\n')});
__attribute__((constructor)) static void fillTable(void) {
  HMODULE program = GetModuleHandleA("libnode.dll");
  if (program == NULL) program = GetModuleHandleA(NULL);
  for (int slot = 0; slot < ${names.length}; slot++) table[slot] = (void *)GetProcAddress(program, names[slot]);
}
`;
}
