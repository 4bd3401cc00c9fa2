/** Categories of Lighthouse that only a browser measures, in the order of its reports.
 *  `id`: field of the report; `name`: for people, in the middle of a sentence. */
export const LIGHTHOUSE_CATEGORIES = [
  { id: 'accessibility', name: 'accessibility' },
  { id: 'best_practices', name: 'best practices' },
] as const;
