/** The first supported minor version of each supported major one; as `engines` in package.json. */
const SUPPORTED: readonly (readonly [major: number, minor: number])[] = [
  [20, 19],
  [22, 13],
  [24, 11],
];
const LATEST = 24;

/** Whether Pagegrade runs on a version of Node.js, like "20.19.0". */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > LATEST || SUPPORTED.some((first) => first[0] === major && first[1] <= minor);
}

/** Ends the process with a sentence if its Node.js is too old. Imports nothing, so that every version gets here. */
export function requireSupportedNode(): void {
  const { node } = process.versions;
  if (isSupportedNode(node)) return;
  const versions = SUPPORTED.map((version) => version.join('.')).join(', ');
  process.stderr.write(`Pagegrade needs Node.js ${versions} or newer; this is ${node}.\n`);
  process.exit(1);
}
