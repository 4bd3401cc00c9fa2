/** Answers, and runs out of memory when it has no task any more. */
export function answerAndDie() {
  setTimeout(() => {
    for (const kept = []; ;) kept.push(Array.from({ length: 1000 }, Math.random));
  }, 100);
  return 'answered';
}

export function answer() {
  return 'answered';
}
