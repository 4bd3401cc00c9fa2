import tseslint from 'typescript-eslint';

const canParse = {
  object: 'URL',
  property: 'canParse',
  message: 'Node.js 20 and 22 reject valid internationalized hosts. Use parsedUrl of src/url.ts.',
};

export default tseslint.config(
  // bench/parity is a package of its own, checked where its packages are installed.
  { ignores: ['dist', 'coverage', 'data', 'bench/parity'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-extraneous-class': [
        'error',
        { allowWithDecorator: true, allowStaticOnly: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      // Views are classes for the sake of the OpenAPI document; what is sent are plain objects of their shape.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string', 'ReportView'] }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      'no-restricted-properties': ['error', canParse],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/config/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        canParse,
        { object: 'process', property: 'env', message: 'Settings are read in config/ only.' },
      ],
    },
  },
  {
    // Nest reads parameter types at run time, so classes that look like types must be imported as values.
    files: [
      'src/**/*.{controller,service,repository,guard,filter,interceptor,pipe,module,job}.ts',
      'src/**/database.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['test/**', '**/*.spec.ts', '**/*.fixture.ts', 'bench/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      'no-console': 'off',
    },
  },
);
