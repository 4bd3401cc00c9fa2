import { ApiError, OpenAPI, ReportsService, WebhooksService } from './clients/openapi-typescript-codegen';
import type { CreateWebhookBody } from './clients/openapi-typescript-codegen';
import { base, check, key, page } from './task';

OpenAPI.BASE = base;
OpenAPI.TOKEN = key;

let { data: report } = await ReportsService.storeReport({ url: `${page}/a` }, undefined, 'respond-async');
while (report.status === 'queued' || report.status === 'running') {
  report = (await ReportsService.showReport(report.id, undefined, 'wait=20')).data;
}
check(report.status === 'completed' && typeof report.score === 'number', 'report');

const first = await ReportsService.listReports(undefined, 10);
const cursor = first.meta.next_cursor;
check(cursor !== null, 'a second page');
const second = await ReportsService.listReports(undefined, 10, undefined, cursor);
const [next] = second.data;
check(next && !first.data.some(({ id }) => id === next.id), 'pages differ');

const body: CreateWebhookBody = { url: `${page}/hook`, events: ['report.completed'] };
const {
  data: { id, enabled },
} = await WebhooksService.storeWebhook(body);
check(enabled, 'enabled');
const gone = await WebhooksService.deleteWebhook(id);
check(gone.deleted && gone.object === 'webhook', 'deleted');
try {
  await WebhooksService.showWebhook(id);
  check(false, 'should be gone');
} catch (error) {
  check(error instanceof ApiError && error.status === 404 && error.body.code === 'not_found', 'problem');
}
