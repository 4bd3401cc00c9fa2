import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { audit } from './audit.js';
import { verdictOn } from './checks/verdicts.fixture.js';
import { aPage } from './example-page.js';
import { CHECKS } from './registry.js';

const folder = join(__dirname, 'checks');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.check.ts'),
);

describe('registry', () => {
  it('holds every check file once, and each has its spec', () => {
    const expected = CHECKS.map((check) =>
      join(check.category.replace('_', '-'), `${check.id.replaceAll('_', '-')}.check.ts`),
    );
    expect(files.sort()).toEqual(expected.sort());
    expect(files.filter((file) => !existsSync(join(folder, file.replace('.ts', '.spec.ts'))))).toEqual([]);
  });

  it('gives each check a unique name', () => {
    expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(CHECKS.length);
  });

  describe.each(CHECKS.map((check) => [check.id, check] as const))('%s', (_id, check) => {
    it('is documented', () => {
      expect(check.name).toMatch(/^[\w.].{1,60}[^.]$/);
      for (const text of [check.what, check.why, check.fix]) expect(text).toMatch(/^["A-Z].{20,}\.$/s);
      expect(new URL(check.source).protocol).toBe('https:');
    });

    it('passes and fails its examples', () => {
      expect(verdictOn(check, check.examples.passes).outcome).toBe('pass');
      expect(verdictOn(check, check.examples.fails).outcome).toMatch(
        check.importance === 'info' ? /^(warn|fail)$/ : /^fail$/,
      );
    });

    it('gives a reason whenever it does not pass', () => {
      expect(verdictOn(check, check.examples.passes).reason).toBeNull();
      expect(verdictOn(check, check.examples.fails).reason).toMatch(/^[a-z][a-z0-9_]+$/);
    });
  });
});

describe('audit', () => {
  it('turns a check that throws into a finding', () => {
    const [check] = CHECKS;
    if (!check) throw new Error('The registry is empty');
    const broken = {
      ...check,
      run: () => {
        throw new Error('broken');
      },
    };
    expect(audit(aPage(), [broken])).toMatchObject([
      { id: 'title', outcome: 'error', reason: 'defect', value: { error: 'Error: broken' } },
    ]);
  });

  it('lists at most 20 pieces of evidence and counts all', () => {
    const finding = audit(aPage({ html: '<img>'.repeat(21) })).find(({ id }) => id === 'image_keywords');
    expect(finding?.evidence).toHaveLength(20);
    expect(finding?.evidence_count).toBe(21);
  });

  it('truncates long text', () => {
    const findings = audit(
      aPage({ html: `<title>${'x'.repeat(5000)}</title>${'<meta name=description content=y>'.repeat(150)}` }),
    );
    expect(findings.find(({ id }) => id === 'title')?.value).toEqual({
      title_count: 1,
      titles: ['x'.repeat(1000)],
    });
    expect(findings.find(({ id }) => id === 'meta_description')?.value).toMatchObject({
      description_count: 150,
      descriptions: { length: 100 },
    });
  });
});
