import parser from 'robots-parser';

/** The package's types promise an ES default export, but it is the CommonJS module itself. */
export const parseRobots = parser as typeof parser & typeof parser.default;
