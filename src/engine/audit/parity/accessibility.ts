import { type AuditScore } from './category-score.js';

/** Audits of Lighthouse's category accessibility that count, by weight. Each is the rule of axe-core with its id; these are
 *  the rules that its gatherer runs, without those whose audits have no weight or only inform.
 *  @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/config/default-config.js */
const AUDITS_BY_WEIGHT: Readonly<Record<number, readonly string[]>> = {
  10: [
    'aria-allowed-attr',
    'aria-hidden-body',
    'aria-required-attr',
    'aria-required-children',
    'aria-required-parent',
    'aria-valid-attr',
    'aria-valid-attr-value',
    'button-name',
    'image-alt',
    'input-button-name',
    'input-image-alt',
    'meta-refresh',
    'meta-viewport',
  ],
  7: [
    'accesskeys',
    'aria-command-name',
    'aria-conditional-attr',
    'aria-dialog-name',
    'aria-hidden-focus',
    'aria-input-field-name',
    'aria-meter-name',
    'aria-progressbar-name',
    'aria-prohibited-attr',
    'aria-roles',
    'aria-text',
    'aria-toggle-field-name',
    'aria-tooltip-name',
    'aria-treeitem-name',
    'color-contrast',
    'definition-list',
    'dlitem',
    'document-title',
    'frame-title',
    'html-has-lang',
    'html-lang-valid',
    'label',
    'link-in-text-block',
    'link-name',
    'list',
    'listitem',
    'object-alt',
    'select-name',
    'tabindex',
    'target-size',
    'td-headers-attr',
    'valid-lang',
  ],
  3: ['heading-order', 'html-xml-lang-mismatch', 'skip-link'],
  1: ['aria-allowed-role', 'aria-deprecated-role', 'image-redundant-alt', 'table-duplicate-name'],
};

export const ACCESSIBILITY_WEIGHTS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(AUDITS_BY_WEIGHT).flatMap(([weight, ids]) => ids.map((id) => [id, Number(weight)] as const)),
);

/** Audits that only inform, whatever weight Lighthouse lists for them: it has no verdict on any page. */
export const INFORMATIVE_AUDITS: readonly string[] = [
  'bypass',
  'duplicate-id-aria',
  'form-field-multiple-labels',
  'th-has-data-cells',
  'video-caption',
];

export const ACCESSIBILITY_AUDITS: readonly string[] = Object.keys(ACCESSIBILITY_WEIGHTS);

/** Why a category has no score, by code. */
export const ACCESSIBILITY_FAULTS = {
  too_many_elements: 'The page has more elements than axe-core can judge in time.',
  took_too_long: 'axe-core did not end in time, because the page is large or keeps the browser busy.',
  rules_failed: 'axe-core failed on this page.',
  no_answer: 'The page stopped answering while axe-core judged it.',
} as const;

export type AccessibilityFault = keyof typeof ACCESSIBILITY_FAULTS;

/** What axe-core found in a browser. */
export interface AccessibilityRun {
  /** By audit. Those that could not be judged are absent. */
  readonly audits: Readonly<Record<string, AuditScore>>;
  /** null: all were judged. */
  readonly fault: AccessibilityFault | null;
}
