import tseslint from 'typescript-eslint';
import glossary from './scripts/glossaryRules.mjs';

/** One place has many paths: only places.ts compares them, and names one from another. */
const placeRules = [
  ["CallExpression[callee.object.name='path'][callee.property.name='relative']", 'nameFrom'],
  ['CallExpression[callee.property.name=/^realpath/]', 'resolveTrueName'],
  ['MemberExpression[property.name=/^realpath/]', 'resolveTrueName'],
  ["BinaryExpression[operator=/^[!=]==$/] > MemberExpression[property.name='fsPath']", 'isSamePlace'],
  [
    "BinaryExpression[operator=/^[!=]==$/] > CallExpression[callee.object.name='path'][callee.property.name=/^(resolve|dirname|join|normalize)$/]",
    'isSamePlace',
  ],
  ["CallExpression[callee.property.name='startsWith'] MemberExpression[property.name='sep']", 'isWithin'],
].map(([selector, instead]) => ({ selector, message: `Use ${instead} of src/node/places.ts.` }));

export default tseslint.config(
  {
    ignores: [
      '**/assembly/',
      'dist/',
      'out/',
      'node_modules/',
      'test/host/node_modules/',
      '**/*.cjs',
      'research/training/',
      '.vscode-test/',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: ['./tsconfig.json', './webview/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Indexed loops over vectors read better with an assertion than with a branch that cannot happen.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // There are no enumerations here, and no class stands for another by its shape: both rules look at every type for nothing.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'max-lines': ['error', { max: 350, skipComments: true, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 90, skipComments: true, skipBlankLines: true }],
      complexity: ['error', 16],
      'max-params': ['error', 4],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/node/places.ts', 'src/core/**', 'src/presentation/**', 'src/protocol/**'],
    rules: {
      'no-restricted-syntax': ['error', ...placeRules],
    },
  },
  {
    // A ratio has one notation: only words/ratio.ts writes its sign.
    files: ['src/presentation/**/*.{ts,tsx}', 'src/{case,cli,extension}/**/*.ts', 'webview/**/*.{ts,tsx}'],
    ignores: ['src/presentation/words/ratio.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...placeRules,
        ...['Literal[value=/[×÷]/]', 'TemplateElement[value.raw=/[×÷]/]', 'JSXText[value=/[×÷]/]'].map((selector) => ({
          selector,
          message: 'Use formatRatio of src/presentation/words/ratio.ts.',
        })),
      ],
    },
  },
  {
    files: ['{src,webview}/**/*.{ts,tsx}'],
    plugins: { glossary },
    rules: { 'glossary/names': 'error', 'glossary/comments': 'error' },
  },
  {
    files: ['{test,research}/**/*.{ts,tsx}'],
    plugins: { glossary },
    rules: { 'glossary/titles': 'error' },
  },
  {
    files: ['test/**/*.{ts,tsx}', 'research/test/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-floating-promises': 'error' },
  },
);
