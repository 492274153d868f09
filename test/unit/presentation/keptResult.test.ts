import { describe, expect, it } from 'vitest';
import { toRecord, readKeptResult } from '../../../src/core/casework/keptRecords';
import { formatPlace } from '../../../src/presentation/findings';
import { findingsOf, targetOf } from './exampleFindings';

const findings = findingsOf(targetOf('file:///case/questioned/letter.txt', 1));
const part = { ...findings, target: { ...findings.target, isSelection: true } } as const;

describe('a result that was kept', () => {
  it.each([
    ['of a document', findings],
    ['of a file', { ...findings, target: { ...findings.target, hashed: 'file' } } as const],
    ['of a selection', part],
  ])('is the same findings when it is read again: %s', (_name, found) => {
    const written: unknown = JSON.parse(JSON.stringify(toRecord({ ...found, document: '../questioned/letter.txt' })));
    const kept = readKeptResult(written)!;
    expect(kept.document).toBe('../questioned/letter.txt');
    const again = { ...kept, id: found.id, index: found.index };
    const target = { ...found.target, uri: '', version: -1 };
    expect(again).toEqual({ ...found, document: '../questioned/letter.txt', target });
  });

  it('does not hold the address in one window, nor the index', () => {
    const written = JSON.stringify(toRecord({ ...findings, document: 'letter.txt' }));
    expect(written).not.toContain('file:///');
    expect(written).not.toContain('Minutes of 12 May');
  });

  it.each([[{}], ['text'], [null], [{ ...toRecord({ ...findings, document: 'a' }), format: 'idiograph.result/2' }]])(
    'is none where it has another form: %j',
    (value) => {
      expect(readKeptResult(value)).toBeUndefined();
    },
  );
});

describe('the place of a result', () => {
  it('is the document, and for a selection its place', () => {
    expect(formatPlace('a.txt', findings.target)).toBe('a.txt');
    expect(formatPlace('a.txt', part.target)).toBe('a.txt#10+39');
  });
});
