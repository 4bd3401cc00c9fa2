import { type CDPSession } from 'playwright-core';

/** Time limit for all nodes of a page. One takes about half a millisecond. */
const READ_MS = 2000;

/** Asks the debugger which of the nodes that `page-scripts/placeholders.js` finds have event listeners, for
 *  `page-scripts/collect.js` to mark. A listener's name has no limit, so one node is asked at a time.
 *  @param contextId isolated world of the page */
export async function noteListeners(session: CDPSession, contextId: number, script: string): Promise<void> {
  const evaluate = async (expression: string, returnByValue: boolean) =>
    (await session.send('Runtime.evaluate', { expression, contextId, returnByValue })).result;
  const hasListeners = async (index: number) => {
    const { objectId } = await evaluate(`pagegradePlaceholders.nodes[${String(index)}]`, false);
    if (objectId === undefined) return false;
    // `pierce` includes listeners of other worlds, such as the page's own.
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId, pierce: true });
    return listeners.length > 0;
  };
  const parents = (await evaluate(script, true)).value as readonly number[];
  const endsAt = performance.now() + READ_MS;
  const listening: boolean[] = [];
  for (const [index, parent] of parents.entries()) {
    if (performance.now() > endsAt) break;
    listening.push(listening[parent] === true || (await hasListeners(index)));
  }
  await evaluate(`pagegradePlaceholders.note(${JSON.stringify(listening)})`, true);
}
