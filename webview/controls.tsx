import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import type { ComponentChildren, HTMLAttributes, TargetedEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

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
