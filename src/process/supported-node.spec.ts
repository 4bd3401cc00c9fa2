import { readFileSync } from 'node:fs';
import { satisfies } from 'semver';
import { isSupportedNode } from './supported-node.js';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
const MAJORS = [14, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 30];
const VERSIONS = MAJORS.flatMap((major) =>
  [0, 5, 10, 11, 12, 13, 18, 19, 20].map((minor) => `${major}.${minor}.0`),
);

it.each(VERSIONS)('Node.js %s is supported if package.json says so', (version) => {
  expect(isSupportedNode(version)).toBe(satisfies(version, engines.node));
});
