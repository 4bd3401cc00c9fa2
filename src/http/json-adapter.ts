import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type Response } from 'express';
import { jsonOf } from './json-text.js';

/** Express, but for how JSON is answered: the head and a list leave as one text, in one write. Express makes a buffer
 *  of the body, and that and the second write cost a tenth of what a list costs. */
export class JsonAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (statusCode !== undefined) response.status(statusCode);
    if (!isJson(body) || response.statusCode === 304 || response.hasHeader('Content-Type')) {
      return super.reply(response, body);
    }
    const parts = jsonOf(body);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader(
      'Content-Length',
      parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 0),
    );
    if (parts.length > 1) response.cork();
    for (const part of parts.slice(0, -1)) response.write(part);
    return response.end(parts.at(-1));
  }
}

function isJson(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !(body instanceof StreamableFile);
}
