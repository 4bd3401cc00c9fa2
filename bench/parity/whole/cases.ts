import { writeCases } from '../case-file.js';
import { certificatesIn } from '../certificates.js';
import { PATHS } from '../paths.js';
import { halfOf, wholeCases } from './corpus.js';

/** Makes the cases of the corpus `whole` and writes them down; downloads npm packages that are not there yet. */
const cases = wholeCases();
writeCases(PATHS.cases, cases);
certificatesIn(PATHS.tls);
const packages = new Set(cases.map(({ id }) => id.replace(/-\d+$/, '')));
const look = cases.filter(({ id }) => halfOf(id) === 'look').length;
for (const kind of ['documentation', 'template', 'application']) {
  console.log(`${cases.filter(({ cause }) => cause.startsWith(`${kind},`)).length} pages of kind ${kind}`);
}
console.log(`${cases.length} pages of ${packages.size} packages: ${look} look, ${cases.length - look} held`);
