import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findAssistantNoted,
  type LogEntry,
  type LogEvent,
  type LogHead,
  logLine,
  noHead,
  listQuestionsAbout,
} from '../../../src/core/casework/caseLog';
import { describeLog, logLines } from '../../../src/presentation/report/reportFacts';
import { checkLog, type LogHeads } from '../../../src/core/casework/logCheck';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const about = { title: 'a.txt', sha256: 'ab', outcome: '1.3×' };
const search = { kind: 'asked', ...about, document: 'a.txt', asked: { kind: 'search', authors: 5 } } as const;
const named = { ...search, asked: { kind: 'author', author: 'Author D' } } as const;

/** A log of these events, line by line, with its head. */
function written(events: readonly LogEvent[]): { readonly lines: readonly string[]; readonly head: LogHead } {
  let head = noHead;
  const lines = events.map((event, i) => {
    const { line, head: next } = logLine(head, { at: String(i + 1), by: 'r. cole', event }, hash);
    head = next;
    return line;
  });
  return { lines, head };
}

/** The end of a log as it stands beside it, and as the user's own folder has it. */
const heads = (beside?: LogHead, own?: LogHead): LogHeads => ({ beside, own });

const entriesOf = (...events: readonly LogEvent[]): readonly LogEntry[] =>
  checkLog(written(events).lines.join(''), heads(), hash).entries;

describe('the AI features of the editor', () => {
  it('are as they were noted last', () => {
    const off = { kind: 'assistant', isOff: true } as const;
    expect(findAssistantNoted(entriesOf(search))).toBeUndefined();
    expect(findAssistantNoted(entriesOf({ ...off, isOff: false }, search, off, named))).toEqual({ isOff: true });
    expect(logLines(checkLog(written([off]).lines.join(''), heads(), hash)).join()).toContain(
      'The AI features of the editor were off in the folder of the case.',
    );
  });
});

describe('the questions about a document', () => {
  const line = (at: string, event: Extract<LogEvent, { kind: 'asked' }>): object => ({
    ...{ at, document: event.document, title: event.title, sha256: event.sha256 },
    ...{ asked: event.asked, outcome: event.outcome },
  });

  it('are those that were asked of it, each at its first time', () => {
    const log = entriesOf(search, { ...named, document: 'b.txt' }, named, search);
    expect(listQuestionsAbout('a.txt', log)).toEqual([line('1', search), line('3', named)]);
  });

  it('are asked again where the outcome is another', () => {
    const other = { ...search, outcome: '2×' };
    expect(listQuestionsAbout('a.txt', entriesOf(search, other))).toEqual([line('1', search), line('2', other)]);
  });

  it('are nothing else that happened', () => {
    const others: readonly LogEvent[] = [
      { kind: 'locked', lock: hash('lock') },
      { kind: 'received', document: 'a.txt', sha256: hash('a') },
    ];
    expect(listQuestionsAbout('a.txt', entriesOf(...others, search))).toEqual([line('3', search)]);
  });
});

describe('a log', () => {
  const { lines, head } = written([search, named, { kind: 'locked', lock: hash('lock') }, search, named]);
  const [one, two, three, four, five] = lines as [string, string, string, string, string];
  const check = (...of: readonly string[]): object => {
    const { damage, cutOff } = checkLog(of.join(''), heads(head), hash);
    return { damage, cutOff };
  };
  const altered = three.replace('"at":"3"', '"at":"4"');
  /** Changed by somebody who made its hash anew. */
  const forged = ((json: string) => `{"sha256":"${hash(json)}","entry":${json}}\n`)(
    /"entry":(\{.*\})\}$/.exec(altered.trimEnd())![1]!,
  );

  it('is whole as it was written', () => {
    expect(check(...lines)).toEqual({ damage: [], cutOff: [] });
    expect(checkLog('', heads(), hash)).toMatchObject({ entries: [], damage: [], cutOff: [] });
  });

  it.each([
    ['one character is changed', [one, two, altered, four, five], [{ kind: 'changed', line: 3 }]],
    ['a line is garbage', [one, two, 'x\n', four, five], [{ kind: 'changed', line: 3 }]],
    ['an entry was changed with its hash', [one, two, forged, four, five], [{ kind: 'rewritten', entry: 3 }]],
    ['an entry is gone', [one, two, four, five], [{ kind: 'removed', from: 3, to: 3 }]],
    ['the first are gone', [three, four, five], [{ kind: 'removed', from: 1, to: 2 }]],
    ['the last are gone', [one, two, three], [{ kind: 'removed', from: 4, to: 5 }]],
    ['all are gone', [], [{ kind: 'removed', from: 1, to: 5 }]],
    ['two are exchanged', [one, three, two, four, five], [{ kind: 'moved', entry: 2, line: 3 }]],
    ['one stands twice', [one, two, two, three, four, five], [{ kind: 'twice', entry: 2, line: 3 }]],
    ['the last is cut', [one, two, three, four, five.slice(0, 40)], [{ kind: 'changed', line: 5 }]],
    [
      'one is changed and the next gone',
      [one, altered.replace('"entry":3', '"entry":2'), four, five],
      [
        { kind: 'changed', line: 2 },
        { kind: 'removed', from: 3, to: 3 },
      ],
    ],
  ])('names what was done to it: %s', (_, of, damage) => {
    expect(check(...of)).toEqual({ damage, cutOff: [] });
  });

  it('is whole where a kill came while the next entry was written, before and after others', () => {
    expect(check(...lines, '{"sha256":"ab')).toEqual({ damage: [], cutOff: [6] });
    const before = written([search, named]);
    const next = logLine(before.head, { at: '3', by: 'r. cole', event: search }, hash);
    const text = [...before.lines, '{"sha2\n', next.line].join('');
    expect(checkLog(text, heads(next.head), hash)).toMatchObject({ damage: [], cutOff: [3] });
  });

  it('is whole where a kill came before its head was written', () => {
    expect(checkLog(lines.join(''), heads(written([search]).head), hash).damage).toEqual([]);
  });

  it('names an entry with a time before that of the entry before it, unless clocks differ by seconds', () => {
    const times = ['2026-11-28T10:00:30+01:00', '2026-11-28T09:00:10Z', '2025-11-28T10:00:00Z', '2026-11-28T10:01:00Z'];
    let last = noHead;
    const text = times.map((at) => {
      const written = logLine(last, { at, by: 'r. cole', event: search }, hash);
      last = written.head;
      return written.line;
    });
    const [, before, at] = times;
    const { damage } = checkLog(text.join(''), heads(last), hash);
    expect(damage).toEqual([{ kind: 'backwards', entry: 3, at, before }]);
    expect(describeLog(checkLog(text.join(''), heads(last), hash))).toEqual([expect.stringContaining('Entry 3 has')]);
  });

  it('says in a report which entries were made later', () => {
    const first = logLine(noHead, { at: '1', by: 'r. cole', event: search }, hash);
    const late = logLine(first.head, { at: '1', by: 'r. cole', event: { ...search, late: true } }, hash);
    const checked = checkLog(first.line + late.line, heads(late.head), hash);
    expect(describeLog(checked)).toEqual([expect.stringContaining('from what the case file says: 2.')]);
    expect(describeLog(checkLog(first.line, heads(first.head), hash))).toEqual([]);
  });

  it('says so where there is no head', () => {
    expect(checkLog(lines.join(''), heads(), hash).damage).toEqual([{ kind: 'headless' }]);
  });

  it('has an end that the own folder knows, too', () => {
    const kept = { entry: 5, sha256: head.sha256 };
    const behind = written([search, named]);
    const removed = { damage: [{ kind: 'removed', from: 3, to: 5 }], isEndKnown: true };
    expect(checkLog(behind.lines.join(''), heads(behind.head, kept), hash)).toMatchObject(removed);
    const all = { damage: [{ kind: 'removed', from: 1, to: 5 }] };
    expect(checkLog('', heads(undefined, kept), hash)).toMatchObject(all);
    const anew = written([named, search, search, named, search, named]);
    const other = { damage: [{ kind: 'rewritten', entry: 5 }] };
    expect(checkLog(anew.lines.join(''), heads(anew.head, kept), hash)).toMatchObject(other);
    expect(checkLog(lines.join(''), heads(head), hash)).toMatchObject({ damage: [], isEndKnown: false });
  });

  it('is checked at once whatever number an entry or the head has', () => {
    const far = { entry: Number.MAX_SAFE_INTEGER - 1, sha256: 'a'.repeat(64) };
    const { damage } = checkLog(lines.join(''), heads(far), hash);
    expect(damage).toEqual([{ kind: 'removed', from: 6, to: far.entry }]);
    const next = logLine(far, { at: '6', by: 'r. cole', event: search }, hash);
    expect(checkLog([...lines, next.line].join(''), heads(next.head), hash).damage).toEqual(damage);
  });

  it('is checked in a time that grows with its lines, in any order', () => {
    const many = written(Array.from({ length: 4000 }, () => search));
    const odd = many.lines.flatMap((line, i) => (i % 2 ? [line, 'x\n'] : [])).reverse();
    const cost = (text: string): number => {
      let reads = 0;
      const count = (of: string): string => {
        reads++;
        return hash(of);
      };
      checkLog(text, heads(many.head), count);
      return reads;
    };
    expect(cost(odd.join(''))).toBeLessThanOrEqual(odd.length);
    expect(checkLog('x\n'.repeat(200_000), heads(), hash).cutOff).toHaveLength(200_000);
  });

  it('shows any change of a character', () => {
    const text = lines.join('');
    const place = fc.integer({ min: 0, max: text.length - 2 });
    fc.assert(
      fc.property(place, fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        const other = text.slice(0, at) + character + text.slice(at + 1);
        fc.pre(other !== text);
        const { damage } = checkLog(other, heads(head), hash);
        expect(damage.length).toBeGreaterThan(0);
      }),
    );
  });
});
