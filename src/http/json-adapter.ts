import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type Response } from 'express';

/** Express, but for how JSON is answered: head and body leave in one write. Express makes a buffer of the body, and
 *  the two of them cost a quarter of what a list costs. */
export class JsonAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (statusCode !== undefined) response.status(statusCode);
    if (!isJson(body) || response.statusCode === 304 || response.hasHeader('Content-Type')) {
      return super.reply(response, body);
    }
    const text = JSON.stringify(body);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }
}

function isJson(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !(body instanceof StreamableFile);
}
