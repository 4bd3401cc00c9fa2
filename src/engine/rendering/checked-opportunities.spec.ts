import { checkedOpportunities } from './checked-opportunities.js';
import { savingsText } from './opportunities.js';

const found = (more: object) => ({
  id: 'cache',
  count: 1,
  savingsMs: null,
  savingsBytes: 900,
  items: [],
  ...more,
});

it('says in sentences what a client found', () => {
  const items = [
    {
      url: 'https://a.example/a.css',
      bytes: 1000.4,
      savedBytes: 900,
      details: [{ code: 'kept', of: [7200] }],
    },
    { url: 'https://a.example/b.css', bytes: 10, savedBytes: 5, details: [{ code: 'not_kept' }] },
  ];
  expect(checkedOpportunities([found({ count: 2, items })])).toEqual([
    {
      id: 'cache',
      message: expect.stringMatching(
        /^Browsers keep 2 files too short, so the next visit loads them again\./,
      ),
      savings_ms: null,
      savings_bytes: 900,
      items: [
        {
          url: 'https://a.example/a.css',
          selector: null,
          bytes: 1000,
          savings_bytes: 900,
          ms: null,
          detail: 'Browsers keep it for 2 hours.',
        },
        expect.objectContaining({ detail: 'Browsers are not told to keep it.' }),
      ],
    },
  ]);
});

it.each([
  [90, '90 seconds'],
  [3600, '1 hour'],
  [5400, '90 minutes'],
  [129_600, '36 hours'],
  [604_800, '7 days'],
])('says how long browsers keep a file: %i s', (seconds, text) => {
  const items = [{ url: 'https://a.example/b.css', details: [{ code: 'kept', of: [seconds] }] }];
  const [opportunity] = checkedOpportunities([found({ count: 1, items })]);
  expect(opportunity?.items[0]?.detail).toBe(`Browsers keep it for ${text}.`);
});

it('puts first what saves most time', () => {
  const ids = ['render-blocking', 'image-delivery', 'cache'];
  const savings = [100, 700, null];
  const list = ids.map((id, at) => ({ ...found({ id }), savingsMs: savings[at] }));
  expect(checkedOpportunities(list).map(({ id }) => id)).toEqual([
    'image-delivery',
    'render-blocking',
    'cache',
  ]);
});

it.each([
  ['no list', 'cache'],
  ['an unknown one', [found({ id: 'constructor' })]],
  ['one without items', [found({ items: null })]],
  ['one without a number', [found({ count: '1' })]],
  ['a number that is too large', [found({ count: 1e12 })]],
])('takes no %s', (_, list) => {
  expect(checkedOpportunities(list)).toEqual([]);
});

it('takes no more of an item than a page can have', () => {
  const item = {
    url: `https://a.example/${'a'.repeat(1000)}`,
    selector: 7,
    bytes: -1,
    ms: Infinity,
    details: [
      { code: 'toString' },
      { code: 'kept', of: [NaN] },
      { code: 'third_party', of: ['b'.repeat(1000), 2] },
    ],
  };
  const [one] = checkedOpportunities([found({ items: Array.from({ length: 50 }, () => item) })]);
  expect(one?.items).toHaveLength(10);
  expect(one?.items[0]).toEqual({
    url: item.url.slice(0, 500),
    selector: null,
    bytes: null,
    savings_bytes: null,
    ms: null,
    detail: `${'b'.repeat(100)}, 2 requests.`,
  });
});

it.each([
  [450, 310_000, 'saves 450 ms, 310.0 kB'],
  [0, 2000, 'saves 2.0 kB'],
  [null, null, null],
  [0, 0, null],
])('says what %s ms and %s bytes are', (ms, bytes, text) => {
  expect(savingsText({ savings_ms: ms, savings_bytes: bytes })).toBe(text);
});
