// Collects metrics from the first moment of a document on, with web-vitals in the same isolated world.
(() => {
  // Chromium takes the emulated viewport for input, and web-vitals leaves out shifts within 500 ms of input. A run has no
  // input, so every shift counts, as in Lighthouse.
  Object.defineProperty(LayoutShift.prototype, 'hadRecentInput', { value: false });
  const metrics = { fcp: null, lcp: null, cls: null, ttfb: null };
  const longTasks = [];
  const all = { reportAllChanges: true };
  webVitals.onFCP(({ value }) => (metrics.fcp = value), all);
  webVitals.onLCP(({ value }) => (metrics.lcp = value), all);
  webVitals.onCLS(({ value }) => (metrics.cls = value), all);
  webVitals.onTTFB(({ value }) => (metrics.ttfb = value), all);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
  const firstByte = (navigation) =>
    navigation && navigation.responseStart > 0
      ? Math.max(0, navigation.responseStart - (navigation.activationStart ?? 0))
      : null;
  // Milliseconds since the last long task.
  globalThis.pagegradeQuietMs = () =>
    performance.now() - longTasks.reduce((last, [start, duration]) => Math.max(last, start + duration), 0);
  globalThis.pagegradeMetrics = () => {
    const [navigation] = performance.getEntriesByType('navigation');
    const from = metrics.fcp;
    const blocking = longTasks
      .map(([start, duration]) => start + duration - Math.max(start + 50, from ?? Infinity))
      .filter((ms) => ms > 0);
    return {
      ...metrics,
      // web-vitals waits for the load event.
      ttfb: metrics.ttfb ?? firstByte(navigation),
      cls: metrics.cls ?? (from === null ? null : 0),
      tbt: from === null ? null : blocking.reduce((sum, ms) => sum + ms, 0),
      load: navigation && navigation.loadEventEnd > 0 ? navigation.loadEventEnd : null,
    };
  };
})();
