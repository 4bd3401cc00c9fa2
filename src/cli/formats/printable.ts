import { visible } from '../../basics/control-characters.js';

/** Third-party text on one line, for terminals, XML and JSON: control and bidirectional formatting characters are written
 *  out, lone surrogates and noncharacters replaced.
 *  @see https://www.w3.org/TR/xml/#charsets */
export function printable(text: string): string {
  return visible(text.toWellFormed().replaceAll(/\s/g, ' ')).replaceAll(/[\ufffe\uffff]/g, '\ufffd');
}
