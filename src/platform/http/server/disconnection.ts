import { type Response } from 'express';

/** A signal that is aborted when the connection closes, or the response has been sent. */
export function abortOnDisconnect(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
