import { type Evidence } from '../../engine/audit/dom/evidence.js';
import { uriOf } from './uri.js';

type Position = Pick<Evidence, 'selector' | 'line' | 'column'>;

/** URI of the file that evidence is in: lines without an element are those of robots.txt. */
export function fileOf(finalUrl: string, evidence: Position | undefined): string {
  return uriOf(evidence && isOfRobotsTxt(evidence) ? new URL('/robots.txt', finalUrl).href : finalUrl);
}

/** Where evidence is, before its excerpt: `12:3 `, or `robots.txt:2 `; empty if it is at no line. */
export function positionOf({ selector, line, column }: Position): string {
  if (line === null) return '';
  return isOfRobotsTxt({ selector, line })
    ? `robots.txt:${String(line)} `
    : `${String(line)}:${String(column)} `;
}

function isOfRobotsTxt({ selector, line }: Pick<Position, 'selector' | 'line'>): boolean {
  return selector === null && line !== null;
}
