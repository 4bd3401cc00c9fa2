import { fork } from 'node:child_process';
import { once } from 'node:events';
import { NO_PRETENURING, V8_FLAGS } from '../../src/process/memory-settings.js';
import { type RunOrder, type RunResult } from './runner.js';

/** Before Node.js 22.18, which strips types itself, a loader takes 50 MB more in the process that is measured. */
const { typescript = false } = process.features as { readonly typescript?: string | false };
const LOADER = typescript === false ? ['--import', 'tsx'] : [];

/** Runs audits, or their floor, in a process of their own, with V8 set as in the service. */
export async function run(order: RunOrder): Promise<RunResult> {
  const runner = fork(new URL('./runner.ts', import.meta.url), {
    execArgv: [...V8_FLAGS, NO_PRETENURING, ...LOADER],
  });
  runner.send(order);
  const [result] = (await once(runner, 'message')) as [RunResult];
  return result;
}
