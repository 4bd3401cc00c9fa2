/** For containers: ends with 0 where the process on this port of the machine is ready, with 1 where it is not. */
const port = process.argv[2] ?? '3000';
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/health/ready`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
