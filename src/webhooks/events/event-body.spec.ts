import { shortUrl } from '../../basics/url.js';
import { eventMessage, withItems } from './event-body.js';

describe('the body of an event', () => {
  it('has at most 4 KB, whatever it tells of', () => {
    const url = shortUrl(`https://example.com/${'\u{1f45f}'.repeat(2000)}`);
    const breach = {
      metric: 'checks.duplicate_descriptions',
      max: 'pass',
      value: 'warn',
      report_id: 2 ** 53 - 1,
    };
    const breaches = Array.from({ length: 20 }, () => breach);
    const data = withItems(breaches, (fitting) => ({ url, breaches: fitting })) as { breaches: unknown[] };
    const { body } = eventMessage('monitor.breached', data);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4096);
    expect(data.breaches.length).toBeGreaterThan(10);
    expect(data.breaches.length).toBeLessThan(20);
  });

  it('has all that fits', () => {
    expect(withItems([1, 2, 3], (items) => ({ items }))).toEqual({ items: [1, 2, 3] });
  });
});
