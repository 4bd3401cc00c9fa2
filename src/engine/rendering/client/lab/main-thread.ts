import { type Lantern } from '@paulirish/trace_engine';
import { type Simulated } from './simulated.js';

export interface Task {
  /** The script that it ran first. */
  readonly url: string | null;
  /** On the simulated device. */
  readonly ms: number;
}

/** What the main thread did. */
export function tasksOf({ lantern }: Simulated): Task[] {
  const tasks: Task[] = [];
  lantern.graph.traverse((node: Lantern.Graph.Node) => {
    if (node.type !== 'cpu') return;
    const [url = null] = node.getEvaluateScriptURLs();
    tasks.push({ url, ms: (node.duration / 1000) * lantern.simulator.cpuSlowdownMultiplier });
  });
  return tasks;
}
