import { uncommanding, visible } from '../../basics/control-characters.js';

/** Third-party text on one line, for terminals, logs of pipelines, XML and JSON: control and bidirectional formatting
 *  characters are written out, lone surrogates and noncharacters replaced, and commands to runners broken.
 *  @see https://www.w3.org/TR/xml/#charsets */
export function printable(text: string): string {
  const line = text.toWellFormed().replaceAll(/\s/g, ' ');
  return uncommanding(visible(line).replaceAll(/[\ufffe\uffff]/g, '\ufffd'));
}
