/** A page to audit. */
export interface BenchPage {
  readonly name: 'small' | 'typical' | 'large';
  readonly html: string;
}

interface Shape {
  readonly bytes: number;
  readonly images: number;
  readonly scripts: number;
  readonly links: number;
  /** All elements; the rest are paragraphs. */
  readonly elements: number;
}

const SHAPES: Readonly<Record<BenchPage['name'], Shape>> = {
  small: { bytes: 10_000, images: 3, scripts: 2, links: 15, elements: 80 },
  typical: { bytes: 150_000, images: 60, scripts: 30, links: 200, elements: 1400 },
  large: { bytes: 2_000_000, images: 200, scripts: 40, links: 600, elements: 10_000 },
};
const WORDS =
  'blue shoes for every day come in all sizes from sandals to boots made of leather or felt'.split(' ');

/** The same in every run. */
export const BENCH_PAGES: readonly BenchPage[] = Object.entries(SHAPES).map(([name, shape]) => ({
  name: name as BenchPage['name'],
  html: pageOf(shape),
}));

function pageOf({ bytes, images, scripts, links, elements }: Shape): string {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Blue shoes in all sizes</title>
<meta name="description" content="Blue shoes of every kind, from sandals to boots, in all sizes and widths.">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/icon.png">
${repeat(scripts, (n) => `<script src="/script-${n}.js" defer></script>`)}</head><body><h1>Shoes in blue</h1>`;
  const parts = [
    repeat(images, (n) => `<img src="/image-${n}.webp" alt="Shoe ${n}" width="200" height="100">`),
    `<ul>${repeat(links, (n) => `<li><a href="/page-${n}" class="item link">Shoes of kind ${n}</a></li>`)}</ul>`,
  ];
  const paragraphs = Math.max(1, elements - 10 - images - scripts - links * 2);
  const room = bytes - head.length - parts.join('').length - 20;
  const text = textOf(Math.max(10, Math.floor(room / paragraphs) - 24));
  return `${head}${parts.join('\n')}${repeat(paragraphs, (n) => `<p class="p-${n % 10}">${text}</p>\n`)}</body></html>`;
}

function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('\n');
}

function textOf(length: number): string {
  let text = '';
  for (let index = 0; text.length < length; index++) text += `${WORDS[index % WORDS.length] ?? ''} `;
  return text.slice(0, length);
}
