import { Component, inject } from '@angular/core';
import { Meta, Title } from '@angular/platform-browser';
import { ActivatedRoute } from '@angular/router';

@Component({
  selector: 'app-page',
  template: `<main><h1>{{ page.heading }}</h1>
    @for (block of page.blocks; track $index) {
      <section>
        @switch (block.level) {
          @case (2) {<h2>{{ block.heading }}</h2>} @case (3) {<h3>{{ block.heading }}</h3>} @default {<h4>{{ block.heading }}</h4>}
        }
        @for (text of block.paragraphs; track $index) {<p [class.pale]="block.isPale">{{ text }}</p>}
        @for (card of block.cards; track $index) {
          <article><img [src]="card.picture.src" [attr.alt]="card.picture.alt"><h3>{{ card.title }}</h3>
            <a [attr.href]="card.link.href || null">{{ card.link.text }}</a></article>
        }
        @for (field of block.fields; track field.id) {
          @if (field.label !== null) {<label [attr.for]="field.id">{{ field.label }}</label>}
          @if (field.type === 'select') {
            <select [id]="field.id">@for (text of field.options; track $index) {<option>{{ text }}</option>}</select>
          } @else {<input [id]="field.id" [type]="field.type" [attr.placeholder]="field.placeholder || null">}
        }
        @if (block.kind === 'form') {<button type="button">{{ block.button }}</button>}
        @if (block.items) {<ul>@for (text of block.items; track $index) {@if (block.isBroken) {<div>{{ text }}</div>} @else {<li>{{ text }}</li>}}</ul>}
        @if (block.facts) {<dl>@for (fact of block.facts; track $index) {<dt>{{ fact.term }}</dt><dd>{{ fact.text }}</dd>}</dl>}
        @for (action of block.actions; track $index) {
          <a [attr.href]="action.href" [attr.aria-label]="action.label" [attr.tabindex]="action.tabindex"><i aria-hidden="true">{{ action.icon }}</i></a>
        }
      </section>
    }</main>`,
})
export class PageComponent {
  readonly page = inject(ActivatedRoute).snapshot.data.page;

  constructor() {
    const { title, description, robots } = this.page;
    if (title !== null) inject(Title).setTitle(title);
    const meta = inject(Meta);
    if (description !== null) meta.updateTag({ name: 'description', content: description });
    if (robots !== null) meta.updateTag({ name: 'robots', content: robots });
  }
}
