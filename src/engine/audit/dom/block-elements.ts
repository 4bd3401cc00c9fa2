/** Elements that browsers show as blocks by default. */
export const BLOCK_ELEMENTS: readonly string[] = (
  'address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 ' +
  'h6 header hgroup hr legend li main nav ol p pre search section summary table ul tr center dir menu'
).split(' ');
