import { getSchemaPath } from '@nestjs/swagger';
import { mapped } from '../../../basics/mapped.js';
import { PROBLEM_TYPES, type ProblemCode } from '../../errors/problems.js';
import { Problem, problemExample } from './problem.view.js';

/** Response headers by name; not required unless said otherwise. */
export type Headers = Readonly<Record<string, { readonly description: string; readonly required?: boolean }>>;

/** Documents headers, all of them text. */
export function headersOf(headers: Headers) {
  const schema = { type: 'string' as const, maxLength: 9000 };
  return mapped(headers, (header) => ({ ...header, schema }));
}

/** Of every error response, for the components of the document. */
export function problemExamples() {
  const codes = Object.keys(PROBLEM_TYPES) as ProblemCode[];
  return Object.fromEntries(
    codes.map((code) => [code, { summary: PROBLEM_TYPES[code].title, value: problemExample(code) }]),
  );
}

/** Documents an error response. */
export function problemResponse(code: ProblemCode) {
  const { title, meaning } = PROBLEM_TYPES[code];
  const schema = { $ref: getSchemaPath(Problem) };
  return {
    description: `${title}. ${meaning}`,
    content: {
      'application/problem+json': {
        schema,
        examples: { [code]: { $ref: `#/components/examples/${code}` } },
      },
    },
  };
}
