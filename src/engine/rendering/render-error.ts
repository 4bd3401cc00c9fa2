/** Reasons why a page that loads is not rendered. They are facts about the page, or about the browser. */
export const RENDER_ERROR_CODES = [
  'rendering_unavailable',
  'browser_failed',
  'page_crashed',
  'page_hangs',
  'page_not_loaded',
  'page_too_large',
] as const;

export type RenderErrorCode = (typeof RENDER_ERROR_CODES)[number];

/** The page can't be rendered. The message is written for its owner. */
export class RenderError extends Error {
  constructor(
    readonly code: RenderErrorCode,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}
