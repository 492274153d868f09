import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import { type ComponentChildren, type HTMLAttributes, type TargetedEvent, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { ReviewView } from '../src/presentation/reviewView';
import type { PanelHost } from '../src/protocol/panel';

/** The page's controls. Only this file imports the toolkit, which was archived in January 2025, so that another one can replace it here. */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeProgressRing(),
    vsCodeTextField(),
  );
}

/** A control of the toolkit that has a value. */
type Valued = HTMLElement & { value: string };

declare module 'preact/jsx-runtime' {
  // oxlint-disable-next-line typescript/no-namespace -- where the names of elements are looked up
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': HTMLAttributes & { readonly appearance: 'primary' | 'secondary' };
      'vscode-dropdown': HTMLAttributes<Valued>;
      'vscode-option': HTMLAttributes & { readonly value: string; readonly selected: boolean };
      'vscode-progress-ring': HTMLAttributes;
      'vscode-text-field': HTMLAttributes<Valued> & { readonly value: string; readonly placeholder: string };
    }
  }
}

/** @param name  for screen readers, if several buttons have the same label */
export function Button({
  name,
  isPrimary,
  press,
  children,
}: {
  readonly name?: string;
  readonly isPrimary?: boolean;
  readonly press: () => void;
  readonly children: ComponentChildren;
}) {
  return (
    <vscode-button appearance={isPrimary ? 'primary' : 'secondary'} aria-label={name} onClick={press}>
      {children}
    </vscode-button>
  );
}

/** A choice from a few values. */
export function Choice<Id extends string>({
  label,
  choices,
  chosen,
  choose,
}: {
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly label: string; readonly use?: string }[];
  readonly chosen: Id;
  readonly choose: (id: Id) => void;
}) {
  const made = useRef<Valued>(null);
  useEffect(() => {
    if (made.current && made.current.value !== chosen) made.current.value = chosen;
  }, [chosen]);
  const handleChange = ({ currentTarget: { value } }: TargetedEvent<Valued>): void => {
    const picked = choices.find(({ id }) => id === value);
    if (picked && picked.id !== chosen) choose(picked.id);
  };
  return (
    <vscode-dropdown ref={made} aria-label={label} onChange={handleChange}>
      {choices.map(({ id, label: text, use }) => (
        <vscode-option key={id} value={id} title={use} selected={id === chosen}>
          {text}
        </vscode-option>
      ))}
    </vscode-dropdown>
  );
}

export function TextInput({
  label,
  value,
  change,
}: {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
}) {
  const handleChange = ({ currentTarget }: TargetedEvent<Valued>): void => change(currentTarget.value);
  return <vscode-text-field placeholder={label} aria-label={label} value={value} onInput={handleChange} />;
}

/** A spinner during work. It has no label, since the text beside it says what goes on. */
export function BusyMark() {
  return <vscode-progress-ring aria-hidden="true" />;
}

/** The order of the lists of passages. Only this page knows it, and the passages keep their numbers. */
export type PassageOrder = 'strength' | 'place';

/** What every part of a page reads: the view, the extension that it reports to, and what the user chose for this page. */
interface Shown {
  readonly view: ReviewView;
  readonly host: PanelHost;
  readonly order: PassageOrder;
  readonly sort: (order: PassageOrder) => void;
}

export const ShownContext = createContext<Shown | undefined>(undefined);

export function useShown(): Shown {
  const shown = useContext(ShownContext);
  if (!shown) throw new Error('a part of the page is shown outside it');
  return shown;
}

/** The key of the focused element. Undefined while the page has no focus: taking it back would take it from the editor. */
export function findFocusedKey(container: HTMLElement): string | undefined {
  const { activeElement } = document;
  const isHere = document.hasFocus() && activeElement instanceof HTMLElement && container.contains(activeElement);
  return isHere ? activeElement.dataset['focusKey'] : undefined;
}

/** Focuses the element with this key, if the container has one. */
export function focusByKey(container: HTMLElement, key: string): void {
  const found = [...container.querySelectorAll<HTMLElement>('[data-focus-key]')];
  found.find((each) => each.dataset['focusKey'] === key)?.focus();
}

/** Whether a view is of another document than the one before, so that the old scroll place does not apply. */
export function isAnother(document: string | undefined, before: string | undefined): boolean {
  return document !== undefined && document !== before;
}

/** The scroll place of the page. It is reported when scrolling ends, and restored when the page is loaded again. */
export class ScrollPlace {
  private restored = false;

  constructor(save: (place: number) => void) {
    addEventListener('scrollend', () => save(scrollY));
  }

  /** Another document starts at the top. Otherwise the page returns to its place once, as soon as it can scroll. */
  restoreAfter(shown: string | undefined, before: string | undefined, place: number | undefined): void {
    if (isAnother(shown, before)) {
      this.restored = true;
      scrollTo(0, 0);
    } else if (!this.restored && place !== undefined && document.documentElement.scrollHeight > innerHeight) {
      this.restored = true;
      scrollTo(0, place);
    }
  }
}

/** The row that a key leads to from a row. Undefined if the key does nothing here. */
export function findNextRow(key: string, row: number, rows: number): number | undefined {
  const [up, down] = [Math.max(row - 1, 0), Math.min(row + 1, rows - 1)];
  const byKey: Readonly<Record<string, number>> = { ArrowUp: up, ArrowDown: down, Home: 0, End: rows - 1 };
  return byKey[key];
}
