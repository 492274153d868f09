import type { ESLint } from 'eslint';

declare const glossary: ESLint.Plugin;
export default glossary;
