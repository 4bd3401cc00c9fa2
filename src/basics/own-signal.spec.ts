import { getEventListeners } from 'node:events';
import { withOwnSignal } from './own-signal.js';

describe('withOwnSignal', () => {
  it('aborts with the first, for its reason', async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const reason = await withOwnSignal([one.signal, other.signal], async (own) => {
      expect(own.aborted).toBe(false);
      other.abort('second');
      one.abort('first');
      return Promise.resolve(own.reason as unknown);
    });
    expect(reason).toBe('second');
  });

  it('is aborted from the start if one of them is', async () => {
    const reason = await withOwnSignal([AbortSignal.abort('before')], (own) =>
      Promise.resolve(own.reason as unknown),
    );
    expect(reason).toBe('before');
  });

  it('leaves nothing on the signals, whether the work succeeds or fails', async () => {
    const { signal } = new AbortController();
    await withOwnSignal([signal], () => Promise.resolve());
    const failing = withOwnSignal([signal], () => Promise.reject(new Error('work')));
    await expect(failing).rejects.toThrow('work');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
