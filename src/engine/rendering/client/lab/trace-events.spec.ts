import { gzipSync } from 'node:zlib';
import { readTrace, TraceTooLarge } from './trace-events.js';

const LIMITS = { bytes: 10_000, events: 5 };
const event = (ts: number, name = 'RunTask') => ({ args: {}, cat: 'a', name, ph: 'X', pid: 1, tid: 1, ts });
const traceOf = (events: readonly object[], after = '],"metadata":\n{"os":"Linux"}}') =>
  `{"traceEvents":[\n${events.map((one) => JSON.stringify(one)).join(',\n')}${after}`;

async function read(text: string, limits = LIMITS) {
  const bytes = gzipSync(text);
  return readTrace([bytes.subarray(0, 20), bytes.subarray(20)], limits);
}

it('reads the events of a trace in order of time', async () => {
  expect((await read(traceOf([event(2), event(0), event(1)]))).map(({ ts }) => ts)).toEqual([0, 1, 2]);
  expect(await read(traceOf([event(2)], ']}'))).toHaveLength(1);
});

it('keeps texts with line breaks and braces', async () => {
  const [one] = await read(traceOf([event(0, 'a},\n{ü')]));
  expect(one?.name).toBe('a},\n{ü');
});

it.each([
  ['a name that is none', { ...event(0), name: 1 }],
  ['a time that is none', { ...event(0), ts: 'now' }],
  [
    'a request to an address that is none',
    { ...event(0, 'ResourceSendRequest'), args: { data: { url: 'http://a b.example/' } } },
  ],
  ['no arguments', { ...event(0), args: null }],
])('leaves out an event with %s', async (_, forged) => {
  expect(await read(traceOf([forged, event(1)]))).toHaveLength(1);
});

it('reads no more than the limits allow', async () => {
  const events = Array.from({ length: 5 }, (__, ts) => event(ts));
  const text = traceOf(events);
  expect(await read(text, { ...LIMITS, bytes: text.length })).toHaveLength(5);
  await expect(read(text, { ...LIMITS, bytes: text.length - 1 })).rejects.toThrow(TraceTooLarge);
  await expect(read(traceOf([...events, event(6)]))).rejects.toThrow(TraceTooLarge);
});

it('stops inflating at the limit', async () => {
  await expect(read(traceOf([event(0, ' '.repeat(50e6))]))).rejects.toThrow(TraceTooLarge);
});

it.each([
  ['not compressed', Buffer.from(traceOf([event(0)]))],
  ['no JSON', gzipSync('{"traceEvents":[\n{"a"},\n]}')],
  ['cut off', gzipSync(traceOf([event(0), event(1)])).subarray(0, 60)],
])('refuses a trace that is %s', async (_, bytes) => {
  await expect(readTrace([bytes], LIMITS)).rejects.toThrow();
});
