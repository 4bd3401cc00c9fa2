import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import JestRuntime from 'jest-runtime';

/** By file: its text, and the function around it. */
const compiled = new Map();

/** Jest's own, and two that keep all that was ever given to them. */
const PER_FILE = /^(?:@jest\/|expect$|graphile-worker$|@nestjs\/typeorm$)/;
const isShared = (name) => !/^[./]/.test(name) && !PER_FILE.test(name);

/** Loads packages once per worker, as Node.js does, and compiles our own files once; each test file still evaluates those
 *  anew. Needs an environment in the worker's own context. */
export default class WorkerRuntime extends JestRuntime {
  constructor(...options) {
    super(...options);
    this.executor.compile = (text, filename) => {
      const known = compiled.get(filename);
      if (known?.text === text) return known.run;
      const run = compileFunction(text, this.executor.injectedModuleParameters, { filename });
      compiled.set(filename, { text, run });
      return run;
    };
  }

  /** @override */
  requireModuleOrMock(from, name) {
    return isShared(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }
}
