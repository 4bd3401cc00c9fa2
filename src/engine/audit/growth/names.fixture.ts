import { type Dimension } from './dimension.fixture.js';
import { DOCUMENT_DIVISOR, halves, MAX_DOCUMENT_CHARACTERS, repeated, runOf } from './sizes.fixture.js';

const BODY = { before: '<!doctype html><title>A page</title><body>' };
/** Text of half the maximum document size, which names many elements. */
const half = (size: number) => runOf('text ', size * 20);
const MOST_BESIDE_TEXT = Math.floor(MAX_DOCUMENT_CHARACTERS / 50);

/** One large part to which many elements refer. */
function shared(name: string, large: (text: string) => string, unit: string, end = ''): Dimension {
  return {
    name,
    most: MOST_BESIDE_TEXT,
    divisor: DOCUMENT_DIVISOR,
    pagesOf: (size) => [{ html: `<body>${large(half(size))}${unit.repeat(size)}${end}` }],
  };
}

/** Accessible names: ids, labels and references between elements. */
export const NAME_DIMENSIONS: readonly Dimension[] = [
  repeated('ids', (n) => `<p id=i${n}>`, BODY),
  repeated('ids that repeat', () => '<p id=a>', BODY),
  repeated('labels for one input each', (n) => `<label for=i${n}>x</label><input id=i${n}>`, {
    ...BODY,
    elements: 2,
  }),
  halves(
    'labels for all inputs',
    () => '<label for=i></label>',
    () => '<input id=i>',
    BODY,
  ),
  halves(
    'hidden labels for all inputs',
    () => '<label hidden for=i></label>',
    () => '<input id=i>',
    BODY,
  ),
  repeated('inputs in one label', () => '<input>', { before: '<body><label>' }),
  repeated('selects in one label', () => '<select><option>x</select>', {
    before: '<body><label>',
    elements: 2,
  }),
  repeated('labels around labels', () => '<label><input>', { ...BODY, elements: 2 }),
  repeated('inputs', () => '<input name=a type=text>', BODY),
  repeated('input types', (n) => `<input type=t${n}>`, BODY),
  repeated('buttons', () => '<button></button>', BODY),
  repeated('image buttons', () => '<input type=image>', BODY),
  repeated('forms', () => '<form action=/a></form>', BODY),
  repeated('password fields', () => '<input type=password>', BODY),
  repeated(
    'names of names',
    (n) => `<a href=x id=n${n} aria-labelledby="n${n + 1} n0 n${n >> 1}"></a>`,
    BODY,
  ),
  repeated('ids in one reference', (n) => `n${n} `, {
    before: '<a href=x aria-labelledby="',
    after: '">',
    elements: 0,
  }),
  halves(
    'all named by all',
    (n) => `i${n} `,
    (n) => `<a href=/ id=i${n} aria-labelledby=x></a>`,
    {
      before: '<body><a id=x href=/ aria-labelledby="',
      between: '"></a>',
      elements: 1,
    },
  ),
  repeated('owned elements', (n) => `<a href=/ id=i${n} aria-owns="i${n + 1} i${n + 2}"></a>`, BODY),
  repeated('presentational details in a link', () => '<details role=none>', { before: '<body><a href=/a>' }),
  repeated('options of a select in a label', () => '<option>', {
    before: '<body><label><select>',
    after: '</select>',
  }),
  halves(
    'a large select and inputs in one label',
    () => '<option>',
    () => '<input>',
    {
      before: '<body><label><select>',
      after: '</select>',
    },
  ),
  shared('inputs in a label with much text', (text) => `<label>${text}`, '<input>'),
  shared(
    'inputs in a label with a large textarea',
    (text) => `<label><textarea>${text}</textarea>`,
    '<input>',
  ),
  shared('links named by much text', (text) => `<p id=t>${text}</p>`, '<a href=/ aria-labelledby=t></a>'),
  shared(
    'links named by a long attribute',
    (text) => `<p id=t aria-label="${text}"></p>`,
    '<a href=/ aria-labelledby=t></a>',
  ),
  shared(
    'links named by a long reference',
    (text) => `<p id=t aria-owns="${text}"></p>`,
    '<a href=/ aria-labelledby=t></a>',
  ),
  shared('links that own much text', (text) => `<p id=t>${text}</p>`, '<a href=/ aria-owns=t></a>'),
  shared(
    'tables in a label with a long caption',
    (text) => `<table id=t><caption>${text}</caption></table>`,
    '<a href=/ aria-labelledby=t></a>',
  ),
];
