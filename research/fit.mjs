// npm run fit -- --data DIR --work DIR --backbone DIR [--models models] [--python python3] [--only STEP | --from STEP]
// Makes every file of models/ that a fit writes, in order, on one core. A finished step stays; a stopped one goes on where it was.
// WORK/fit.log says what ran and how long it took, WORK/sources.jsonl which texts each step read. At the end of each step models/sources.json says what its files were made from.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const folds = [0, 1, 2, 3, 4];
const { balanced, training } = JSON.parse(
  fs.readFileSync(path.join(root, 'research/training/splits/files.json'), 'utf8'),
);
/** What is left out of the n-grams to see what it adds: all texts of new families of two kinds, or commit messages alone (--only families). */
const leftOut = { families: ['g-', 'b-', 'op-'], messages: ['g-:other'] };
/** Folds that are judged then: no text of theirs is by the one large community. */
const judgedFolds = [0, 3];
/** The questions that ratios among authors are fitted to, and that of the first of a search. */
const questions = [
  { authors: [2, 3], words: [100, 250, 500, 1000, 2000], known: [2000, 500, 8000], cases: 4, seed: 1 },
  { authors: [8], words: [100, 250, 500, 1000, 2000], known: [2000, 8000], cases: 2, seed: 2 },
  { authors: [14, 30, 5], words: [100, 250, 500, 1000, 2000], known: [2000], cases: 1, seed: 3 },
  { authors: [8, 14, 20], words: [250, 500, 1000], known: [2000, 8000], cases: 2, asked: 8, seed: 21 },
  { authors: [2, 3, 8], words: [100, 250, 500, 1000], known: [2000, 8000], cases: 2, isUnlabelled: true, seed: 22 },
];
/**
 * The steps in order. `isStudy`: made only where it is named. `makes`: files of models/. `after`: the steps whose readings enter these files, too.
 * @param {{ data: string, work: string, models: string, backbone: string }} places
 */
export function listSteps({ data, work, models, backbone }) {
  const at = (...parts) => path.join(work, ...parts);
  const python = (module, ...typed) => ({ python: [`training.${module}`, ...typed] });
  const node = (...typed) => ({ node: typed });
  const calibrate = (...typed) => node('research/calibrate.mjs', ...typed, '--data', data, '--models', models);
  const texts = (out, names, ...typed) =>
    python('corpus.select_texts', ...typed, '--out', at(out), ...names.map((name) => `${data}/${name}.jsonl.gz`));
  const kept = ['--cache', at('trials'), '--folds', at('folds')];
  const metric = (folder, weights, ...typed) => [
    python(
      'ngrams.weights',
      '--data',
      data,
      '--cache',
      at('tokens'),
      '--classical',
      `${folder}/classical.json`,
      '--out',
      weights,
      ...typed,
    ),
    python('ngrams.metric_file', '--weights', weights, '--models', folder),
  ];
  const encoder = ['encoder.onnx', 'encoder.mean.f32', 'encoder.codes.f32'];
  return [
    {
      name: 'tokens',
      run: [
        python(
          'corpus.token_cache',
          '--data',
          data,
          '--tokenizer',
          `${backbone}/tokenizer.json`,
          '--out',
          at('tokens'),
        ),
      ],
    },
    {
      name: 'counts',
      makes: ['classical.json', 'population.json', 'markers.json', 'phrases.bin'],
      run: [calibrate('--counts', ...kept)],
    },
    { name: 'ngrams', makes: ['ngrams.bin'], after: ['tokens', 'counts'], run: metric(models, at('weights.npz')) },
    ...folds.map((fold) => ({
      name: `ngrams-${fold}`,
      run: metric(at('folds', String(fold)), at('folds', `${fold}.npz`), '--without-fold', String(fold)),
    })),
    {
      name: 'calibrations',
      makes: ['calibrations.json'],
      after: ['tokens', 'counts', 'ngrams', ...folds.map((fold) => `ngrams-${fold}`)],
      run: [calibrate(...kept, '--figures', at('verification.json'))],
    },
    {
      name: 'languages',
      makes: ['languages.json'],
      run: [node('research/calibrate.mjs', 'languages', '--data', data, '--models', models)],
    },
    {
      name: 'encoder',
      run: [
        python(
          'train.fine_tune',
          '--config',
          'training/configs/open.toml',
          '--cache',
          at('tokens'),
          '--backbone',
          backbone,
          '--out',
          at('encoder'),
        ),
      ],
    },
    {
      name: 'export',
      makes: encoder.slice(0, 2),
      after: ['tokens'],
      run: [
        python(
          'export.write_model',
          '--checkpoint',
          at('encoder', '026k-mean'),
          '--backbone',
          backbone,
          '--cache',
          at('tokens'),
          '--out',
          models,
          '--trained-on',
          'English spans of the sources in sources.json, 18th century to 2026',
        ),
      ],
    },
    {
      name: 'coding',
      makes: encoder,
      after: ['tokens'],
      run: [
        texts('train.jsonl.gz', balanced),
        node(
          'research/bench/bank.mjs',
          '--out',
          at('bank'),
          '--models',
          models,
          '--documents',
          at('train.jsonl.gz'),
          '--patches',
          '1000000',
        ),
        python('export.fit_coding', '--bank', at('bank'), '--models', models),
      ],
    },
    {
      name: 'question',
      makes: ['question.json', 'search.json'],
      after: ['tokens', 'counts', 'ngrams', 'calibrations'],
      run: [
        node('scripts/build.mjs'),
        texts('asked.jsonl.gz', [...training, 'dev'], '--unseen'),
        ...questions.map(questionCommand),
        fitOf(),
      ],
    },
    {
      name: 'families',
      isStudy: true,
      run: [
        ...Object.entries(leftOut).flatMap(([name, ids]) => learnWithout(name, ids)),
        node(
          ...['research/calibrate.mjs', 'families', '--data', data, '--models', models, '--cache', at('trials')],
          ...['folds', ...Object.keys(leftOut)].flatMap((name) => ['--folds', at(name)]),
          ...['--figures', at('families.json')],
        ),
      ],
    },
  ];

  /** The n-grams of the judged folds that do not know these texts. */
  function learnWithout(name, ids) {
    return [
      calibrate('--counts', '--cache', at('trials'), '--folds', at(name)),
      ...judgedFolds.flatMap((fold) =>
        metric(at(name, String(fold)), at(name, `${fold}.npz`), '--without-fold', String(fold), '--without', ...ids),
      ),
    ];
  }

  function questionCommand({ authors, words, known, cases, asked = 4, isUnlabelled = false, seed }, i) {
    const lists = [
      ...authors.flatMap((count) => ['--authors', count]),
      ...words.flatMap((count) => ['--words', count]),
      ...known.flatMap((count) => ['--known-words', count]),
    ];
    return node(
      ...['dist/cli.js', 'evaluate', 'question', '--documents', at('asked.jsonl.gz'), '--models', models],
      ...[
        '--cases',
        String(cases),
        '--asked',
        String(asked),
        ...(isUnlabelled ? ['--unlabelled'] : []),
        '--seed',
        String(seed),
        ...lists.map(String),
        '--scores',
        at(`question-${i}.jsonl`),
      ],
    );
  }

  function fitOf() {
    const from = questions.flatMap((_, i) => ['--from', at(`question-${i}.jsonl`)]);
    return node('dist/cli.js', 'evaluate', 'question', ...from, '--models', models, '--fit', models);
  }
}

/** What the command line asks for. Ends the program where it asks for nothing that there is. */
function readOptions() {
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: {
      ...{ data: text, work: text, backbone: text, only: text, from: text },
      models: { type: 'string', default: path.join(root, 'models') },
      python: { type: 'string', default: 'python3' },
    },
  });
  for (const name of ['data', 'work', 'backbone'])
    if (values[name] === undefined) fail(`--${name} is missing; the head of research/fit.mjs has the command line.`);
  for (const name of ['data', 'work', 'backbone', 'models']) values[name] = path.resolve(values[name]);
  return values;
}

function run(options) {
  const { work, models, python, only, from } = options;
  fs.mkdirSync(work, { recursive: true });
  const steps = listSteps(options);
  const names = steps.map(({ name }) => name);
  for (const name of [only, from])
    if (name !== undefined && !names.includes(name)) fail(`"${name}" is no step. Steps: ${names.join(', ')}.`);
  const again = steps.slice(from === undefined ? steps.length : names.indexOf(from));
  for (const step of steps.filter(({ name, isStudy }) => (only === undefined ? !isStudy : name === only))) {
    const done = path.join(work, `${step.name}.done`);
    if (fs.existsSync(done) && step.name !== only && !again.includes(step)) continue;
    const began = Date.now();
    note(`${step.name} begins`);
    for (const command of step.run) runCommand(command, { ...options, step: step.name });
    if (step.makes) noteFits(models, step, readSources(work));
    fs.writeFileSync(done, '');
    note(`${step.name} ends after ${Math.round((Date.now() - began) / 1000)} s`);
  }

  function note(text) {
    const line = `${new Date().toISOString()} ${text}`;
    console.error(line);
    fs.appendFileSync(path.join(work, 'fit.log'), `${line}\n`);
  }

  function runCommand(command, { step }) {
    const [tool, typed] = command.python ? [python, ['-m', ...command.python]] : [process.execPath, command.node];
    note(`${path.basename(tool)} ${typed.join(' ')}`);
    const { status } = spawnSync(tool, typed, {
      cwd: command.python ? path.join(root, 'research') : root,
      stdio: 'inherit',
      env: { ...process.env, FIT_LOG: path.join(work, 'sources.jsonl'), FIT_STEP: step, OMP_NUM_THREADS: '1' },
    });
    if (status !== 0) fail(`${step} failed. The same command goes on with it.`);
  }
}

/** The sources that each step read, by the log. */
function readSources(work) {
  const read = {};
  for (const line of fs.readFileSync(path.join(work, 'sources.jsonl'), 'utf8').split('\n').filter(Boolean)) {
    const { step, sources } = JSON.parse(line);
    read[step] = new Set([...(read[step] ?? []), ...Object.keys(sources)]);
  }
  return read;
}

/** Writes into sources.json what the files of a step were made from, with their hashes. */
export function noteFits(models, { name, makes, after = [] }, read) {
  const file = path.join(models, 'sources.json');
  const { sources, fits } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const names = [...new Set([name, ...after].flatMap((step) => [...(read[step] ?? [])]))].sort();
  for (const made of makes) {
    const sha256 = createHash('sha256')
      .update(fs.readFileSync(path.join(models, made)))
      .digest('hex');
    fits[made] = { sha256, sources: names };
  }
  const lines = sources.map((line) => JSON.stringify(line));
  const made = Object.entries(fits).map(([key, fit]) => `${JSON.stringify(key)}: ${JSON.stringify(fit)}`);
  fs.writeFileSync(`${file}.part`, `{\n"sources": [\n${lines.join(',\n')}\n],\n"fits": {\n${made.join(',\n')}\n}\n}\n`);
  fs.renameSync(`${file}.part`, file);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] === import.meta.filename) run(readOptions());
