import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from './clients/openapi-typescript/schema';
import { base, check, key, page } from './task';

const auth: Middleware = {
  onRequest: ({ request }) => {
    request.headers.set('Authorization', `Bearer ${key}`);
    return undefined;
  },
};
const client = createClient<paths>({ baseUrl: base });
client.use(auth);

const created = await client.POST('/api/v1/reports', {
  body: { url: `${page}/a` },
  params: { header: { Prefer: 'respond-async' } },
});
check(created.data, created.error?.code ?? '');
let report = created.data.data;
while (report.status === 'queued' || report.status === 'running') {
  const { data, error } = await client.GET('/api/v1/reports/{id}', {
    params: { path: { id: report.id }, header: { Prefer: 'wait=20' } },
  });
  check(data, error?.detail ?? '');
  report = data.data;
}
check(report.status === 'completed' && typeof report.score === 'number', 'report');

const first = await client.GET('/api/v1/reports', { params: { query: { per_page: 10 } } });
check(first.data, first.error?.code ?? '');
const cursor = first.data.meta.next_cursor;
check(cursor !== null, 'a second page');
const second = await client.GET('/api/v1/reports', { params: { query: { per_page: 10, cursor } } });
check(second.data, second.error?.code ?? '');
const [next] = second.data.data;
check(next && !first.data.data.some(({ id }) => id === next.id), 'pages differ');

const hook = await client.POST('/api/v1/webhooks', {
  body: { url: `${page}/hook`, events: ['report.completed'] },
});
check(hook.data, hook.error?.code ?? '');
const { id, enabled } = hook.data.data;
check(enabled, 'enabled');
const gone = await client.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } } });
check(gone.data?.deleted && gone.data.object === 'webhook', 'deleted');
const missing = await client.GET('/api/v1/webhooks/{id}', { params: { path: { id } } });
check(missing.error?.code === 'not_found' && missing.response.status === 404, 'problem');
