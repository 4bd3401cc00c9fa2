/** Audits outside the category SEO that cases are held against. */
export const LIGHTHOUSE_AUDITS = [
  'charset',
  'doctype',
  'has-hsts',
  'csp-xss',
  'redirects-http',
  'html-has-lang',
  'html-lang-valid',
  'html-xml-lang-mismatch',
  'meta-viewport',
  'meta-refresh',
  'heading-order',
  'label',
  'select-name',
  'button-name',
  'link-name',
  'frame-title',
  'input-image-alt',
  'object-alt',
  'input-button-name',
  'empty-heading',
  'tabindex',
  'list',
  'listitem',
  'definition-list',
  'dlitem',
  'image-alt',
  'document-title',
] as const;

/** Audits that list findings instead of passing or failing. */
export const INFORMATIVE_AUDITS = ['has-hsts', 'csp-xss', 'empty-heading'] as const;
