import { readConfigOrExit } from './config/read-or-exit.js';
import { startServer } from './server.js';

await startServer(readConfigOrExit());
