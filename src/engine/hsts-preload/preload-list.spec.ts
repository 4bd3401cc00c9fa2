import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { EntryScanner } from './entry-scanner.js';
import { PreloadList } from './preload-list.js';
import { SOME_LIST } from './preload-list.fixture.js';
import { configuredPreloadList, readPreloadList } from './preload-list-file.js';

const directory = mkdtempSync(join(tmpdir(), 'preload-'));

afterAll(() => {
  rmSync(directory, { recursive: true });
});

function listOf(text: string): Promise<PreloadList> {
  const file = join(directory, 'list.json');
  writeFileSync(file, text);
  return readPreloadList(file);
}

describe('readPreloadList', () => {
  it.each([
    ['preloaded.example', true],
    ['www.preloaded.example', true],
    ['a.b.c.preloaded.example', true],
    ['notpreloaded.example', false],
    ['preloaded.example.org', false],
    ['alone.example', true],
    ['www.alone.example', false],
    ['upper.example', true],
    ['www.upper.example', false],
    ['dev', true],
    ['anything.dev', true],
    ['dev.example', false],
    ['pinned.example', false],
    ['www.pinned.example', false],
    ['pins-only.preloaded.example', true],
    ['twice.example', false],
    ['xn--bcher-kva.example', true],
    ['www.xn--bcher-kva.example', true],
    ['nested', false],
    ['after.example', false],
    ['example', false],
    ['', false],
    ['.', false],
    ['preloaded.example.', false],
    ['192.0.2.1', false],
    ['[2001:db8::1]', false],
  ])('has %j: %s', async (host, isPreloaded) => {
    expect((await listOf(SOME_LIST)).has(host)).toBe(isPreloaded);
  });

  it('counts the hosts', async () => {
    expect((await listOf(SOME_LIST)).size).toBe(5);
  });

  it.each([
    ['nothing', '', 'ends before'],
    ['a truncated list', SOME_LIST.slice(0, -100), 'ends before'],
    ['a page', '<!doctype html><p>Not found', 'not one JSON object'],
    ['an array', '[{"name": "a.example", "mode": "force-https"}]', 'not one JSON object'],
    ['two objects', '{"entries": []} {}', 'not one JSON object'],
    ['text behind the object', `${SOME_LIST} x`, 'not one JSON object'],
    ['other comments', '{ /* a */ "entries": [] }', 'not JSON with // comments'],
    ['entries that are not JSON', '{"entries": [{name: "a.example"}]}', 'not JSON: {name'],
    ['entries without a name', '{"entries": [{"mode": "force-https"}]}', 'without a name'],
    ['entries of numbers', '{"entries": [1, 2]}', 'no host'],
    ['no entries', '{"hosts": [{"name": "a.example", "mode": "force-https"}]}', 'no host'],
    ['entries of other modes', '{"entries": [{"name": "a.example", "mode": "x"}]}', 'no host'],
    ['an endless entry', `{"entries": [{"name": "${'a'.repeat(100_000)}`, '65536 characters'],
  ])('refuses %s', async (_what, text, reason) => {
    await expect(listOf(text)).rejects.toThrow(reason);
  });
});

describe('EntryScanner', () => {
  it('finds the same entries wherever the text is split', () => {
    const entriesIn = (pieces: readonly string[]) => {
      const names: string[] = [];
      const scanner = new EntryScanner(({ name }) => names.push(name));
      for (const piece of pieces) scanner.feed(piece);
      scanner.end();
      return names;
    };
    const whole = entriesIn([SOME_LIST]);
    expect(whole).toHaveLength(10);
    expect(entriesIn(SOME_LIST.split(/(?:)/))).toEqual(whole);
    fc.assert(
      fc.property(fc.nat(SOME_LIST.length), fc.nat(SOME_LIST.length), (a, b) => {
        const [first, second] = [Math.min(a, b), Math.max(a, b)];
        const pieces = [SOME_LIST.slice(0, first), SOME_LIST.slice(first, second), SOME_LIST.slice(second)];
        expect(entriesIn(pieces)).toEqual(whole);
      }),
    );
  });
});

describe('PreloadList', () => {
  it('agrees with a map of the same names', () => {
    const label = fc.constantFrom('a', 'b', 'aa', 'ab', 'a-b', '1', 'com');
    const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
    fc.assert(
      fc.property(fc.array(fc.tuple(host, fc.boolean())), host, (entries, asked) => {
        const hosts = new Map(entries);
        const parents = asked.split('.').map((_, index, labels) => labels.slice(index + 1).join('.'));
        const expected = hosts.has(asked) || parents.some((parent) => hosts.get(parent) === true);
        expect(new PreloadList(hosts).has(asked)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('configuredPreloadList', () => {
  it('is null without a setting', async () => {
    expect(await configuredPreloadList(null)).toBeNull();
  });

  it.each([
    ['is missing', join(directory, 'missing.json'), 'ENOENT'],
    ['is a directory', directory, 'EISDIR'],
  ])('says how to get the file if it %s', async (_fault, path, reason) => {
    await expect(configuredPreloadList(path)).rejects.toThrow(
      new RegExp(`^HSTS_PRELOAD_FILE can't be used: .*${reason}.*npm run cli -- hsts-preload`),
    );
  });
});
