import { DiscoverableMetaHostCollection } from '@nestjs/core/discovery/discoverable-meta-host-collection.js';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { ModuleMocker } from 'jest-mock';
import { AsyncLocalStorage } from 'node:async_hooks';

const NOTHING = { fn: null, asyncError: null };
/** Those that were used since the last file ended. */
const storages = new Set();

for (const method of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...values) {
    storages.add(this);
    return original.apply(this, values);
  };
}

/** Runs test files in the worker's own context, one after the other. A context of its own per file would need all packages
 *  again in each, and names of globals are slow there. What a file adds to or changes of the globals and the environment
 *  is undone after it. */
export default class WorkerEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  globals = new Map(
    Reflect.ownKeys(globalThis).map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)]),
  );
  variables = { ...process.env };
  process = { exit: process.exit, getBuiltinModule: process.getBuiltinModule };

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {}

  /** Timers that are left over hold the functions of the test that set them, and these the whole application. */
  handleTestEvent({ name }, { rootDescribeBlock }) {
    if (name === 'teardown') forget(rootDescribeBlock);
  }

  async teardown() {
    for (const key of Reflect.ownKeys(globalThis))
      if (!this.globals.has(key)) Reflect.deleteProperty(globalThis, key);
    for (const [key, descriptor] of this.globals)
      if (descriptor.configurable) Object.defineProperty(globalThis, key, descriptor);
    for (const name of Object.keys(process.env))
      if (!(name in this.variables)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, this.variables);
    Object.assign(process, this.process);
    // Each that was ever used costs time at every promise. Those of packages are enabled again when they are used.
    for (const storage of storages) storage.disable();
    storages.clear();
    // These keep all classes that were ever decorated.
    DiscoverableMetaHostCollection.metaHostLinks.clear();
    defaultMetadataStorage.clear();
    defaultMetadataStorage._transformMetadatas.clear();
  }
}

function forget({ hooks, children }) {
  for (const hook of hooks) Object.assign(hook, NOTHING);
  for (const child of children)
    if (child.type === 'describeBlock') forget(child);
    else Object.assign(child, NOTHING);
}
