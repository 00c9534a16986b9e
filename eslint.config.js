const tseslint = require('typescript-eslint');

module.exports = tseslint.config(
  { ignores: ['dist/', 'dist-playground/', 'node_modules/', '.cache/', 'coverage/'] },
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: __dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Left out for their time: each of these took about a sixth of it, and reported nothing here.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-deprecated': 'off',
      // With noUncheckedIndexedAccess an index that surely exists needs a mark; "!" is the shortest.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A file ends where its idea ends. At this length ask whether it holds two.
      'max-lines': ['warn', { max: 500, skipComments: true }],
      // A module is imported once, with its types among its values.
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      'no-duplicate-imports': 'error',
      // Private members are #name. Only a constructor's parameter that is kept says `private`: it cannot be #name.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ':matches(PropertyDefinition, AccessorProperty, MethodDefinition:not([kind="constructor"]))[accessibility="private"]',
          message: 'Write a private member as #name; `private` is for parameters of a constructor',
        },
      ],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
);
