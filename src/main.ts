import { startWithMemorySettings } from './config/memory-settings.js';

startWithMemorySettings();

const { readConfigOrExit } = await import('./config/read-or-exit.js');
const { startServer } = await import('./server.js');
await startServer(readConfigOrExit());
