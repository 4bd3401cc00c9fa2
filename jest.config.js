import { availableParallelism } from 'node:os';

/** Packages published as ES modules only: Jest runs CommonJS, so these are compiled like our own code. */
const esModules = [
  '@nestjs',
  '@csstools',
  '@exodus/bytes',
  '@sparticuz/chromium',
  'boolbase',
  'css-select',
  'css-what',
  'dom-serializer',
  'domelementtype',
  'domhandler',
  'domutils',
  'html-encoding-sniffer',
  'entities',
  'parse5',
  'nth-check',
  'p-limit',
  'pdfjs-dist',
  'saxes',
  'stopword',
  'xmlchars',
  'yocto-queue',
].join('|');

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.e2e.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.(ts|m?js)$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules})/)`],
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  testTimeout: 60_000,
  // Most tests wait for a database, a browser or a time limit: with one worker per core, two fifths of a small machine are idle.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  workerIdleMemoryLimit: '1500MB',
};
