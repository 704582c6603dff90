import { defineConfig } from 'oxlint'

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise'],
  jsPlugins: ['./workshop/verify/import-directions.ts'],
  categories: { correctness: 'error' },
  options: { reportUnusedDisableDirectives: 'error', typeAware: true },
  rules: {
    'deadheat/import-directions': 'error',
    // Types count too: two files that need each other's types are one file, or lack a third.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-throw-literal': 'error',
    // Its constructor takes any text; `invalidArgument` takes a message.
    'no-restricted-imports': [
      'error',
      { paths: [{ name: 'commander', importNames: ['InvalidArgumentError'] }] },
    ],
    // Numeric code wants arrays of a known length.
    'unicorn/no-new-array': 'off',
    'typescript/no-explicit-any': 'error',
    // A module is imported once: `{ value, type Type }`, and `import type { Type }` where only types are needed.
    'import/no-duplicates': ['error', { preferInline: true }],
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'typescript/no-import-type-side-effects': 'error',
    // Of the rules that ask for types, those about promises.
    'typescript/no-floating-promises': ['error', { checkThenables: true }],
    'typescript/no-base-to-string': 'off',
    'typescript/no-meaningless-void-operator': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/unbound-method': 'off',
  },
  overrides: [
    {
      files: ['scripts/cli/terminal/options.ts'],
      rules: { 'no-restricted-imports': 'off' },
    },
    {
      files: ['server/**'],
      rules: { 'no-console': 'error' },
    },
    {
      // Where a process speaks to whoever started it.
      files: ['server/main.ts', 'server/run-server.ts', 'server/worker.ts', 'server/platform/process.ts'],
      rules: { 'no-console': 'off' },
    },
    {
      files: ['test/**'],
      plugins: ['vitest'],
      rules: {
        'vitest/no-focused-tests': 'error',
        'vitest/no-conditional-expect': 'off',
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
  ],
  ignorePatterns: ['node_modules', 'dist', '.svelte-check', '.deadheat', 'test-results', '**/*.generated.ts'],
})
