import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Where a match has come to: the instruction that is next, the place in the text, and the captures, two places a group. */
interface State {
  readonly next: number;
  readonly at: number;
  readonly captures: readonly number[];
}

/** Gives where the match goes on, or undefined where it fails; `other` is tried if what follows fails. */
type Instruction = (state: State, text: string, other: (state: State) => void) => State | undefined;

/** Counts the steps of matching: each instruction, those that are taken back with them. */
export const steps = { taken: 0 };

/** A regular expression that is matched step by step, by backtracking as the engine of JavaScript does it. */
export class CountedRegExp {
  private readonly code: Instruction[] = [];
  private readonly groups: readonly AST.CapturingGroup[];
  private readonly isUnicode: boolean;
  private marks: number;

  constructor(private readonly native: RegExp) {
    const [unicode, unicodeSets] = [native.unicode, native.flags.includes('v')];
    this.isUnicode = unicode || unicodeSets;
    const pattern = new RegExpParser().parsePattern(native.source, undefined, undefined, { unicode, unicodeSets });
    this.groups = listGroups(pattern);
    this.marks = 2 * (this.groups.length + 1);
    this.addAlternatives(pattern.alternatives, false);
  }

  /** The first match from a place on, or at it alone where the expression is sticky. */
  match(text: string, from: number): RegExpExecArray | null {
    for (let start = from; start <= text.length; start += this.widthAt(text, start)) {
      const captures = Array.from({ length: this.marks }, () => -1);
      captures[0] = start;
      const found = this.run({ next: 0, at: start, captures }, this.code.length, text);
      if (found) return this.makeResult(text, found);
      if (this.native.sticky) break;
    }
    return null;
  }

  private makeResult(text: string, { at, captures }: State): RegExpExecArray {
    const index = captures[0]!;
    const parts = this.groups.map((_, group) => {
      const [start, end] = captures.slice(2 * group + 2);
      return end === -1 ? undefined : text.slice(start, end);
    });
    const names = this.groups.flatMap(({ name }, group) => (name === null ? [] : [[name, parts[group]] as const]));
    const groups = names.length === 0 ? undefined : { __proto__: null, ...Object.fromEntries(names) };
    return Object.assign([text.slice(index, at), ...parts], {
      index,
      input: text,
      groups,
    }) as unknown as RegExpExecArray;
  }

  private run(first: State, end: number, text: string): State | undefined {
    const others: State[] = [];
    const keep = (state: State): void => void others.push(state);
    let state: State | undefined = first;
    for (;;) {
      if (state === undefined) state = others.pop();
      if (state === undefined || state.next === end) return state;
      steps.taken += 1;
      state = this.code[state.next]!(state, text, keep);
    }
  }

  private add(instruction: Instruction): number {
    return this.code.push(instruction) - 1;
  }

  private addAlternatives(alternatives: readonly AST.Alternative[], isBackward: boolean): void {
    const ends: number[] = [];
    const jump = (): number => this.add(() => undefined);
    for (const [i, { elements }] of alternatives.entries()) {
      const isLast = i === alternatives.length - 1;
      const fork = isLast ? undefined : jump();
      for (const element of isBackward ? elements.toReversed() : elements) this.addElement(element, isBackward);
      if (!isLast) ends.push(jump());
      if (fork !== undefined) this.fork(fork, fork + 1, this.code.length);
    }
    const end = this.code.length;
    for (const place of ends) this.code[place] = (state) => ({ ...state, next: end });
  }

  /** Makes an instruction that goes on at one place, and at another if that fails. */
  private fork(place: number, first: number, second: number): void {
    this.code[place] = (state, _, other) => {
      other({ ...state, next: second });
      return { ...state, next: first };
    };
  }

  private addElement(element: AST.Element, isBackward: boolean): void {
    if (element.type === 'Group') this.addAlternatives(element.alternatives, isBackward);
    else if (element.type === 'CapturingGroup') this.addCapture(element, isBackward);
    else if (element.type === 'Quantifier') this.addQuantifier(element, isBackward);
    else if (element.type === 'Assertion') this.addAssertion(element);
    else if (element.type === 'Backreference') this.addReference(element, isBackward);
    else this.addCharacter(element, isBackward);
  }

  private addCapture(group: AST.CapturingGroup, isBackward: boolean): void {
    const place = 2 * this.groups.indexOf(group) + 2;
    const set = (offset: number): number =>
      this.add((state) => ({
        ...state,
        next: state.next + 1,
        captures: state.captures.with(place + offset, state.at),
      }));
    set(isBackward ? 1 : 0);
    this.addAlternatives(group.alternatives, isBackward);
    set(isBackward ? 0 : 1);
  }

  private addQuantifier({ element, min, max, greedy }: AST.Quantifier, isBackward: boolean): void {
    const inside = listGroups(element).map((group) => 2 * this.groups.indexOf(group) + 2);
    const once = (): void => {
      if (inside.length > 0)
        this.add((state) => {
          const captures = [...state.captures];
          for (const place of inside) captures.fill(-1, place, place + 2);
          return { ...state, next: state.next + 1, captures };
        });
      this.addElement(element, isBackward);
    };
    for (let i = 0; i < min; i++) once();
    const forks: number[] = [];
    const mark = this.marks++;
    for (let i = min; i < (max === Infinity ? min + 1 : max); i++) {
      const fork = this.add(() => undefined);
      forks.push(fork);
      this.add((state) => ({ ...state, next: state.next + 1, captures: state.captures.with(mark, state.at) }));
      once();
      // a turn that takes nothing is none
      this.add((state) => (state.captures[mark] === state.at ? undefined : { ...state, next: state.next + 1 }));
      if (max === Infinity) this.add((state) => ({ ...state, next: fork }));
    }
    const end = this.code.length;
    for (const fork of forks)
      if (greedy) this.fork(fork, fork + 1, end);
      else this.fork(fork, end, fork + 1);
  }

  private addAssertion(assertion: AST.Assertion): void {
    if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
      const jump = this.add(() => undefined);
      this.addAlternatives(assertion.alternatives, assertion.kind === 'lookbehind');
      const end = this.code.length;
      this.code[jump] = (state, text) => {
        const found = this.run({ ...state, next: jump + 1 }, end, text);
        if ((found === undefined) !== assertion.negate) return undefined;
        return { ...state, next: end, captures: found?.captures ?? state.captures };
      };
      return;
    }
    // the engine judges one place, from the two characters beside it
    const holds = new RegExp(assertion.raw, `${this.native.flags.replace(/[gyd]/g, '')}y`);
    const memo = new Map<string, boolean>();
    this.add((state, text) => {
      const [before, after] = [text.slice(Math.max(0, state.at - 1), state.at), text.slice(state.at, state.at + 1)];
      const key = `${before}\u0000${after}\u0000${before.length}`;
      if (!memo.has(key)) {
        holds.lastIndex = before.length;
        memo.set(key, holds.test(before + after));
      }
      return memo.get(key)! ? { ...state, next: state.next + 1 } : undefined;
    });
  }

  private addReference({ resolved }: AST.Backreference, isBackward: boolean): void {
    const place = 2 * this.groups.indexOf(resolved as AST.CapturingGroup) + 2;
    const fold = (text: string): string => (this.native.ignoreCase ? text.toLowerCase() : text);
    this.add((state, text) => {
      const [start = -1, end = -1] = state.captures.slice(place);
      const wanted = end === -1 ? '' : text.slice(start, end);
      const at = isBackward ? state.at - wanted.length : state.at;
      if (at < 0 || fold(text.slice(at, at + wanted.length)) !== fold(wanted)) return undefined;
      return { ...state, next: state.next + 1, at: isBackward ? at : at + wanted.length };
    });
  }

  private addCharacter({ raw }: AST.Element, isBackward: boolean): void {
    const holds = new RegExp(`^(?:${raw})$`, this.native.flags.replace(/[gyd]/g, ''));
    const memo = new Map<string, boolean>();
    this.add((state, text) => {
      const width = isBackward ? this.widthBefore(text, state.at) : this.widthAt(text, state.at);
      const at = isBackward ? state.at - width : state.at;
      if (at < 0 || at + width > text.length) return undefined;
      const character = text.slice(at, at + width);
      if (!memo.has(character)) memo.set(character, holds.test(character));
      return memo.get(character)! ? { ...state, next: state.next + 1, at: isBackward ? at : at + width } : undefined;
    });
  }

  private widthAt(text: string, at: number): number {
    return this.isUnicode && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }

  private widthBefore(text: string, at: number): number {
    return this.isUnicode && at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
  }
}

function listGroups(node: AST.Node): readonly AST.CapturingGroup[] {
  if (node.type === 'Quantifier') return listGroups(node.element);
  const below = 'alternatives' in node ? node.alternatives : 'elements' in node ? node.elements : [];
  const inside = below.flatMap((each): readonly AST.CapturingGroup[] => listGroups(each));
  return node.type === 'CapturingGroup' ? [node, ...inside] : inside;
}
