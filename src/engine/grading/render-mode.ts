/** When a page is rendered. `auto`: if its document is a shell that scripts fill. */
export const RENDER_MODES = ['never', 'auto', 'always'] as const;
export type RenderMode = (typeof RENDER_MODES)[number];
