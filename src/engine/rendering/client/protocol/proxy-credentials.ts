import { type RenderOptions } from '../../client-messages.js';
import { type ProtocolSession } from './protocol-session.js';

/** Gives the proxy the run's credentials when it asks for them, which it does once: for the first document. The browser
 *  remembers them for the whole context. No other server gets credentials.
 *  @returns a function that ends the interception, to be called when the first document has arrived */
export async function answerProxy(
  session: ProtocolSession,
  { username, password }: RenderOptions,
): Promise<() => Promise<void>> {
  const asked = new Set<string>();
  session.on('Fetch.requestPaused', ({ requestId }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(ignoreError);
  });
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isFirst = authChallenge.source === 'Proxy' && !asked.has(requestId);
    asked.add(requestId);
    const authChallengeResponse = isFirst
      ? ({ response: 'ProvideCredentials', username, password } as const)
      : ({ response: 'CancelAuth' } as const);
    session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(ignoreError);
  });
  const patterns = [{ urlPattern: '*', resourceType: 'Document' as const }];
  await session.send('Fetch.enable', { handleAuthRequests: true, patterns });
  return async () => {
    await session.send('Fetch.disable');
  };
}

/** The page was closed meanwhile. */
function ignoreError(): void {
  return undefined;
}
