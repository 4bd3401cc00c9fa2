import { client } from './clients/hey-api/client.gen';
import {
  storeWebhook,
  deleteWebhook,
  listReports,
  showReport,
  showWebhook,
  storeReport,
} from './clients/hey-api';
import { base, check, key, page } from './task';

client.setConfig({ baseUrl: base, auth: key });

const created = await storeReport({ body: { url: `${page}/a` }, headers: { Prefer: 'respond-async' } });
check(created.data, created.error?.code ?? '');
let report = created.data.data;
while (report.status === 'queued' || report.status === 'running') {
  const { data } = await showReport({
    path: { id: report.id },
    headers: { Prefer: 'wait=20' },
    throwOnError: true,
  });
  report = data.data;
}
check(report.status === 'completed' && typeof report.score === 'number', 'report');

const first = await listReports({ query: { per_page: 10 } });
check(first.data, first.error?.code ?? '');
const cursor = first.data.meta.next_cursor;
check(cursor !== null, 'a second page');
const second = await listReports({ query: { per_page: 10, cursor }, throwOnError: true });
const [next] = second.data.data;
check(next && !first.data.data.some(({ id }) => id === next.id), 'pages differ');

const hook = await storeWebhook({ body: { url: `${page}/hook`, events: ['report.completed'] } });
check(hook.data, hook.error?.code ?? '');
const { id, enabled } = hook.data.data;
check(enabled, 'enabled');
const gone = await deleteWebhook({ path: { id }, throwOnError: true });
check(gone.data.deleted && gone.data.object === 'webhook', 'deleted');
const missing = await showWebhook({ path: { id } });
check(missing.error?.code === 'not_found' && missing.response?.status === 404, 'problem');
