import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface Tag {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly Tag[];
}

export interface ReadPdf {
  readonly pages: number;
  /** In points. */
  readonly size: readonly number[];
  readonly isTagged: boolean;
  readonly showsTitle: boolean;
  readonly title: string;
  readonly language: string;
  readonly date: string;
  /** Titles of the outline at the first two levels. */
  readonly outline: readonly string[];
  /** In the order of reading; white space counts as one space. */
  readonly text: string;
  /** Of each page. */
  readonly texts: readonly string[];
  /** Roles of its tags in order. */
  readonly roles: readonly string[];
  /** Figures and what is said in their place. */
  readonly figures: readonly (string | undefined)[];
}

/** Reads a PDF as other programs do. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: true,
  });
  const pdf = await loading.promise;
  const info = (await pdf.getMetadata()).info as Readonly<Record<string, string>>;
  const preferences = (await pdf.getViewerPreferences()) as Record<string, unknown> | null;
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => pdf.getPage(number)));
  const texts = await Promise.all(
    pages.map(async (page) => {
      const { items } = await page.getTextContent();
      const strings = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''));
      return strings.join('').replaceAll(/\s+/g, ' ');
    }),
  );
  const trees = (await Promise.all(pages.map((page) => page.getStructTree()))) as (Tag | null)[];
  const tags = trees.flatMap((tree) => (tree ? [...tagsOf(tree)] : []));
  const outline = ((await pdf.getOutline()) as { title: string; items: { title: string }[] }[] | null) ?? [];
  const [left = 0, bottom = 0, right = 0, top = 0] = pages[0]?.view ?? [];
  const marks = (await pdf.getMarkInfo()) as { Marked?: boolean } | null;
  await loading.destroy();
  return {
    pages: pages.length,
    size: [Math.round(right - left), Math.round(top - bottom)],
    isTagged: marks?.Marked === true,
    showsTitle: preferences?.DisplayDocTitle === true,
    title: info.Title ?? '',
    language: info.Language ?? '',
    date: info.CreationDate ?? '',
    outline: outline.flatMap(({ title, items }) => [title, ...items.map((item) => item.title)]),
    text: texts.join(' '),
    texts,
    roles: tags.flatMap(({ role }) => role ?? []),
    figures: tags.filter(({ role }) => role === 'Figure').map(({ alt }) => alt),
  };
}

function* tagsOf(tag: Tag): Generator<Tag> {
  yield tag;
  for (const child of tag.children ?? []) yield* tagsOf(child);
}
