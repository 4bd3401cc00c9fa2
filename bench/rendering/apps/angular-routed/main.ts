// Parts of Angular's packages are compiled in the browser, so the compiler has to be there first.
import '@angular/compiler';

await import('./app');
