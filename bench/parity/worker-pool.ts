import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** How to start the processes of a pool. */
export interface PoolOptions<Result> {
  readonly module: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly workers: number;
  /** A task that takes longer costs its process the life. */
  readonly timeoutMs: number;
  /** The result of a task that did not end. */
  readonly failed: (error: Error) => Result;
}

/** Has the tasks done by a number of processes, each of them one task at a time. */
export async function runPool<Task extends object, Result extends object>(
  options: PoolOptions<Result>,
  tasks: readonly Task[],
  onResult: (task: Task, result: Result, hasEnded: boolean) => void,
): Promise<void> {
  const queue = [...tasks];
  const work = async () => {
    let child = start(options);
    for (let task = queue.shift(); task; task = queue.shift()) {
      const result = await resultOf<Result>(child, task, options.timeoutMs);
      if (!(result instanceof Error)) {
        onResult(task, result, true);
        continue;
      }
      onResult(task, options.failed(result), false);
      await end(child);
      child = start(options);
    }
    await end(child);
  };
  await Promise.all(Array.from({ length: Math.min(options.workers, tasks.length) }, work));
}

function start({ module, args, env }: PoolOptions<unknown>): ChildProcess {
  return fork(module, args, { env: { ...process.env, ...env }, execArgv: ['--import', 'tsx'] });
}

async function resultOf<Result>(
  child: ChildProcess,
  task: object,
  timeoutMs: number,
): Promise<Result | Error> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const { signal } = controller;
  try {
    child.send(task);
    const ended = once(child, 'exit', { signal }).then(() => new Error('The process died.'));
    const answered = once(child, 'message', { signal }).then(([result]) => result as Result);
    return await Promise.race([answered, ended]);
  } catch {
    return new Error(`No result within ${timeoutMs} ms.`);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** Asks the process to end; it ends what it has started first. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(timer);
}
