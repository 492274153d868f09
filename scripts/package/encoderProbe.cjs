// Encodes one window of fixed tokens, and prints the vectors as JSON: to be run by Node for any system.
//   node encoderProbe.cjs ROOT OF THE CHECKOUT
const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(process.argv[2]);
const ort = require(path.join(root, 'node_modules', 'onnxruntime-node'));
const tokens = 32;

async function main() {
  const graph = fs.readFileSync(path.join(root, 'models', 'encoder.onnx'));
  const options = {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  };
  const session = await ort.InferenceSession.create(graph, options);
  const column = (valueAt) =>
    new ort.Tensor(
      'int64',
      BigInt64Array.from({ length: tokens }, (_, at) => BigInt(valueAt(at))),
      [1, tokens],
    );
  const outputs = await session.run({
    input_ids: column((at) => (at === 0 ? 101 : 1000 + ((at * 7919) % 20_000))),
    attention_mask: column(() => 1),
    surface_ids: column(() => 0),
  });
  console.log(JSON.stringify(Object.fromEntries(Object.entries(outputs).map(([name, { data }]) => [name, [...data]]))));
  await session.release();
}

void main();
