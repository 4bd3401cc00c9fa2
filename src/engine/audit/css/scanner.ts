/** Finds the ends of a style sheet's components, reading each character once.
 *  @see https://drafts.csswg.org/css-syntax-3/#tokenization */
const SPECIAL = new Uint8Array(128);
for (const character of '"\'/\\([{};') SPECIAL[character.charCodeAt(0)] = 1;

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const ASTERISK = 0x2a;
const BACKSLASH = 0x5c;
const OPEN_PARENTHESIS = 0x28;
const OPEN_BRACKET = 0x5b;
const NEWLINE = 0x0a;

/** Position of the next `{`, `}` or `;` outside strings, comments, parentheses and brackets; the text's length if there
 *  is none. */
export function nextDelimiter(text: string, from: number): number {
  let index = from;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    if (code > 127 || SPECIAL[code] === 0) index += 1;
    else {
      const end = endOfUnit(text, index, code);
      if (end === index) return index;
      index = end;
    }
  }
  return text.length;
}

/** Position after the `}` that closes a block.
 *  @param from position after its `{` */
export function endOfBlock(text: string, from: number): number {
  let depth = 1;
  let index = from;
  while (depth > 0 && index < text.length) {
    index = nextDelimiter(text, index);
    if (text[index] === '{') depth += 1;
    else if (text[index] === '}') depth -= 1;
    index += 1;
  }
  return Math.min(index, text.length);
}

/** Removes comments. */
export function uncommented(text: string): string {
  return text.includes('/*') ? text.replaceAll(/\/\*[^]*?(\*\/|$)/g, ' ') : text;
}

/** Splits at commas outside strings, parentheses and brackets. */
export function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length;) {
    if (text[index] === ',') {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
    index = Math.max(index + 1, endOfUnit(text, index, text.charCodeAt(index)));
  }
  return [...parts, text.slice(start)];
}

/** Position after a string, comment, escape or group; the same position for any other character. */
function endOfUnit(text: string, index: number, code: number): number {
  switch (code) {
    case QUOTE:
    case APOSTROPHE:
      return endOfString(text, index + 1, code);
    case SLASH:
      return text.charCodeAt(index + 1) === ASTERISK ? endOfComment(text, index) : index + 1;
    case BACKSLASH:
      return index + 2;
    case OPEN_PARENTHESIS:
      return isUnquotedUrl(text, index) ? endOfUrl(text, index + 1) : endOfGroups(text, index);
    case OPEN_BRACKET:
      return endOfGroups(text, index);
    default:
      return index;
  }
}

function endOfString(text: string, from: number, quote: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === quote || code === NEWLINE) return index + 1;
  }
  return text.length;
}

function endOfComment(text: string, index: number): number {
  const end = text.indexOf('*/', index + 2);
  return end < 0 ? text.length : end + 2;
}

/** Whether this is a `url(` without quotes, in which no character is special. */
function isUnquotedUrl(text: string, parenthesis: number): boolean {
  if (text.slice(Math.max(0, parenthesis - 3), parenthesis).toLowerCase() !== 'url') return false;
  return !/^\s*["']/.test(text.slice(parenthesis + 1, parenthesis + 20));
}

function endOfUrl(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === 0x29) return index + 1;
  }
  return text.length;
}

/** Position after nested parentheses and brackets. */
function endOfGroups(text: string, from: number): number {
  const closing: string[] = [];
  for (let index = from; index < text.length;) {
    const character = text[index] ?? '';
    if (character === '(' && isUnquotedUrl(text, index)) {
      index = endOfUrl(text, index + 1);
      continue;
    }
    if (character === '(' || character === '[') closing.push(character === '(' ? ')' : ']');
    else if (character === closing.at(-1)) {
      closing.pop();
      if (closing.length === 0) return index + 1;
    }
    const isGroup = character === '(' || character === '[';
    index = isGroup ? index + 1 : Math.max(index + 1, endOfUnit(text, index, text.charCodeAt(index)));
  }
  return text.length;
}
