// Starts the engine thread, asks for a long comparison, and closes the thread in the middle of it.
const { Worker } = require('node:worker_threads');

const [workerFile, modelsFolder] = process.argv.slice(2);
const worker = new Worker(workerFile, { workerData: { modelsFolder } });
const sentence = (day) =>
  `On day ${day} the lock keeper wrote to the committee about the gate and got ${day * 7} letters back.`;
const text = Array.from({ length: 2000 }, (_, day) => sentence(day)).join(' ');
const questioned = { id: 'q', text, mode: 'written', genre: 'letter', language: 'en', version: 1, sha256: '' };
const other = { ...questioned, text: text.replace(/(\S+) (\S+) (\S+)/g, '$3 $2 $1') };
worker.on('exit', (code) => {
  console.log(code === 0 ? 'closed' : `exit ${code}`);
});
worker.postMessage({ id: 1, method: 'modelFiles', args: [] });
worker.once('message', () => {
  worker.postMessage({ id: 2, method: 'compare', args: [questioned, other], stop: new SharedArrayBuffer(4) });
  setTimeout(() => worker.postMessage({ close: true }), 300);
});
