import { type Grade } from '../engine/grading/grade.js';
import { type Device } from '../engine/rendering/device.js';
import { type RenderMode } from '../engine/grading/render-mode.js';
import { type Measured } from './monitor-state.js';

/** What a monitor reads of a grade.
 *  @param how the report was made: only reports that were made in the same way are compared */
export function measurementsOf(
  reportId: number,
  grade: Grade,
  { render, device }: { readonly render: RenderMode; readonly device: Device },
): Measured {
  const { rulesetVersion, rendered, categories, checks, score, error, generatedAt } = grade;
  const metrics = Object.entries(rendered?.metrics ?? {});
  const isRendered = rendered !== null && rendered.error === null;
  const unrendered = checks.filter(({ method }) => method === 'unrendered');
  const judged = checks.filter(({ method }) => method !== 'unrendered');
  const renderingFailed = render !== 'never' && !isRendered && (rendered !== null || unrendered.length > 0);
  const way = isRendered ? 'rendered' : renderingFailed ? 'unrendered' : 'static';
  return {
    reportId,
    at: generatedAt.toISOString(),
    basis: [rulesetVersion, render, device, way].join(' '),
    renderingFailed,
    loads: error === null,
    score,
    categories,
    checks: Object.fromEntries(judged.map(({ id, outcome }) => [id, outcome])),
    rendered: Object.fromEntries(metrics.map(([name, metric]) => [name, metric?.value ?? null])),
  };
}
