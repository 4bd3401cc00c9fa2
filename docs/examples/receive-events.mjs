// Receives Pagegrade's events: WEBHOOK_SECRET=whsec_… PORT=8080 node receive-events.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const TOLERANCE_SECONDS = 300;

/** Whether a request is from who knows the secret, and not older than five minutes. `body`: the bytes as received. */
export function isGenuine(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // Two signatures for a day after the secret was rotated.
  return String(signatures)
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

createServer(async (request, response) => {
  const parts = await request.toArray().catch(() => null);
  if (parts === null) return response.destroy(); // It broke off.
  const body = Buffer.concat(parts);
  if (!isGenuine(process.env.WEBHOOK_SECRET, request.headers, body)) return response.writeHead(400).end();
  const event = JSON.parse(body);
  // An event may arrive twice, always with the same id.
  console.log(event.id, event.type, JSON.stringify(event.data));
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 8080);
