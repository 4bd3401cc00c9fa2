/** Rules of axe-core that only layout decides, by the check that reports them. */
export const LAYOUT_RULES = {
  color_contrast: 'color-contrast',
  target_size: 'target-size',
  links_in_text: 'link-in-text-block',
  scrollable_regions: 'scrollable-region-focusable',
} as const;

export type LayoutRule = (typeof LAYOUT_RULES)[keyof typeof LAYOUT_RULES];

/** What axe-core found in a browser. */
export interface LayoutVerdict {
  /** Numbers of elements. */
  readonly passed: number;
  readonly failed: number;
  /** Of elements that axe-core could not judge. */
  readonly unsure: number;
  /** Of the first failed ones. */
  readonly places: readonly LayoutPlace[];
}

export interface LayoutPlace {
  /** In a shadow tree, with `>>>` after each of its hosts. One that was cut off ends with `…`. */
  readonly selector: string;
  readonly excerpt: string;
}

/** Absent rules were not run. */
export type LayoutVerdicts = Readonly<Partial<Record<LayoutRule, LayoutVerdict>>>;
