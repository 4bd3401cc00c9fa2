const App = Ember.Application.create({ rootElement: 'body' });
App.Router = Ember.Router.extend({ location: 'history', rootURL: '/' });
App.Router.map(function () {
  this.route('page', { path: '/*slug' });
});
const page = (slug) => fetch(`/api/pages/${slug}.json`).then((response) => response.json());
App.IndexRoute = Ember.Route.extend({ model: () => page('index') });
App.PageRoute = Ember.Route.extend({ model: ({ slug }) => page(slug) });

const compile = (source) => Ember.HTMLBars.template(new Function(`return ${compiler.precompile(source)}`)());
const body = `<main><h1>{{@model.heading}}</h1>
  {{#each @model.blocks as |block|}}
    <section>
      <h2>{{block.heading}}</h2>
      {{#each block.paragraphs as |text|}}<p>{{text}}</p>{{/each}}
      {{#each block.cards as |card|}}<article><img src={{card.picture.src}} alt={{card.picture.alt}}><a href={{card.link.href}}>{{card.link.text}}</a></article>{{/each}}
      {{#if block.fields}}<form>{{#each block.fields as |field|}}<input id={{field.id}} placeholder={{field.placeholder}}>{{/each}}<button type="button">{{block.button}}</button></form>{{/if}}
    </section>
  {{/each}}</main>`;
Ember.TEMPLATES.application = compile('<header class="bar"><a href="/">Sound Ferries</a></header>{{outlet}}');
Ember.TEMPLATES.index = compile(body);
Ember.TEMPLATES.page = compile(body);
