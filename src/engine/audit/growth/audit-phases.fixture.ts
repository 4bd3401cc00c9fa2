import { audit, auditSurroundings } from '../audit.js';
import { PageTooComplex } from '../dom/parse.js';
import { refreshTarget } from '../dom/refresh.js';
import { factsOf, type Page } from '../page.js';
import { aPage, aroundPage } from '../example-page.js';
import { lighthouseParity } from '../parity/lighthouse.js';
import { observatoryTests } from '../parity/observatory.js';
import { outlineOf } from '../outline/outline.js';
import { referencesOf } from '../references.js';
import { CHECKS } from '../registry.js';
import { type GrowingPage } from './dimension.fixture.js';

/** Cost of one step of an audit. */
export interface PhaseCost {
  readonly phase: string;
  readonly cpuMs: number;
}

/** Runs all steps of an audit for one document. If the page is too complex, the cost of refusing it counts. */
export function auditCosts({ robotsTxt, ...parts }: GrowingPage): PhaseCost[] {
  const costs: PhaseCost[] = [];
  const phase = <T>(name: string, work: () => T): T => {
    const before = process.cpuUsage();
    try {
      return work();
    } finally {
      const { user, system } = process.cpuUsage(before);
      costs.push({ phase: name, cpuMs: (user + system) / 1000 });
    }
  };
  const source = {
    ...parts,
    ...(robotsTxt !== undefined && { robotsTxt: { status: 200, body: robotsTxt } }),
  };
  try {
    const page = phase('parse', () => aPage(source));
    auditAll(page, phase);
    const around = { ...aroundPage({ html: '' }), page: factsOf(page), references: referencesOf(page) };
    const responses = { ...around.responses, ...parts.responses };
    phase('surroundings', () => [...auditSurroundings({ ...around, responses })]);
  } catch (error) {
    if (!(error instanceof PageTooComplex)) throw error;
  }
  return costs;
}

function auditAll(page: Page, phase: <T>(name: string, work: () => T) => T): void {
  phase('refresh target', () => refreshTarget(page));
  for (const check of CHECKS) {
    if (!('run' in check)) continue;
    const [finding] = phase(check.id, () => audit(page, [check]));
    if (finding?.outcome === 'error') throw new Error(`${check.id}: ${JSON.stringify(finding.value)}`);
  }
  phase('references', () => referencesOf(page));
  phase('outline', () => outlineOf(page));
  phase('Lighthouse', () => lighthouseParity(page));
  phase('HTTP Observatory', () => observatoryTests(page));
}

export function totalOf(costs: readonly PhaseCost[]): number {
  return costs.reduce((total, { cpuMs }) => total + cpuMs, 0);
}
