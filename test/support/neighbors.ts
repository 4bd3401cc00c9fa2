import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Renderer } from '../../src/engine/rendering/renderer.js';
import { render } from './renderer.js';

/** Between two sound pages. Without it, they take the processor away from the page beside them. */
const PAUSE_MS = 1000;

export const SOUND = `<!doctype html><title>Sound</title><h1>Sound</h1>${'<p>Some words of a sound page.</p>'.repeat(200)}`;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Renders {@link SOUND} for account 2 again and again while `work` goes on.
 *  @returns of each the error, or null */
export async function errorsBeside(
  renderer: Renderer,
  url: string,
  work: Promise<unknown>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const state = { isOver: false };
  const ended = work.finally(() => (state.isOver = true));
  do {
    const { facts, document } = await render(renderer, url, 2);
    errors.push(facts.error ?? (document?.html.includes('Sound') ? null : 'no document'));
    if (!state.isOver) await sleep(PAUSE_MS);
  } while (!state.isOver);
  await ended;
  return errors;
}

/** Bytes of the heap that are in use. */
export function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
