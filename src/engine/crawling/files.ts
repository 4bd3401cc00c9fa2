/** Endings of files that are no pages, whatever server sends them. Not those that names of pages have, too: `/docs/node.js`. */
const ENDINGS = [
  ...['pdf', 'docx?', 'xlsx?', 'pptx?', 'od[tsp]', 'rtf', 'epub', 'ics', 'vcf'],
  ...['jpe?g', 'png', 'gif', 'webp', 'avif', 'heic', 'svgz?', 'bmp', 'tiff?', 'ico', 'psd', 'eps'],
  ...['mp3', 'm4a', 'ogg', 'oga', 'wav', 'flac', 'mp4', 'm4v', 'webm', 'ogv', 'mov', 'avi', 'mkv'],
  ...['zip', 'gz', 'tgz', 'bz2', 'xz', 'tar', 'rar', '7z', 'dmg', 'exe', 'msi', 'apk', 'iso', 'deb', 'rpm'],
  ...['woff2?', 'ttf', 'otf', 'eot'],
];
const FILE = new RegExp(`/[^/:]+\\.(${ENDINGS.join('|')})$`, 'i');

/** Whether an address is that of a picture, a document or another file by the end of its path. Names with a colon are those
 *  of pages about files in MediaWiki.
 *  @param address result of `pageAddress` */
export function isFile(address: string): boolean {
  return FILE.test(new URL(address).pathname);
}
