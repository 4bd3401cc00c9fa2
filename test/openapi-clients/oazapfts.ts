import {
  storeWebhook,
  defaults,
  deleteWebhook,
  listReports,
  showReport,
  showWebhook,
  storeReport,
} from './clients/oazapfts/api';
import { base, check, key, page } from './task';

defaults.baseUrl = base;
defaults.headers = { Authorization: `Bearer ${key}` };

const created = await storeReport({ url: `${page}/a` }, { prefer: 'respond-async' });
check(created.status === 202, JSON.stringify(created));
let report = created.data.data;
while (report.status === 'queued' || report.status === 'running') {
  const shown = await showReport(report.id, { prefer: 'wait=20' });
  check(shown.status === 200, JSON.stringify(shown));
  report = shown.data.data;
}
check(report.status === 'completed' && typeof report.score === 'number', 'report');

const first = await listReports({ perPage: 10 });
check(first.status === 200, JSON.stringify(first));
const cursor = first.data.meta.next_cursor;
check(cursor !== null, 'a second page');
const second = await listReports({ perPage: 10, cursor });
check(second.status === 200, JSON.stringify(second));
const [next] = second.data.data;
check(next && !first.data.data.some(({ id }) => id === next.id), 'pages differ');

const hook = await storeWebhook({ url: `${page}/hook`, events: ['report.completed'] });
check(hook.status === 201, JSON.stringify(hook));
const { id, enabled } = hook.data.data;
check(enabled, 'enabled');
const gone = await deleteWebhook(id);
check(gone.status === 200 && gone.data.deleted && gone.data.object === 'webhook', 'deleted');
const missing = await showWebhook(id);
check(missing.status === 404 && missing.data.code === 'not_found', 'problem ' + JSON.stringify(missing));
