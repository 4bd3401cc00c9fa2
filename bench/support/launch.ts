import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };

/** Arguments of Node.js by which `npm start` runs the built service. */
export const START_ARGUMENTS: readonly string[] = scripts.start.split(' ').slice(1);
