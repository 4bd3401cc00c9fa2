import { Component, provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideRouter, RouterLink, RouterOutlet, withHashLocation } from '@angular/router';
import { site } from 'site:content';

@Component({
  selector: 'app-root',
  imports: [RouterLink, RouterOutlet],
  template: `<header class="bar"><nav><ul>
      @for (link of links; track link.text) {<li><a [routerLink]="link.path">{{ link.text }}</a></li>}
    </ul></nav></header>
    <router-outlet /><footer><p>© {{ name }}</p></footer>`,
})
class App {
  readonly name = site.name;
  readonly links = site.pages.map(({ slug }) => ({ path: `/${slug}`, text: slug || 'Home' }));
}

const loadComponent = async () => (await import('./page.component')).PageComponent;
const routes = site.pages.map((page) => ({ path: page.slug, loadComponent, data: { page } }));
const router = ROUTING === 'hash' ? provideRouter(routes, withHashLocation()) : provideRouter(routes);
await bootstrapApplication(App, { providers: [provideZonelessChangeDetection(), router] });
