import { type ProtocolSession } from './protocol/protocol-session.js';

/** Time limit for all nodes of a page. One takes about a millisecond. */
const READ_MS = 2000;
/** Nodes that are read at the same time. */
const BATCH = 20;

/** Asks the debugger which of the nodes that `page-scripts/placeholders.js` finds have event listeners, for
 *  `page-scripts/collect.js` to mark. A listener's name has no limit, so each message is about one node.
 *  @param contextId isolated world of the page */
export async function noteListeners(
  session: ProtocolSession,
  contextId: number,
  script: string,
): Promise<void> {
  const evaluate = async (expression: string, returnByValue: boolean) =>
    (await session.send('Runtime.evaluate', { expression, contextId, returnByValue })).result;
  const hasListeners = async (index: number) => {
    const { objectId } = await evaluate(`pagegradePlaceholders.nodes[${String(index)}]`, false);
    if (objectId === undefined) return false;
    const { node } = await session.send('DOM.describeNode', { objectId });
    // As the page's own scripts see it. With `pierce`, listeners of all worlds are read, and renderers crash later.
    const { object } = await session.send('DOM.resolveNode', { backendNodeId: node.backendNodeId });
    if (object.objectId === undefined) return false;
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: object.objectId });
    return listeners.length > 0;
  };
  const parents = (await evaluate(script, true)).value as readonly number[];
  const endsAt = performance.now() + READ_MS;
  const listening: boolean[] = [];
  while (listening.length < parents.length && performance.now() < endsAt) {
    const start = listening.length;
    const batch = parents.slice(start, start + BATCH);
    const own = await Promise.all(batch.map((_, at) => hasListeners(start + at)));
    for (const [at, parent] of batch.entries())
      listening.push(listening[parent] === true || own[at] === true);
  }
  await evaluate(`pagegradePlaceholders.note(${JSON.stringify(listening)})`, true);
}
