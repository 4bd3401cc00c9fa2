import { createApp } from '../app.setup.js';
import { readConfigOrExit } from '../platform/config/read-or-exit.js';
import { openApiDocument } from '../platform/http/openapi/docs.js';

/** Prints the OpenAPI document, for linters and client generators. */
export async function printDocument(): Promise<void> {
  const app = await createApp(readConfigOrExit());
  process.stdout.write(`${JSON.stringify(openApiDocument(app), null, 2)}\n`);
  await app.close();
}
