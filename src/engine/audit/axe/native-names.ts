import { attribute, type Element } from '../dom/dom.js';

/** A native HTML method to name an element. */
export type Method =
  | 'content'
  | 'labels'
  | 'value'
  | 'alt'
  | 'placeholder'
  | 'summary'
  | 'title_text'
  | 'submit'
  | 'blank'
  | 'legend'
  | 'figcaption'
  | 'caption'
  | 'title';

/** Native methods by kind of element, in order of precedence. */
export const NATIVE: Readonly<Record<string, readonly Method[]>> = {
  link: ['content'],
  button: ['content'],
  output: ['content'],
  summary: ['content'],
  area: ['alt'],
  img: ['alt'],
  input_button: ['value', 'title_text', 'submit'],
  input_image: ['alt', 'value', 'labels', 'title_text', 'submit'],
  input: ['labels', 'placeholder'],
  select: ['labels'],
  textarea: ['labels', 'placeholder'],
  fieldset: ['legend'],
  figure: ['figcaption', 'title_text'],
  table: ['caption', 'summary'],
  svg: ['title'],
  br: ['title_text', 'blank'],
  hr: ['title_text', 'blank'],
};
export const DEFAULT_TEXTS: Readonly<Record<string, string>> = {
  submit: 'Submit',
  image: 'Submit',
  reset: 'Reset',
};

export function nativeKind(element: Element): string {
  if (element.tagName === 'a') return attribute(element, 'href') === undefined ? '' : 'link';
  if (element.tagName !== 'input') return element.tagName;
  const type = (attribute(element, 'type') ?? '').toLowerCase();
  if (type === 'image') return 'input_image';
  return type === 'button' || type === 'submit' || type === 'reset' ? 'input_button' : 'input';
}

/** Initial value of the control.
 *  @see https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm */
export function inputValue(input: Element): string {
  const value = attribute(input, 'value') ?? '';
  switch ((attribute(input, 'type') ?? '').toLowerCase()) {
    case 'number':
      return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(value) ? value : '';
    case 'range':
      return /^-?\d+(\.\d+)?$/.test(value) ? value : '50';
    default:
      return value;
  }
}
