import pg from 'pg';
import { CHECKS } from '../../src/engine/audit/registry.js';

/** Has the first checks of a stored report fail, each at four places, and all others pass. */
export async function failFindings(databaseUrl: string, reportId: number, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('UPDATE report_details SET checks = $2 WHERE report_id = $1', [
    reportId,
    JSON.stringify(findings(count)),
  ]);
  await client.end();
}

function findings(failed: number): object[] {
  const places = ['one', 'two', 'three', 'four'].map((word, index) => ({
    selector: `main > section:nth-of-type(${String(index + 1)}) > p.${word}`,
    line: 10 * (index + 1),
    column: 5,
    excerpt: `<p class="${word}">A paragraph that has this fault, with some of the text that it is about</p>`,
  }));
  return CHECKS.map(({ id, category, importance, method }, index) => ({
    ...{ id, category, importance, method, value: {}, sample: null },
    ...(index < failed
      ? { outcome: 'fail', reason: 'missing', evidence: places, evidence_count: 9 }
      : { outcome: 'pass', reason: 'ok', evidence: [], evidence_count: 0 }),
  }));
}
