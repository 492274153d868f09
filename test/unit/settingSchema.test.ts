import { describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import { isAllowed, type SettingSchema } from '../../src/core/basics/shape';

const schemas = manifest.contributes.configuration.properties as Readonly<Record<string, SettingSchema>>;
const allowed = (name: string, value: unknown): boolean => isAllowed(schemas[`idiograph.${name}`]!, value);

describe('the values that a setting may have', () => {
  it('hold every default', () => {
    for (const schema of Object.values(schemas)) expect(isAllowed(schema, schema.default)).toBe(true);
  });

  it('are yes or no, not their words', () => {
    expect(allowed('excludeQuotes', false)).toBe(true);
    expect(allowed('excludeQuotes', 'no')).toBe(false);
    expect(allowed('excludeQuotes', 0)).toBe(false);
  });

  it('are texts for folders', () => {
    expect(allowed('modelsFolder', '/models')).toBe(true);
    expect(allowed('modelsFolder', { path: '/models' })).toBe(false);
  });
});

describe('a workspace that is not trusted', () => {
  it('sets no setting', () => {
    expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(Object.keys(schemas));
  });

  it('are those of the machine where a folder could lead elsewhere: no folder of a workspace sets them', () => {
    const named = ['modelsFolder', 'server.url', 'server.certificates'];
    const { properties } = manifest.contributes.configuration;
    const scopes = Object.entries(properties).map(([name, { scope }]) => [name.replace('idiograph.', ''), scope]);
    expect(scopes.filter(([, scope]) => scope === 'machine').map(([name]) => name)).toEqual(named);
  });
});
