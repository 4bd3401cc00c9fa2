/** Our user agent name for robots.txt and robots directives. */
export const OWN_AGENT = 'Pagegrade';
