import { type RequestListener } from 'node:http';
import { requestingPage } from './requesting-page.js';

/** Pages that go to a URL, by the last part of their path. */
export const NAVIGATIONS: Readonly<Record<string, (url: string) => string>> = {
  location: (url) => `<script>location = '${url}'</script>`,
  refresh: (url) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  form: (url) => `<form method="post" action="${url}"></form><script>document.forms[0].submit()</script>`,
  late: (url) => `<h1>First</h1><script>setTimeout(() => location.replace('${url}'), 200)</script>`,
};

/** Answers pages that send requests to a canary. The path says what is answered, the query for which canary. */
export const answerRequesting: RequestListener = (request, response) => {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const target = `${query}-redirected`;
  const html = (text: string, headers = {}) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text);
  if (path === '/kinds') return html(requestingPage(...(query.split(',') as [string, never])));
  if (path.startsWith('/go/'))
    return html(`<!doctype html>${NAVIGATIONS[path.slice(4)]?.(`http://${query}/${path.slice(4)}`) ?? ''}`);
  if (path === '/redirect') return response.writeHead(302, { location: query }).end();
  if (path === '/redirect307') return response.writeHead(307, { location: target }).end();
  if (path === '/service-worker.js')
    return response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end(
        `try { importScripts('${query}-import') } catch {} fetch('${query}-fetch', { mode: 'no-cors' }); oninstall = skipWaiting;`,
      );
  if (path === '/frame.xml')
    return response
      .writeHead(200, { 'content-type': 'text/xml' })
      .end(
        `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${query}"?><!DOCTYPE a SYSTEM "${query}-dtd"><a/>`,
      );
  if (path === '/policy')
    return html('<script>alert()</script>', {
      'content-security-policy': [
        `default-src 'none'; report-uri ${query}`,
        `script-src 'none'; report-to r`,
      ],
      'reporting-endpoints': `r="${query}-reporting"`,
      'report-to': JSON.stringify({ group: 'r', max_age: 99, endpoints: [{ url: query }] }),
      nel: JSON.stringify({ report_to: 'r', max_age: 99, success_fraction: 1, failure_fraction: 1 }),
    });
  if (path === '/early') {
    response.writeEarlyHints({ link: `<${query}>; rel=preload; as=image` });
    return html('early', {
      link: `<${query}-link>; rel=preload; as=image`,
      refresh: `1;url=${query}-refresh`,
    });
  }
  return response.writeHead(404).end();
};
