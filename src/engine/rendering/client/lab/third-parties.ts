import { Handlers } from '@paulirish/trace_engine';
import { tasksOf } from './main-thread.js';
import { type Simulated, type Trace } from './simulated.js';

interface ThirdParty {
  readonly name: string;
  /** Of its first file. */
  readonly url: string;
  requests: number;
  bytes: number;
  /** Of tasks that ran its scripts. */
  ms: number;
}

/** Whom the page loads files of, beside those who publish it. */
export function thirdPartiesOf(trace: Trace, of: Simulated): ThirdParty[] {
  const caches = {
    createdEntityCache: new Map(),
    entityByUrlCache: new Map(),
    eventsByEntity: new Map(),
    entityByEvent: new Map(),
  };
  const nameOf = (url: string) => Handlers.Helpers.getEntityForUrl(url, caches)?.name;
  const own = nameOf(of.navigation.args.data?.documentLoaderURL ?? '');
  const parties = new Map<string, ThirdParty>();
  for (const {
    args: { data },
  } of trace.NetworkRequests.byTime) {
    const name = nameOf(data.url);
    if (name === undefined || name === own) continue;
    const party = parties.get(name) ?? { name, url: data.url, requests: 0, bytes: 0, ms: 0 };
    party.requests += 1;
    party.bytes += data.encodedDataLength;
    parties.set(name, party);
  }
  for (const { url, ms } of tasksOf(of)) {
    const party = url === null ? undefined : parties.get(nameOf(url) ?? '');
    if (party) party.ms += ms;
  }
  return [...parties.values()];
}
