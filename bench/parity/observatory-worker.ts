import { scan } from '@mdn/mdn-http-observatory';
import { type CaseTask } from './engine-run.js';
import { leadToSite } from './local-hosts.js';
import { type ObservatoryResult } from './observatory-result.js';

const [httpPort, httpsPort] = process.argv.slice(2).map(Number);
leadToSite({ httpPort: httpPort ?? 80, httpsPort: httpsPort ?? 443 });

process.on('message', ({ url }: CaseTask) => {
  resultOf(url).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ score: null, grade: null, tests: {}, error: String(error) }),
  );
});

async function resultOf(url: string): Promise<ObservatoryResult> {
  const { scan: summary, tests } = await scan(new URL(url).hostname);
  return {
    score: summary.score,
    grade: summary.grade,
    tests: Object.fromEntries(
      Object.entries(tests).map(([name, { scoreModifier: modifier, result, pass }]) => [
        name,
        { modifier, result, pass },
      ]),
    ),
  };
}
