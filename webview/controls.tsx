import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import type { ComponentChildren, HTMLAttributes, TargetedEvent } from 'preact';

/** The page's controls. Only this file imports the toolkit, which was archived in January 2025, so that another one can replace it here. */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing(), vsCodeTextField());
}

/** A control of the toolkit that has a value. */
type Valued = HTMLElement & { value: string };

declare module 'preact/jsx-runtime' {
  // oxlint-disable-next-line typescript/no-namespace -- where the names of elements are looked up
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': HTMLAttributes & { readonly appearance: 'primary' | 'secondary' };
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
