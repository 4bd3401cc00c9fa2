import { type Lantern } from '@paulirish/trace_engine';
import { type Simulated } from './simulated.js';

export interface Task {
  /** The script that it ran first. */
  readonly url: string | null;
  /** On the simulated device. */
  readonly ms: number;
}

/** Beyond it, the simulation of Lighthouse cuts tasks off. */
const MAX_TASK_MS = 10_000;

/** What the main thread did. */
export function tasksOf({ lantern: { graph, simulator } }: Simulated): Task[] {
  const tasks: Task[] = [];
  graph.traverse((node: Lantern.Graph.Node) => {
    if (node.type !== 'cpu') return;
    const [url = null] = node.getEvaluateScriptURLs();
    const { layoutTaskMultiplier, cpuSlowdownMultiplier } = simulator;
    const slowdown = node.didPerformLayout() ? layoutTaskMultiplier : cpuSlowdownMultiplier;
    tasks.push({ url, ms: Math.min((node.duration / 1000) * slowdown, MAX_TASK_MS) });
  });
  return tasks;
}
