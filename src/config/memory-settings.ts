/** V8 would let garbage pile up to gigabytes on a machine with much memory. */
const FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=384'];

/** Left to itself, glibc raises both limits to what was freed last, and each thread keeps tens of megabytes of freed
 *  texts and bodies: 540 MiB beside hostile documents instead of 480.
 *  @see https://man7.org/linux/man-pages/man3/mallopt.3.html */
const ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };

/** As of Node.js 22.15. */
type Replaceable = typeof process & {
  execve?: (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never;
};

/** Replaces this process by one with settings that can only be given at its start, where that is possible: from
 *  Node.js 22.15 on, not on Windows. The process keeps its id, and what its user has set. */
export function startWithMemorySettings(): void {
  const { env, execArgv, execPath, argv, execve } = process as Replaceable;
  if (process.platform === 'win32' || !execve || Object.keys(ENVIRONMENT).some((name) => name in env)) return;
  const flags = FLAGS.filter((flag) => !env.NODE_OPTIONS?.includes(nameOf(flag)));
  execve(execPath, [execPath, ...flags, ...execArgv, ...argv.slice(1)], { ...ENVIRONMENT, ...env });
}

function nameOf(flag: string): string {
  return flag.split('=', 1).join();
}
