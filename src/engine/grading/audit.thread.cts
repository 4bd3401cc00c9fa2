// A thread that is terminated while `require` instantiates an ES module aborts the process in Node.js 20 (measured: 1 in
// 142 terminations at random times), and Piscina requires its entry. `import` survives it.
const worker = import('./audit.worker.js');

export const auditPage = worker.then((loaded) => loaded.auditPage);
export const auditAround = worker.then((loaded) => loaded.auditAround);
export const describePage = worker.then((loaded) => loaded.describePage);
export const readSitemap = worker.then((loaded) => loaded.readSitemap);
export const readLocations = worker.then((loaded) => loaded.readLocations);
