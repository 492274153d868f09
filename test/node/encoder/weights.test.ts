import fs from 'node:fs';
import { describe, expect, it } from 'vitest';

const int8 = 3; // TensorProto.DataType

/** The fields of one protobuf message: number and content, for those that have a length; the value, for a varint. */
function* fieldsOf(message: Buffer): Generator<[field: number, content: Buffer | number]> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const wire = tag & 7;
    if (wire === 0) yield [tag >>> 3, varint()];
    else {
      const length = wire === 2 ? varint() : wire === 5 ? 4 : 8;
      yield [tag >>> 3, message.subarray(at, (at += length))];
    }
  }
}

const partsOf = (message: Buffer, wanted: number): Buffer[] =>
  [...fieldsOf(message)].flatMap(([field, content]) =>
    field === wanted && typeof content !== 'number' ? [content] : [],
  );

/** The initialisers of an ONNX file (ModelProto.graph 7, GraphProto.initializer 5). */
function initialisers(file: string): Buffer[] {
  return partsOf(fs.readFileSync(file), 7).flatMap((graph) => partsOf(graph, 5));
}

function int8Tensors(file: string): Int8Array[] {
  return initialisers(file)
    .filter((tensor) => [...fieldsOf(tensor)].some(([field, value]) => field === 2 && value === int8))
    .map((tensor) => new Int8Array(Buffer.concat(partsOf(tensor, 9))));
}

describe('the shipped weights', () => {
  // Processors without VNNI add two products of an unsigned activation and a weight in 16 bits, and cut off what is larger.
  it('have 7 bits, so that no processor saturates', () => {
    const matrices = int8Tensors('models/encoder.onnx').filter(({ length }) => length > 10_000);
    expect(matrices).toHaveLength(26); // six blocks of four, two heads
    const largest = matrices.map((weights) => weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0));
    expect(new Set(largest)).toEqual(new Set([64]));
  });
  it('know no surface forms, which no host reads', () => {
    const named = (tensor: Buffer): string => partsOf(tensor, 8).map(String).join();
    const tables = initialisers('models/encoder.onnx').filter((tensor) =>
      /surface.*(quantized|zero_point)/.test(named(tensor)),
    );
    expect(tables.map(named)).toEqual(['encoder.surface.weight_zero_point', 'encoder.surface.weight_quantized']);
    const values = tables.flatMap((tensor) => [...Buffer.concat(partsOf(tensor, 9))]);
    expect(values.length).toBeGreaterThanOrEqual(17 * 384);
    expect(values.every((value) => value === 0)).toBe(true);
  });
});
