import { type FoundOpportunity } from '../../opportunities.js';
import { type TracedOpportunity } from './opportunities.js';
import { type ProtocolSession } from '../protocol/protocol-session.js';

/** Adds selectors of the elements that a trace names by ids of the browser. Elements that are gone, or of another
 *  document, have none.
 *  @param world of the page's document, isolated
 *  @param selector text of a function that is called on an element */
export async function withSelectors(
  session: ProtocolSession,
  { world, selector }: { readonly world: number; readonly selector: string },
  opportunities: readonly TracedOpportunity[],
): Promise<FoundOpportunity[]> {
  const ids = new Set(opportunities.flatMap(({ items }) => items.flatMap(({ node }) => node ?? [])));
  const selectorOf = async (backendNodeId: number): Promise<string | null> => {
    const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId: world });
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration: selector,
      returnByValue: true,
    });
    return typeof result.value === 'string' ? result.value : null;
  };
  const found = [...ids].map(async (id) => [id, await selectorOf(id).catch(() => null)] as const);
  const selectors = new Map(await Promise.all(found));
  return withoutNodes(opportunities, selectors);
}

export function withoutNodes(
  opportunities: readonly TracedOpportunity[],
  selectors: ReadonlyMap<number, string | null> = new Map(),
): FoundOpportunity[] {
  return opportunities.map(({ items, ...opportunity }) => ({
    ...opportunity,
    items: items.map(({ node, ...item }) =>
      node === undefined ? item : { ...item, selector: selectors.get(node) ?? null },
    ),
  }));
}
