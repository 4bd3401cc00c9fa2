/** Where checks depend on a robots.txt whose response never came, for reasons of our own. */
export const ROBOTS_TXT_UNKNOWN =
  'The robots.txt is unknown: our request for it ended without a response, at a limit or fault of our own.';
