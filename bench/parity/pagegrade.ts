import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { gradeObservatory } from '../../src/audit/parity/observatory-grade.js';
import { type Parity } from '../../src/audit/parity/parity.js';
import { auditPage } from '../../src/grading/audit-page.js';
import { bytesOf } from '../../src/grading/grader.js';
import { askPlainHttp } from '../../src/grading/look-around.js';
import { PageLoader } from '../../src/page-loader/page-loader.js';
import { type LoadResult, type Visit } from '../../src/page-loader/visit.js';
import { requestedUrlOf } from './case.js';
import { readCases } from './case-file.js';
import { certificatesIn } from './certificates.js';
import { PATHS } from './paths.js';
import { startSite } from './site.js';

/** Grades all cases with the product's own loader and audit, and writes what it says the engines say. Needs
 *  NODE_EXTRA_CA_CERTS=cache/tls/authority.pem. */
const cases = readCases(PATHS.cases);
const site = await startSite(cases, certificatesIn(PATHS.tls));
leadToPorts(site);

const hosts = { has: (target: string) => /\.parity\.test:(80|443)$/.test(target) } as Set<string>;
const loader = new PageLoader({
  policy: { allowedTargets: hosts, allowedPorts: new Set([80, 443]) },
  userAgent: 'Pagegrade parity',
  resolve: () => Promise.resolve(['127.0.0.1']),
});
const results: Record<string, Parity | { error: string }> = {};
const queue = [...cases];
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const url = new URL(requestedUrlOf(next));
      results[next.id] = await loader.visit(async (visit) => parityOf(visit, await visit.load(url)));
    }
  }),
);
await site.stop();
writeFileSync(PATHS.pagegrade, JSON.stringify(results));
console.log(`${Object.keys(results).length} cases`);

async function parityOf(visit: Visit, loaded: LoadResult): Promise<Parity | { error: string }> {
  if ('error' in loaded) return { error: loaded.error.code };
  const inspection = auditPage(bytesOf(loaded.page), () => undefined);
  if (!inspection) return { error: 'too_complex' };
  if ('refreshTo' in inspection) return parityOf(visit, await visit.loadNext(inspection.refreshTo));
  const { lighthouse, observatory } = inspection;
  const plainHttp = await askPlainHttp(visit, loaded.page);
  const { page } = loaded;
  return {
    lighthouse,
    observatory: gradeObservatory(observatory, { page: bytesOf(page), plainHttp, isPreloaded: null }),
  };
}

/** The ports of http and https are the site's, wherever it listens. */
function leadToPorts({ httpPort, httpsPort }: { httpPort: number; httpsPort: number }): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the right `this` below.
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const [first] = args as [{ port?: number } | [{ port?: number }]];
    const target = Array.isArray(first) ? first[0] : first;
    if (target.port === 443) target.port = httpsPort;
    else if (target.port === 80) target.port = httpPort;
    return connect.apply(this, args as Parameters<typeof connect>);
  };
}
