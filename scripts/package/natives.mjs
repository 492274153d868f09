// What speaks against a native file in the package of a target: another system or processor, a library that neither the package nor
// the system has, or a newer glibc than VS Code asks for.
import path from 'node:path';

/** What every supported system brings, or, for Microsoft's C++ runtime, what the product names where it is missing. */
const brought = {
  linux: /^(lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so\.\d+|ld-linux-(x86-64|aarch64)\.so\.\d)$/,
  darwin: /^(\/usr\/lib\/|\/System\/Library\/)/,
  win32:
    /^(kernel32|advapi32|user32|shell32|shlwapi|ole32|setupapi|dbghelp|ntdll|bcrypt|ws2_32|dxgi|d3d12|dxcore|(api|ext)-ms-win-[\w-]+|ucrtbase|(msvcp140|vcruntime140)(_\w+)?)\.dll$/i,
};
/** The newest versions of symbols that systems with glibc 2.28 have. */
const newest = { GLIBC: [2, 28], GLIBCXX: [3, 4, 25], CXXABI: [1, 3, 11] };

/** @param files contents of all native files of a package by name @returns one sentence for each problem */
export function findNativeProblems(files, target) {
  const beside = new Set([...files.keys()].map((name) => path.posix.basename(name).toLowerCase()));
  const [system] = target.split('-');
  return [...files].flatMap(([name, bytes]) => {
    const kind = kindOf(bytes);
    if (kind !== target) return [`${name} is for ${kind}, not for ${target}`];
    const lacking = importsOf(bytes, system).filter(
      (library) => !brought[system].test(library) && !beside.has(path.posix.basename(library).toLowerCase()),
    );
    return [
      ...lacking.map((library) => `${name} needs ${library}, which neither the package nor the system has`),
      ...(system === 'linux' ? newerSymbols(bytes).map((version) => `${name} needs ${version}`) : []),
    ];
  });
}

/** The target of an ELF, Mach-O or PE file, by its header. */
function kindOf(bytes) {
  const named = (system, processors, number) => `${system}-${processors[number] ?? `processor ${number}`}`;
  if (bytes.length < 64) return 'an unknown system';
  if (bytes.readUInt32BE(0) === 0x7f454c46) return named('linux', { 62: 'x64', 183: 'arm64' }, bytes.readUInt16LE(18));
  if (bytes.readUInt32LE(0) === 0xfeedfacf)
    return named('darwin', { 0x01000007: 'x64', 0x0100000c: 'arm64' }, bytes.readUInt32LE(4));
  if (bytes.toString('latin1', 0, 2) !== 'MZ') return 'an unknown system';
  return named('win32', { 0x8664: 'x64', 0xaa64: 'arm64' }, bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4));
}

function importsOf(bytes, system) {
  return { linux: elfImports, darwin: machoImports, win32: peImports }[system](bytes);
}

/** The text at a place, up to its zero byte. */
const textAt = (bytes, at) => bytes.toString('latin1', at, bytes.indexOf(0, at));

/** DT_NEEDED (1) of the dynamic section (type 6), which names its table of strings by its link. */
function elfImports(bytes) {
  const start = Number(bytes.readBigUInt64LE(0x28));
  const sections = Array.from({ length: bytes.readUInt16LE(0x3c) }, (_, at) => {
    const header = start + at * bytes.readUInt16LE(0x3a);
    const [offset, size] = [0x18, 0x20].map((field) => Number(bytes.readBigUInt64LE(header + field)));
    return { type: bytes.readUInt32LE(header + 4), link: bytes.readUInt32LE(header + 0x28), offset, size };
  });
  return sections
    .filter(({ type }) => type === 6)
    .flatMap(({ link, offset, size }) =>
      Array.from({ length: size / 16 }, (_, at) => offset + 16 * at)
        .filter((entry) => bytes.readBigUInt64LE(entry) === 1n)
        .map((entry) => textAt(bytes, sections[link].offset + Number(bytes.readBigUInt64LE(entry + 8)))),
    );
}

/** LC_LOAD_DYLIB (12) and its weak form among the load commands. */
function machoImports(bytes) {
  const found = [];
  for (let at = 32, left = bytes.readUInt32LE(16); left > 0; left--, at += bytes.readUInt32LE(at + 4))
    if ([0xc, 0x80000018].includes(bytes.readUInt32LE(at))) found.push(textAt(bytes, at + bytes.readUInt32LE(at + 8)));
  return found;
}

/** The import directory, the second of those at the end of the optional header. Delayed imports are left out. */
function peImports(bytes) {
  const header = bytes.readUInt32LE(0x3c);
  const sectionsAt = header + 24 + bytes.readUInt16LE(header + 20);
  const placeOf = (address) => {
    for (let at = sectionsAt, left = bytes.readUInt16LE(header + 6); left > 0; left--, at += 40) {
      const [size, start, , from] = [8, 12, 16, 20].map((field) => bytes.readUInt32LE(at + field));
      if (address >= start && address < start + size) return address - start + from;
    }
    throw new Error('An import lies in no section.');
  };
  const found = [];
  const directory = bytes.readUInt32LE(header + 24 + 112 + 8);
  if (directory === 0) return found;
  for (let at = placeOf(directory); bytes.readUInt32LE(at + 12) !== 0; at += 20)
    found.push(textAt(bytes, placeOf(bytes.readUInt32LE(at + 12))));
  return found;
}

/** Versions of symbols that are newer than those of `newest`. They are strings of an ELF file. */
function newerSymbols(bytes) {
  const versions = new Set(bytes.toString('latin1').match(/\b(GLIBC|GLIBCXX|CXXABI)_\d+(\.\d+)+\b/g) ?? []);
  return [...versions].filter((version) => {
    const [name, numbers] = version.split('_');
    const parts = numbers.split('.').map(Number);
    const at = parts.findIndex((part, place) => part !== (newest[name][place] ?? 0));
    return at >= 0 && parts[at] > (newest[name][at] ?? 0);
  });
}
