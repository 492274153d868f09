import { describe, expect, it } from 'vitest';
import { parseCaseFile, setMember } from '../../../src/core/casework/caseFile';
import { type PassageDecision, collapseBlanks, replaceDecision } from '../../../src/core/casework/decisions';
import { addDecisions } from '../../../src/presentation/decisions';
import type { PassagesView, PassageView } from '../../../src/presentation/passages';

const passage = { document: 'questioned/q.txt', candidate: 'B', questioned: 'in due course', known: 'in due time' };
const other = { ...passage, questioned: 'with regret' };
const caseText = '{\n  "format": "idiograph.case/1",\n  "documents": {}\n}\n';

function view(number: number, questioned: string, known: string): PassageView {
  const side = (text: string) => ({ title: '', before: '', passage: [{ text, carries: true }], after: '' });
  return { number, place: 0, why: '', questioned: side(questioned), known: side(known) };
}

const shown: PassagesView = {
  markers: undefined,
  passages: [view(1, 'in due course', 'in due  time')],
  against: [],
  setApart: '',
};

describe('decisions on passages', () => {
  it('are in the case file, one on each line, and are read back', () => {
    const decisions: readonly PassageDecision[] = [{ ...passage, setAside: 'same topic', note: 'a "list"\nof two' }];
    const written = setMember(caseText, 'decisions', decisions);
    expect(written.split('\n').filter((line) => line.includes('"setAside"'))).toHaveLength(1);
    expect(parseCaseFile(written, 'c').decisions).toEqual(decisions);
  });

  it('are refused by name where they are not what they can be', () => {
    const written = caseText.replace('}\n}', '},\n"decisions": [{"document": "q", "kept": true}]\n}');
    expect(() => parseCaseFile(written, 'c')).toThrow(/"decisions"/);
  });

  it('take the place of the one before on the same passage, and an empty one takes it away', () => {
    const kept = replaceDecision([{ ...other, setAside: 'formula' }], passage, { setAside: 'formula' });
    const aside = replaceDecision(kept, { ...passage, candidate: 'C' }, { setAside: 'edited' });
    expect(aside).toEqual([
      { ...other, setAside: 'formula' },
      { ...passage, candidate: 'C', setAside: 'edited' },
    ]);
    expect(replaceDecision(aside, passage, {})).toEqual([{ ...other, setAside: 'formula' }]);
  });

  it('know a passage by its words, however lines break', () => {
    expect(collapseBlanks(' in\r\n due \t course ')).toBe('in due course');
    const { passages } = addDecisions(shown, 'B', [{ ...passage, setAside: 'formula' }]);
    expect(passages[0]!.decision).toEqual({ setAside: 'formula', says: 'Set aside: formula' });
  });

  it('on passages that are gone are named, for the author of the passages', () => {
    const decisions: readonly PassageDecision[] = [
      { ...passage, setAside: 'formula' },
      { ...other, setAside: 'quotation' },
      { ...other, questioned: 'elsewhere', candidate: 'C', setAside: 'formula' },
    ];
    expect(addDecisions(shown, 'B', decisions).weighed).toEqual({
      says: 'Passages set aside: 1 of 1. This changes no ratio.',
      gone: ['Not in the list any more: “with regret” (Set aside: quoted text)'],
    });
  });

  it('to keep a passage, of earlier versions, are read and say nothing', () => {
    const kept = setMember(caseText, 'decisions', [{ ...passage, kept: true }]);
    const { decisions } = parseCaseFile(kept, 'c');
    const { passages, weighed } = addDecisions(shown, 'B', [...decisions!, { ...other, kept: true }]);
    expect([passages[0]!.decision, weighed]).toEqual([undefined, { says: '', gone: [] }]);
  });

  it('are not said to be gone before the known texts were read', () => {
    const pending = { ...shown, passages: [view(1, 'in due course', '…')] };
    expect(addDecisions(pending, 'B', [{ ...other, setAside: 'formula' }]).weighed!.gone).toEqual([]);
  });
});
