import { CreateCrawlBody } from '../../crawls/dto/create-crawl.dto.js';
import { type Fields } from '../../platform/http/input/input.js';
import { type FormRules } from '../forms/form.decorator.js';

/** The form that starts a crawl: its patterns are lines. */
export const NEW_CRAWL: FormRules<CreateCrawlBody> = { dto: CreateCrawlBody, fieldsOf };

/** Whether it is that form, or what repeats a crawl; not an address alone. */
export function hasSettings(typed: Fields): boolean {
  return 'max_depth' in typed;
}

function fieldsOf(typed: Fields): Fields {
  if (!hasSettings(typed)) return typed;
  const { render, sources = [], include, exclude, ...others } = typed;
  return {
    ...others,
    ...{ sources, include: patternsIn(include), exclude: patternsIn(exclude) },
    ...(render !== '' && { render }),
  };
}

/** @param lines of the form, or the list of the button that repeats a crawl */
function patternsIn(lines: unknown): unknown {
  if (typeof lines !== 'string') return lines ?? [];
  const patterns = lines.split('\n').map((line) => line.trim());
  return patterns.filter((pattern) => pattern !== '');
}
