import { runEngine } from '../engine-run.js';
import { PATHS } from '../paths.js';
import { wholeLighthouse } from './engine.js';

await runEngine(wholeLighthouse(PATHS.lighthouse));
