import { createServer } from 'node:net';
import { type AddressInfo } from 'node:net';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';
import { openWorkshop, type Workshop } from '../../support/workshop.js';

let workshop: Workshop;

beforeEach(async () => {
  workshop = await openWorkshop();
});

afterEach(() => workshop.close());

describe('metrics', () => {
  it('are on a port of their own: requests by route, audits by outcome, the queue, the pool, the build', async () => {
    const port = await freePort();
    const { url } = await workshop.start('all', { METRICS_PORT: port });
    await fetch(`${url}/api/v1/reports`, {
      method: 'POST',
      headers: workshop.headers,
      body: JSON.stringify({ url: workshop.site.origin }),
    });
    await fetch(`${url}/api/v1/reports/1`, { headers: workshop.headers });
    await fetch(`${url}/api/v1/reports/424242?secret=1`, { headers: workshop.headers });
    await fetch(`${url}/no/such/path`);
    const text = await eventually(async () => {
      const shown = await (await fetch(`http://127.0.0.1:${port}/metrics?name=any`)).text();
      return shown.includes('status="404"} 1') && shown.includes('queue_depth{state="running"} 0') && shown;
    });
    for (const line of [
      'http_request_duration_seconds_count{method="POST",route="/api/v1/reports",status="201"} 1',
      'http_request_duration_seconds_count{method="GET",route="/api/v1/reports/:id",status="200"} 1',
      'http_request_duration_seconds_count{method="GET",route="/api/v1/reports/:id",status="404"} 1',
      'pagegrade_audit_duration_seconds_count{outcome="decent"} 1',
      'pagegrade_queue_depth{state="waiting"} 0',
      'pagegrade_queue_depth{state="running"} 0',
      'pagegrade_queue_depth{state="waiting_for_browser"} 0',
      'pagegrade_queue_oldest_seconds 0',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).toMatch(/pagegrade_job_duration_seconds_count\{job="audit",outcome="completed"\} [1-9]/);
    expect(text).toMatch(/pagegrade_build_info\{version="[\d.]+",node="[\d.]+"\} 1/);
    expect(text).toMatch(/pagegrade_database_connections\{state="idle"\} \d/);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds /);
    const polledAt = Number(/^pagegrade_worker_last_poll_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
    expect(Math.abs(Date.now() / 1000 - polledAt)).toBeLessThan(10);
    expect(text).not.toMatch(/424242|secret|no\/such|workshop-test-key/);
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    for (const path of ['/health/live', '/health/ready']) {
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
    }
  });

  it('tell requests whose client left apart', async () => {
    workshop.site.server.removeAllListeners('request');
    const port = await freePort();
    const { url } = await workshop.start('all', { METRICS_PORT: port });
    const body = JSON.stringify({ url: workshop.site.origin });
    const signal = AbortSignal.timeout(1000);
    await expect(
      fetch(`${url}/api/v1/reports`, { method: 'POST', headers: workshop.headers, body, signal }),
    ).rejects.toThrow('timeout');
    const text = await eventually(async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return metrics.includes('method="POST",route="/api/v1/reports",status') && metrics;
    });
    expect(text).toContain(
      'http_request_duration_seconds_count{method="POST",route="/api/v1/reports",status="499"} 1\n',
    );
  });

  it('listen on loopback alone, unless METRICS_HOST says otherwise', async () => {
    const isServedAt = async (address: string, port: string) =>
      fetch(`http://${address}:${port}/metrics`).then(
        ({ ok }) => ok,
        () => false,
      );
    const port = await freePort();
    const { process: child, ended } = await workshop.start('all', { METRICS_PORT: port, HOST: '127.0.0.2' });
    expect([await isServedAt('127.0.0.1', port), await isServedAt('127.0.0.2', port)]).toEqual([true, false]);
    child.kill('SIGKILL');
    await ended;
    await workshop.start('all', { METRICS_PORT: port, METRICS_HOST: '127.0.0.2' });
    expect([await isServedAt('127.0.0.1', port), await isServedAt('127.0.0.2', port)]).toEqual([false, true]);
  });

  it('of a taken port are a reason not to start that names the setting', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const refused = await workshop.start('all', { METRICS_PORT: String(port) });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(
      `port ${String(port)} is already in use. Set METRICS_PORT to another one.`,
    );
    await new Promise((resolve) => server.close(resolve));
  });
});
