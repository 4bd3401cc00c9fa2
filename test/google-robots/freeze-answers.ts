/** Compares the stored answers of google/robotstxt with those of its compiled sources, or stores new ones (--freeze). Needs a
 *  C++ compiler, Abseil, and robots.cc and robots.h of https://github.com/google/robotstxt beside google-robots.cc:
 *  g++ -std=c++17 -O2 robots.cc google-robots.cc -o google-robots $(pkg-config --cflags --libs absl_strings)
 *  node --import tsx test/google-robots/freeze-answers.ts ./google-robots --freeze */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  frozenAnswers,
  packed,
  type RobotsAnswer,
} from '../../src/engine/audit/robots-txt/google-answers.fixture.js';
import {
  type RobotsQuestion,
  robotsQuestions,
} from '../../src/engine/audit/robots-txt/google-questions.fixture.js';

const { values: options, positionals } = parseArgs({
  options: { freeze: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const FROZEN = new URL('../../src/engine/audit/robots-txt/google-answers.frozen.fixture.ts', import.meta.url);
const COLUMNS = 100;

const questions = robotsQuestions();
const answers = ask(questions);
if (options.freeze) {
  await freeze(answers);
} else {
  const frozen = frozenAnswers();
  const different = answers.filter(
    ({ isAllowed, line }, index) => frozen[index]?.isAllowed !== isAllowed || frozen[index].line !== line,
  );
  console.log(`${answers.length} answers, ${different.length} differ from the stored ones`);
  process.exitCode = different.length > 0 || answers.length !== frozen.length ? 1 : 0;
}

function ask(asked: readonly RobotsQuestion[]): RobotsAnswer[] {
  const [program] = positionals;
  if (program === undefined) throw new Error('Pass the path of the program built from google-robots.cc.');
  const input = Buffer.concat(
    asked.flatMap(({ file, agent, url }) =>
      [Buffer.from(file, 'latin1'), Buffer.from(agent), Buffer.from(url)].flatMap(withLength),
    ),
  );
  const { error, status, stdout } = spawnSync(program, { input, maxBuffer: 16 * 1024 * 1024 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${String(status)}.`);
  return stdout.toString().trimEnd().split('\n').map(answerOf);
}

function withLength(text: Buffer): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return [length, text];
}

function answerOf(written: string): RobotsAnswer {
  const [mayFetch, line] = written.split(' ');
  return { isAllowed: mayFetch === '1', line: Number(line) };
}

async function freeze(all: readonly RobotsAnswer[]): Promise<void> {
  const lines = packed(all).match(new RegExp(`.{1,${COLUMNS}}`, 'g')) ?? [];
  const text = [
    '/** Written by freeze-google-answers.fixture.ts; see google-answers.fixture.ts. */',
    'export const FROZEN_ANSWERS = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ].join('\n');
  await writeFile(FROZEN, text);
  console.log(`${all.length} answers stored`);
}
