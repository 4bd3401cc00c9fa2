import { readFileSync } from 'node:fs';
import { VERSION } from './version.js';

describe('VERSION', () => {
  it('is the version in package.json', () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ version: VERSION });
  });
});
