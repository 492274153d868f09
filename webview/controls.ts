import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeDropdown,
  vsCodeOption,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';

/**
 * The page's controls. This is the only file that knows the toolkit (archived in January 2025), so that another one
 * can take its place here.
 */
export function registerControls(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeProgressRing(),
    vsCodeTextField(),
  );
}

/** A control of the toolkit that holds a value. */
type Valued = HTMLElement & { readonly value: string };

export interface ButtonOptions {
  readonly label: string;
  /** For screen readers, where the label alone is on several buttons. */
  readonly name?: string;
  readonly focusKey: string;
  readonly appearance?: 'primary' | 'secondary';
  readonly press: () => void;
}

export function button({ label, name, focusKey, appearance = 'secondary', press }: ButtonOptions): HTMLElement {
  const made = document.createElement('vscode-button');
  made.setAttribute('appearance', appearance);
  made.dataset['focusKey'] = focusKey;
  made.textContent = label;
  if (name !== undefined) made.setAttribute('aria-label', name);
  made.addEventListener('click', press);
  return made;
}

export interface ChoiceOptions {
  readonly label: string;
  readonly focusKey: string;
  readonly choices: readonly { readonly id: string; readonly label: string; readonly use: string }[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
}

/** One choice out of few. */
export function choice({ label, focusKey, choices, chosen, choose }: ChoiceOptions): HTMLElement {
  const made = document.createElement('vscode-dropdown') as Valued;
  made.setAttribute('aria-label', label);
  made.dataset['focusKey'] = focusKey;
  for (const { id, label: text, use } of choices) {
    const option = document.createElement('vscode-option');
    option.setAttribute('value', id);
    option.setAttribute('title', use);
    if (id === chosen) option.setAttribute('selected', '');
    option.textContent = text;
    made.append(option);
  }
  made.addEventListener('change', () => {
    if (made.value !== chosen) choose(made.value);
  });
  return made;
}

export interface TextInputOptions {
  readonly label: string;
  readonly focusKey: string;
  readonly value: string;
  readonly change: (value: string) => void;
}

export function textInput({ label, focusKey, value, change }: TextInputOptions): HTMLElement {
  const made = document.createElement('vscode-text-field') as Valued;
  made.setAttribute('placeholder', label);
  made.setAttribute('aria-label', label);
  made.dataset['focusKey'] = focusKey;
  made.setAttribute('value', value);
  made.addEventListener('input', () => change(made.value));
  return made;
}

/** Turns while work goes on. It says nothing itself: the text beside it does. */
export function busyMark(): HTMLElement {
  const made = document.createElement('vscode-progress-ring');
  made.setAttribute('aria-hidden', 'true');
  return made;
}
