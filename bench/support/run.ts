/** Runs one script of a folder with the remaining arguments, or, if none is named, all of them in turn:
 *  node --import tsx bench/support/run.ts bench/hostile random,neighbors,small neighbors --seconds 5 */
import { spawnSync } from 'node:child_process';

const [folder = '', list = '', chosen, ...options] = process.argv.slice(2);
const names = list.split(',');
if (chosen !== undefined && !names.includes(chosen)) {
  console.error(`There is no script "${chosen}". Choose one of: ${names.join(', ')}`);
  process.exit(2);
}
for (const name of chosen === undefined ? names : [chosen]) {
  console.log(`\n== ${name}`);
  const script = [...process.execArgv, `${folder}/${name}.ts`, ...options];
  const { status } = spawnSync(process.execPath, script, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
