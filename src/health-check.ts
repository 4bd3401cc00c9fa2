/** Health check for containers: `node health-check.js [port] [ready|live]` exits with 0 if the process on that local port
 *  responds with 200, else with 1. */
const [port = '3000', check = 'ready'] = process.argv.slice(2);
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/health/${check}`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
