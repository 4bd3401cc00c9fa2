import { availableParallelism } from 'node:os';

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  runtime: '<rootDir>/test/support/jest/runtime.mjs',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.e2e.ts'],
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
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
  // An ES module that is loaded once per test file: see runtime.mjs.
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/typeorm/)'],
  testSequencer: '<rootDir>/test/support/jest/longest-first.mjs',
  testTimeout: 120_000,
  // Most tests wait for a database, a browser or a time limit: with one worker per core, two fifths of a small machine are idle.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  workerIdleMemoryLimit: '1500MB',
};
