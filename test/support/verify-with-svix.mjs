// Exits with 0 if svix accepts the signature of the request on standard input. A program of its own: svix is an ES module
// that Jest can't load.
import { text } from 'node:stream/consumers';
import { Webhook } from 'svix';

const { secret, body, headers } = JSON.parse(await text(process.stdin));
new Webhook(secret).verify(body, headers);
