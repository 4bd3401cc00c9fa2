const inHead = new WeakSet();

/** Notes that an element was in the head of a browser's document. */
export function noteInHead(element: object): void {
  inHead.add(element);
}

/** Whether an element was in the head of a browser's document, though HTML as it is parsed ends the head before it. */
export function isInBrowsersHead(element: object): boolean {
  return inHead.has(element);
}
