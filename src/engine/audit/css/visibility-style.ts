import { type Style, Vocabulary } from './declarations.js';

/** Properties that affect visibility, with the values that Chromium accepts. */
const VALUES = {
  display:
    /^(none|contents|block|inline|inline-block|flow-root|list-item|flex|inline-flex|grid|inline-grid|table|inline-table|table-(row|cell|column|caption|(row|column|header|footer)-(group))|ruby|ruby-text|math|-webkit-(inline-)?(box|flex)|(block|inline) (flow|flow-root|flex|grid|table|ruby|math)|(flow|flow-root|flex|grid|table|ruby) (block|inline))$/,
  visibility: /^(visible|hidden|collapse)$/,
  'content-visibility': /^(visible|hidden|auto)$/,
} as const;

export type VisibilityProperty = keyof typeof VALUES;
export type VisibilityStyle = Style<VisibilityProperty>;

export const VISIBILITY = new Vocabulary<VisibilityProperty>(VALUES);

/** Whether a text is a value of `display`. */
export function isDisplay(text: string | undefined): text is string {
  return text !== undefined && VALUES.display.test(text);
}
