// Leaves callbacks that wait for idle times as much of them as a slower device can use without a long task, in the world of
// the page. MAX_MS is replaced by a literal.
(() => {
  const maxMs = MAX_MS;
  const now = performance.now.bind(performance);
  const { timeRemaining } = IdleDeadline.prototype;
  const shorten = (deadline) => {
    const endsAt = now() + maxMs;
    const value = () => Math.max(0, Math.min(timeRemaining.call(deadline), endsAt - now()));
    Object.defineProperty(deadline, 'timeRemaining', { value });
  };
  const apply = (native, self, [callback, ...options]) => {
    const shortened = (deadline) => {
      shorten(deadline);
      callback(deadline);
    };
    return native.call(self, typeof callback === 'function' ? shortened : callback, ...options);
  };
  globalThis.requestIdleCallback = new Proxy(requestIdleCallback, { apply });
})();
