import { type Dimension } from './dimension.fixture.js';
import { DOCUMENT_DIMENSIONS } from './documents.fixture.js';
import { HEAD_DIMENSIONS } from './heads.fixture.js';
import { HEADER_DIMENSIONS } from './headers.fixture.js';
import { NAME_DIMENSIONS } from './names.fixture.js';
import { ROBOTS_DIMENSIONS } from './robots.fixture.js';
import { STRING_DIMENSIONS } from './strings.fixture.js';

/** All dimensions in which a page, its headers, its robots.txt or its surroundings can grow. */
export const DIMENSIONS: readonly Dimension[] = [
  ...DOCUMENT_DIMENSIONS,
  ...HEAD_DIMENSIONS,
  ...NAME_DIMENSIONS,
  ...STRING_DIMENSIONS,
  ...HEADER_DIMENSIONS,
  ...ROBOTS_DIMENSIONS,
];
