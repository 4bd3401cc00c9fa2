import { plantedSite, type PlantedSite } from '../../../bench/support/planted-site.js';
import { startApp, type TestApp } from '../../support/app.js';
import { crawled, CRAWLS } from '../../support/crawls.js';
import { cellsOf, exported, rowOf, wholeList } from '../../support/exports.js';

/** More pages than the export reads at once, and than a list holds on one page. */
const PAGES = 260;

interface FoundPage {
  readonly finding: string;
  readonly message: string;
  readonly url: string;
}

let test: TestApp;
let site: PlantedSite;
let id: number;

beforeAll(async () => {
  const formula = '/=1+1';
  site = await plantedSite((path) => {
    if (path === '/') return { links: ['/gone', '/first', '/second', formula] };
    if (path === '/first' || path === '/second') return { title: 'A title twice' };
    return path === formula ? {} : null;
  });
  test = await startApp({ ALLOWED_TARGETS: site.target });
  ({ id } = await crawled(test.owner, { url: site.urlOf('/') }));
  await test.database.query(
    `INSERT INTO crawl_pages (account_id, crawl_id, url, url_hash, state, shape, score, failed_checks)
      SELECT $1, $2, '=1+' || at, sha256(at::text::bytea), 'completed', '', 50, '{favicon}' FROM generate_series(1, $3) at`,
    [test.owner.id, id, PAGES],
  );
});

afterAll(async () => {
  await test.close();
  site.close();
});

const file = (path: string) => exported(test, test.owner, `crawls/${String(id)}/findings${path}`);

async function foundPages(): Promise<FoundPage[]> {
  const { text } = await file('.ndjson');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as FoundPage);
}

describe('GET /api/v1/crawls/{id}/findings.ndjson', () => {
  it('has a line for each page of every finding, in the order of the findings', async () => {
    const rows = await foundPages();
    const { body } = await test.owner.call('get', `${CRAWLS}/${String(id)}/findings`).expect(200);
    const expected = body.data.map(
      ({ id, message, count }: { id: string; message: string; count: number }) => [id, message, count],
    );
    const findings = [...new Set(rows.map(({ finding }) => finding))];
    const told = findings.map((finding) => {
      const own = rows.filter((row) => row.finding === finding);
      expect(new Set(own.map(({ url }) => url)).size).toBe(own.length);
      return [finding, own[0]?.message, own.length];
    });
    expect(told).toEqual(expected);
    expect(told.find(([finding]) => finding === 'check:favicon')?.[2]).toBeGreaterThanOrEqual(PAGES);
  });

  it('names the other pages of a finding, and those that link there', async () => {
    const rows = await foundPages();
    const [broken] = rows.filter(({ finding }) => finding === 'broken_links');
    expect(broken).toEqual({
      finding: 'broken_links',
      message: '1 page that is linked to does not load. Repair the page, or the links to it.',
      url: site.urlOf('/gone'),
      urls: [],
      linked_from: [site.urlOf('/')],
    });
    const twice = rows.filter(({ finding }) => finding === 'duplicate_titles');
    expect(twice).toMatchObject([
      { url: site.urlOf('/first'), urls: [site.urlOf('/second')] },
      { url: site.urlOf('/second'), urls: [site.urlOf('/first')] },
    ]);
  });
});

describe('GET /api/v1/crawls/{id}/findings.csv', () => {
  it('has the same rows, without formulas', async () => {
    const { headers, text } = await file('.csv');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="findings.csv"',
    });
    const rows = (await foundPages()).map(rowOf).map((row) => row.map(withoutFormula));
    expect(cellsOf(text)).toEqual([['finding', 'message', 'url', 'urls', 'linked_from'], ...rows]);
    expect(text).toContain("'=1+1,");
  });

  it('refuses parameters, other accounts, and crawls that do not exist', async () => {
    const path = `${CRAWLS}/${String(id)}/findings.csv`;
    await test.owner.call('get', `${path}?page=2`).expect(422);
    await test.owner.call('get', `${path}?finding=broken_links`).expect(422);
    await test.stranger.call('get', path).expect(404);
    await test.owner.call('get', `${CRAWLS}/987654/findings.csv`).expect(404);
  });
});

describe('GET /api/v1/crawls/{id}/findings/{finding}.csv', () => {
  it.each(['duplicate_titles', 'check:favicon'])(
    'has all pages of %s, as the list has them',
    async (finding) => {
      const rows = await wholeList(test.owner, `crawls/${String(id)}/findings/${finding}`);
      const [header, ...cells] = cellsOf((await file(`/${finding}.csv`)).text);
      expect(header).toEqual(['url', 'urls', 'linked_from']);
      expect(cells).toEqual(rows.map(rowOf).map((row) => row.map(withoutFormula)));
      const { text } = await file(`/${finding}.ndjson`);
      expect(text).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    },
  );

  it('responds 404 for a finding that there is not', async () => {
    expect((await file('/nothing.csv')).status).toBe(404);
  });
});

function withoutFormula(cell: string): string {
  return cell.startsWith('=') ? `'${cell}` : cell;
}
