import { MemoryAnswers } from './memory-answers.js';
import { lastingOf, VisitAnswers } from './visit-answers.js';

interface Answer {
  readonly status: number | null;
  readonly error: string | null;
}

/** What visits of one crawl are told, one after the other, by a site that answers in this order. */
async function toldOf(answers: readonly Answer[], momentMs = 0): Promise<Answer[]> {
  const shared = { answers: new MemoryAnswers(10_000, momentMs), shape: '' };
  let asked = 0;
  const told: Answer[] = [];
  while (told.length < answers.length) {
    const visit = new VisitAnswers(shared, new AbortController().signal);
    const ask = () => Promise.resolve(answers[asked++] ?? unreachable);
    told.push(await visit.once('robots.txt', ask, lastingOf));
  }
  return told;
}

const loaded = { status: 200, error: null };
const missing = { status: 404, error: null };
const refused = { status: 503, error: null };
const slow = { status: null, error: 'too_slow' };
const unreachable = { status: null, error: 'unreachable' };

it.each([
  ['keeps what is there', [loaded, missing, missing], [loaded, loaded, loaded]],
  ['keeps what is not there', [missing, loaded], [missing, missing]],
  ['asks again after a bad moment', [refused, loaded, missing], [refused, loaded, loaded]],
  ['asks again after a slow answer', [slow, missing, loaded], [slow, missing, missing]],
  ['keeps what is bad for the second time', [refused, slow, loaded], [refused, slow, slow]],
  [
    'asks again after a bad moment that follows a fault of its own',
    [unreachable, refused, loaded],
    [unreachable, refused, loaded],
  ],
  ['keeps no fault of its own', [unreachable, unreachable, loaded], [unreachable, unreachable, loaded]],
])('%s', async (_what, answers, told) => {
  expect(await toldOf(answers)).toEqual(told);
});

it('keeps no bad answer that follows another one at once', async () => {
  expect(await toldOf([refused, refused, loaded], 60_000)).toEqual([refused, refused, loaded]);
});
