#!/usr/bin/env node
/** Does what `docker` and `docker compose` do with containers, for scripts that call them: a machine of the tests has no
 *  Docker. Each container is a file in CONTAINERS, named by its id: service, state and image, a line each. */
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { CONTAINERS = '', HEALTH = 'healthy', LOG = '' } = process.env;
const words = process.argv.slice(2);
appendFileSync(LOG, `${words.join(' ')}\n`);

const containers = () =>
  readdirSync(CONTAINERS).map((id) => {
    const [service, state, image] = readFileSync(join(CONTAINERS, id), 'utf8').split('\n');
    return { id, service, state, image };
  });
const write = ({ id, service, state, image }) => {
  writeFileSync(join(CONTAINERS, id), [service, state, image].join('\n'));
};
const remove = ({ id }) => {
  rmSync(join(CONTAINERS, id));
};
const named = (id) => containers().find((one) => one.id === id);

/** Compose counts stopped containers, and starts them before it makes new ones. */
function up(service, count) {
  const existing = containers().filter((one) => one.service === service);
  for (const one of existing) write({ ...one, state: 'running' });
  for (let n = existing.length; n < count; n += 1)
    write({ id: `${service}-${process.pid}-${n}`, service, state: 'running', image: 'new' });
}

function compose() {
  const service = words.at(-1);
  const of = containers().filter((one) => one.service === service);
  if (words.includes('ps')) {
    const shown = words.includes('--all') ? of : of.filter(({ state }) => state === 'running');
    for (const { id } of shown) console.log(id);
  }
  if (words.includes('rm')) of.filter(({ state }) => state === 'exited').forEach(remove);
  if (words.includes('up'))
    up(service, Number(/=(\d+)$/.exec(words.find((word) => word.includes('=')) ?? '=1')?.[1]));
}

switch (words[0]) {
  case 'compose':
    compose();
    break;
  case 'inspect':
    console.log(named(words.at(-1))?.image === 'new' ? HEALTH : 'healthy');
    break;
  case 'stop':
    write({ ...named(words.at(-1)), state: 'exited' });
    break;
  case 'rm':
    remove(named(words.at(-1)));
    break;
}
