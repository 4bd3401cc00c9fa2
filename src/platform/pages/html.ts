/** Markup that is safe to send as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | false | null | readonly Html[];

/** A template that escapes its values, unless they are markup already. `false`, `null` and the empty string insert
 *  nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0] ?? '';
  for (let index = 0; index < parts.length; index++) {
    text += textOf(parts[index] ?? null) + (strings[index + 1] ?? '');
  }
  return new Html(text);
}

/** A text of ours in which names stand between backticks. */
export function prose(text: string): Html {
  return new Html(textOf(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>'));
}

export const NOTHING = new Html('');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  const text = String(part);
  return /[&<>"']/.test(text)
    ? text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    : text;
}
