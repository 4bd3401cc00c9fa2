/** Path of a website's page for people without a key; its reports, badge and form lie below. */
export function sharePath(shareToken: string): string {
  return `/s/${shareToken}`;
}
