/** Parses a URL; null if it is invalid. In place of `URL.canParse`, which Node.js 20 and 22 optimize after some thousand
 *  calls into a version that rejects valid URLs with Latin-1 letters, such as `https://bücher.example/`. */
export function parsedUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
