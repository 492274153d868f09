import type { RuleTester } from 'oxlint/plugins-dev';

declare const own: { readonly rules: Readonly<Record<string, Parameters<RuleTester['run']>[1]>> };
export default own;
