// Checks types and style with one type-check: the linter asks the programs whose types were checked. A file is passed over if it passed
// before and nothing that it depends on has changed since: node_modules/.cache/idiograph/checked.json.
import { ESLint } from 'eslint';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { root } from './steps.mjs';

const cacheFile = path.join(root, 'node_modules', '.cache', 'idiograph', 'checked.json');
const sourceFiles = new Map();

const code = openProgram('tsconfig.json');
const page = openProgram('webview/tsconfig.json');
/** The core once more, with nothing of Node. */
const core = openProgram('src/core/tsconfig.json');

const configuration = hash(
  ...['package-lock.json', 'eslint.config.mjs', 'docs/glossary.md'].map(read),
  ...['scripts/typesAndStyle.mjs', 'scripts/glossaryRules.mjs'].map(read),
  ...[code, page, core].map(({ builder }) => JSON.stringify(builder.getCompilerOptions())),
);
const passedBefore = new Set(fs.existsSync(cacheFile) ? JSON.parse(fs.readFileSync(cacheFile, 'utf8')) : []);
const linter = new ESLint({
  cwd: root,
  overrideConfig: { files: ['**/*.{ts,tsx}'], languageOptions: { parser: withPrograms() } },
});

const states = listStates();
const toCheck = new Set([...states].filter(([, state]) => !passedBefore.has(state)).map(([file]) => file));
const failed = new Set([...checkTypes(), ...(await checkStyle())]);
const passed = [...states].filter(([file]) => !failed.has(file)).map(([, state]) => state);
fs.mkdirSync(path.dirname(cacheFile), { recursive: true });
fs.writeFileSync(cacheFile, JSON.stringify(passed));
console.log(`${toCheck.size} of ${states.size} files were checked: the others have not changed since they passed.`);
process.exit(failed.size > 0 ? 1 : 0);

function read(file) {
  return fs.readFileSync(path.resolve(root, file), 'utf8');
}

function hash(...texts) {
  const made = crypto.createHash('sha256');
  for (const text of texts) made.update(text).update('\0');
  return made.digest('base64');
}

/** A program of a configuration. All programs share the files that they read. */
function openProgram(config) {
  const file = path.join(root, config);
  const parsed = ts.getParsedCommandLineOfConfigFile(
    file,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  );
  const host = ts.createIncrementalCompilerHost(parsed.options);
  const readSource = host.getSourceFile;
  host.getSourceFile = (name, ...others) => {
    if (!sourceFiles.has(name)) sourceFiles.set(name, readSource(name, ...others));
    return sourceFiles.get(name);
  };
  const builder = ts.createSemanticDiagnosticsBuilderProgram(
    parsed.fileNames,
    parsed.options,
    host,
    undefined,
    parsed.errors,
  );
  return { builder, program: builder.getProgram(), files: parsed.fileNames };
}

function fail(diagnostic) {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}

/** The parser of the linter, which takes the types from the programs. */
function withPrograms() {
  const programs = [code.program, page.program];
  const { meta, parseForESLint } = tseslint.parser;
  return {
    meta,
    parseForESLint: (text, options) => parseForESLint(text, { ...options, project: undefined, programs }),
  };
}

/** A hash by file: of its contents, of all that it depends on, and of how it is checked. */
function listStates() {
  const contents = new Map();
  const hashOf = (file) => {
    if (!contents.has(file)) contents.set(file, hash(file, fs.readFileSync(file)));
    return contents.get(file);
  };
  const states = new Map();
  for (const { builder, program, files } of [code, page]) {
    for (const file of files) {
      const own = builder
        .getAllDependencies(program.getSourceFile(file))
        .filter((each) => !each.includes('node_modules'));
      states.set(
        file,
        hash(configuration, file, ...[file, ...own].map((each) => hashOf(path.resolve(root, each))).sort()),
      );
    }
  }
  return states;
}

/** Prints what is wrong with the types. @returns the files, or the root folder for what is of no file */
function checkTypes() {
  const found = [code, page, core].flatMap(({ program }) => [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
  ]);
  const checked = new Set();
  for (const { program, files } of [code, page])
    for (const file of files.filter((each) => toCheck.has(each) && !checked.has(each))) {
      checked.add(file);
      found.push(...diagnose(program, file));
    }
  for (const file of core.files) if (toCheck.has(file)) found.push(...diagnose(core.program, file));
  const names = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
  if (found.length > 0) console.log(ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(found), names));
  return found.map(({ file }) => file?.fileName ?? root);
}

function diagnose(program, file) {
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
}

/** Prints what is wrong with the style, also in all files that have no types. @returns the files */
async function checkStyle() {
  const ignored = await Promise.all([...toCheck].map((file) => linter.isPathIgnored(file)));
  const results = await linter.lintFiles(['**/*.{js,mjs,mts}', ...[...toCheck].filter((_, at) => !ignored[at])]);
  const formatter = await linter.loadFormatter('stylish');
  console.log(await formatter.format(results));
  return results.filter(({ messages }) => messages.length > 0).map(({ filePath }) => filePath);
}
