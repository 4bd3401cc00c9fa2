/** Whether a URL contains its file, so that nothing is requested. */
export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url);
}
