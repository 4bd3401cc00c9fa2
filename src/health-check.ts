/** For containers: ends with 0 where the process on a port of this machine is well, with 1 where it is not. Asked is
 *  `/health/ready`, or `/health/live` with `live` as the second argument. */
const [port = '3000', question = 'ready'] = process.argv.slice(2);
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/health/${question}`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
