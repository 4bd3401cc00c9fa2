import { type Response } from 'express';

/** Adds a value to a header that holds a list. */
export function appendHeader(response: Response, name: string, value: string): void {
  const before = response.get(name);
  response.setHeader(name, before === undefined ? value : `${before}, ${value}`);
}
