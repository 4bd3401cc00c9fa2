import { createHash } from 'node:crypto';
import { type ClientBase } from 'pg';
import { type Config } from '../config/config.js';
import { inOrderOfIndexes } from './planner.js';

/** Texts are ours and few. Further ones are not prepared. */
const MOST = 1000;
/** Texts with more values differ by how many these are, and would take all names. */
const MOST_VALUES = 60;

/** What every connection that serves requests does first, as an option of the driver's pool. */
export function onConnect({ preparedStatements }: Config): (client: ClientBase) => unknown {
  return (client) => {
    if (preparedStatements) prepareStatements(client);
    return inOrderOfIndexes(client);
  };
}

/** Makes a connection name its statements with parameters, TypeORM's too, so that PostgreSQL parses and plans each once. */
function prepareStatements(client: ClientBase): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  Object.assign(client, {
    query: (text: unknown, values: unknown, ...more: unknown[]) =>
      typeof text === 'string' && Array.isArray(values) && values.length <= MOST_VALUES
        ? query({ name: nameOf(text), text, values }, ...more)
        : query(text, values, ...more),
  });
}

const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 16);
    names.set(text, name);
  }
  return name;
}
