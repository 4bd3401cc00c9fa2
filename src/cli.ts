#!/usr/bin/env node
import { requireSupportedNode } from './supported-node.js';

requireSupportedNode();
await import('./cli/program.js');
