import tseslint from 'typescript-eslint';

const canParse = {
  object: 'URL',
  property: 'canParse',
  message: 'Node.js 20 and 22 reject valid internationalized hosts. Use parsedUrl of src/basics/url.ts.',
};

const doubleAssertion = {
  selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
  message: 'This hides a wrong type. Correct the type where it is declared, or test the value at run time.',
};

const barrel = {
  selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
  message: 'Import from the file that declares it; files that only re-export hide who needs whom.',
};

const SQL_ELSEWHERE =
  'SQL belongs to a *.repository.ts or platform/database/; a long query to a *-sql.ts beside its repository.';

const sqlCall = { selector: 'CallExpression[callee.property.name="query"]', message: SQL_ELSEWHERE };

const SQL_BEGINS = String.raw`/^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|CREATE|ALTER|DROP)\s/`;

const sqlText = {
  selector: `Literal[value=${SQL_BEGINS}], TemplateElement[value.raw=${SQL_BEGINS}]`,
  message: SQL_ELSEWHERE,
};

const repositoryTransaction = {
  selector: 'CallExpression[callee.property.name="transaction"]',
  message: 'A repository takes the transaction that its service opens, which says what happens at once.',
};

/** Phrases of comments, strings and test names that have a plainer one; single words stand in cspell.config.yaml. */
const PHRASES = [
  'by and by', // in the background
  'back into the line', // back in the queue
  'line of audits', // audit queue
  "is nobody's", // stops working
  'is nobody’s',
  'this very', // this
  'works on end', // runs without a pause
];

const ANY_PHRASE = `/\\b(${PHRASES.join('|')})\\b/i`;

const phrases = {
  selector: `Literal[value=${ANY_PHRASE}], TemplateElement[value.raw=${ANY_PHRASE}]`,
  message: 'Say it in plain English: PHRASES in eslint.config.js has the words to use instead.',
};

export default tseslint.config(
  // Packages of their own are checked where their packages are installed.
  { ignores: ['dist', 'coverage', 'data', 'bench/parity', 'bench/rendering', 'test/openapi-clients'] },
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
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string', 'Report', 'ReportView'] }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-console': 'error',
      'no-restricted-properties': ['error', canParse],
      'no-restricted-syntax': ['error', doubleAssertion, barrel, phrases],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', ...PHRASES], location: 'anywhere' }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [
      'src/platform/config/**',
      'src/process/memory-settings.ts',
      'src/engine/rendering/trust/extra-authorities.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        canParse,
        { object: 'process', property: 'env', message: 'Settings are read in platform/config/ only.' },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [
      'src/platform/{database,backup,embedded-postgres}/**',
      'src/platform/queue/job-queue.ts',
      'src/**/*.repository.ts',
      'src/**/*-sql.ts',
      'src/reports/lists/report-search.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', doubleAssertion, barrel, phrases, sqlCall, sqlText] },
  },
  {
    files: ['src/**/*.repository.ts'],
    rules: { 'no-restricted-syntax': ['error', doubleAssertion, barrel, phrases, repositoryTransaction] },
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
    files: ['test/**', '**/*.spec.ts', '**/*.fixture.ts', 'bench/**', 'docs/**'],
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
