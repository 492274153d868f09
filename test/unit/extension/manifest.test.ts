import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { labelColours } from '../../../src/extension/decorations/passageDecorations';

const file = path.resolve(import.meta.dirname, '../../../package.json');
const { contributes } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
  readonly contributes: Readonly<Record<string, unknown>>;
};

describe('the manifest', () => {
  it('wraps the lines of texts, where one paragraph is one line, and keeps marks out that could pass for evidence', () => {
    const prose = {
      'editor.wordWrap': 'on',
      'editor.occurrencesHighlight': 'off',
      'editor.selectionHighlight': false,
      'editor.matchBrackets': 'never',
      'editor.bracketPairColorization.enabled': false,
      'editor.unicodeHighlight.nonBasicASCII': false,
    };
    expect(contributes['configurationDefaults']).toEqual({ '[plaintext]': prose, '[markdown]': prose });
  });

  it('draws the numbers in the gutter in the colours of each theme, and in high contrast all marks in one', () => {
    const colours = contributes['colors'] as readonly { readonly id: string; readonly defaults: object }[];
    const defaultsOf = (name: string) => colours.find(({ id }) => id === `idiograph.${name}`)?.defaults;
    const both = ({ light, dark }: { readonly light: string; readonly dark: string }) => ({
      ...{ light, dark, highContrast: dark, highContrastLight: light },
    });
    const inContrast = { highContrast: labelColours.live.dark, highContrastLight: labelColours.live.light };
    expect(defaultsOf('passageNumber')).toEqual(both(labelColours.live));
    expect(defaultsOf('stalePassage')).toEqual(both(labelColours.stale));
    expect(defaultsOf('passageBorder')).toMatchObject(inContrast);
    expect(defaultsOf('passageUnderline')).toMatchObject(inContrast);
  });

  it('gives no two commands one key', () => {
    const keys = (contributes['keybindings'] as readonly { readonly key: string }[]).map(({ key }) => key);
    expect(keys).toContain('ctrl+alt+/');
    expect(new Set(keys).size).toBe(keys.length);
  });
});
