#!/usr/bin/env node
import { requireSupportedNode } from './process/supported-node.js';

requireSupportedNode();
await import('./cli/program.js');
