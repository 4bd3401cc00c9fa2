import '@angular/compiler';
import { Component, provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideRouter, RouterOutlet } from '@angular/router';
import { site } from 'site:content';
import { PageComponent } from '../angular-routed/page.component';

@Component({ selector: 'spoke-console', imports: [RouterOutlet], template: '<router-outlet />' })
class SpokeConsole {}

const routes = site.pages.map((page) => ({ path: page.slug, component: PageComponent, data: { page } }));
await bootstrapApplication(SpokeConsole, {
  providers: [provideZonelessChangeDetection(), provideRouter(routes)],
});
