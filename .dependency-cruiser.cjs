/** Who may import whom. Each comment says where the code belongs instead. */
const checks = '^src/engine/audit/checks/.+[.]check[.]ts$';
const spec = '[.](spec|fixture|e2e)[.]ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other are one subject, or share a third: make that third file. Only entities may name each other: a relation has two sides.',
      severity: 'error',
      from: {},
      to: {
        circular: true,
        dependencyTypesNot: ['type-only'],
        via: { pathNot: '[.]entity[.]ts$' },
      },
    },
    {
      name: 'no-barrels',
      comment: 'A file is named for its subject; import from the file that declares what you need.',
      severity: 'error',
      from: {},
      to: { path: '/index[.](ts|js|mjs)$', pathNot: 'node_modules/' },
    },
    {
      name: 'engine-stands-alone',
      comment:
        'engine/ loads, renders and audits pages, without Nest, settings or a database. What connects it with them belongs to the feature that uses it.',
      severity: 'error',
      from: { path: '^src/engine/', pathNot: spec },
      to: { path: ['^src/(?!engine/|basics/)', '(^|/)node_modules/(@nestjs|typeorm|pg|express)/'] },
    },
    {
      name: 'audit-is-pure',
      comment:
        'A check sees a page and nothing else. What needs the network belongs to page-loader/, what needs a thread to grading/.',
      severity: 'error',
      from: { path: '^src/engine/audit/', pathNot: spec },
      to: {
        pathNot: [
          '^src/engine/audit/',
          '^src/basics/(content-type|url|quantities|sha256)[.]ts$',
          '(^|/)node_modules/(@exodus/bytes|parse5|entities|css-select|css-what|@csstools/media-query-list-parser|http-link-header|csp_evaluator|language-subtag-registry|tldts|tldts-core|tough-cookie|stopword)/',
        ],
      },
    },
    {
      name: 'no-check-imports-a-check',
      comment: 'What two checks share belongs to a file of its own beside them, or to audit/dom/.',
      severity: 'error',
      from: { path: checks },
      to: { path: checks },
    },
    {
      name: 'presentation-knows-no-page',
      comment:
        'presentation/ makes HTML of records. Who may see it, and the page around it, belong to sharing/, console/ and cli/.',
      severity: 'error',
      from: { path: '^src/presentation/' },
      to: { path: '^src/(sharing|console|cli)/' },
    },
    {
      name: 'typeorm-stays-below',
      comment: 'Questions to the database belong to a *.repository.ts. A service knows Transaction alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['[.](repository|entity|module)[.]ts$', '^src/platform/'] },
      to: { path: '(^|/)node_modules/(typeorm|@nestjs/typeorm|pg)/' },
    },
    {
      name: 'platform-knows-no-feature',
      comment: 'platform/ serves every feature. What needs one of them belongs to that feature.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/(platform|basics)/' },
    },
    {
      name: 'basics-stand-below',
      comment: 'One function, class or constant each that several rooms need, and nothing of ours.',
      severity: 'error',
      from: { path: '^src/basics/' },
      to: { path: '^src/', pathNot: '^src/basics/' },
    },
    {
      name: 'errors-stand-below',
      comment: 'Everything may throw a DomainError; it knows nothing of who throws or shows it.',
      severity: 'error',
      from: { path: '^src/platform/errors/' },
      to: { path: '^src/', pathNot: '^src/(platform/errors|basics)/' },
    },
    {
      name: 'http-stands-above',
      comment: 'What stores, queues or counts knows nothing of requests but the errors that they end with.',
      severity: 'error',
      from: { path: '^src/platform/(config|database|backup|embedded-postgres|queue|metrics|blobs)/' },
      to: { path: '^src/platform/(http|pages)/' },
    },
    {
      name: 'websites-know-no-reports',
      comment: 'Reports belong to websites, not the other way round.',
      severity: 'error',
      from: { path: '^src/websites/' },
      to: { path: '^src/', pathNot: '^src/(websites|account/audit-log|auth|platform|basics)/' },
    },
    {
      name: 'page-loader-knows-no-feature',
      comment: 'It loads pages; what they are loaded for is decided in grading/.',
      severity: 'error',
      from: { path: '^src/engine/page-loader/', pathNot: spec },
      to: { path: '^src/', pathNot: '^src/(engine/page-loader|basics)/' },
    },
    {
      name: 'strangers-through-page-loader-only',
      comment:
        'Only page-loader/ opens connections to strangers: there every address is judged. The object store is the ' +
        "operator's own.",
      severity: 'error',
      from: {
        path: '^src/',
        // rendering/launcher/ connects to Unix sockets only.
        pathNot: [
          '^src/engine/(page-loader|rendering/launcher)/',
          '^src/platform/(database|embedded-postgres|metrics)/',
          '^src/platform/blobs/s3-storage[.]ts$',
          '^src/process/shutdown[.]ts$',
          spec,
        ],
      },
      to: { path: '(^undici$|(^|/)node_modules/undici/)|^(node:)?(net|tls|dns)(/|$)' },
    },
    {
      name: 'nothing-imports-tests',
      comment:
        'What a test and something else share belongs beside what it tests (*.fixture.ts), or to bench/support/.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-test-in-product',
      comment: 'Tests and benchmarks use the product, never the other way round.',
      severity: 'error',
      from: { path: '^src/', pathNot: spec },
      to: { path: ['^bench/', spec] },
    },
    {
      name: 'browser-only-where-it-renders',
      comment:
        'What a browser sends is parsed in a process of its own, so only that loads browser packages: rendering/client/.',
      severity: 'error',
      from: { path: '^src/', pathNot: [spec, '^src/engine/rendering/client/'] },
      to: {
        path: '(^|/)node_modules/(axe-core|web-vitals|@paulirish/trace_engine|speedline-core)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-is-a-process',
      comment:
        'rendering/client/ runs in a process of its own: talk to it by the messages of client-messages.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/engine/rendering/client/' },
      to: { path: '^src/engine/rendering/client/' },
    },
    {
      name: 'resolvable',
      comment: 'An import that nothing answers.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-dependency-in-product',
      comment: 'What the product imports belongs to "dependencies".',
      severity: 'error',
      from: { path: '^src/', pathNot: spec },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '(^|/)node_modules/@types/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
