import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const file = path.resolve(import.meta.dirname, '../../../package.json');
const { contributes } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
  readonly contributes: Readonly<Record<string, unknown>>;
};

describe('the manifest', () => {
  it('wraps the lines of texts, where one paragraph is one line', () => {
    const wrap = { 'editor.wordWrap': 'on' };
    expect(contributes['configurationDefaults']).toEqual({ '[plaintext]': wrap, '[markdown]': wrap });
  });

  it('gives no two commands one key', () => {
    const keys = (contributes['keybindings'] as readonly { readonly key: string }[]).map(({ key }) => key);
    expect(keys).toContain('ctrl+alt+/');
    expect(new Set(keys).size).toBe(keys.length);
  });
});
