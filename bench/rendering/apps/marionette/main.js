import { Application, CollectionView, View } from 'backbone.marionette';
import Backbone from 'backbone';
import _ from 'underscore';
import { fetchJson } from '../../views/route.js';

const BlockView = View.extend({
  tagName: 'section',
  template: _.template(`<h<%= level %>><%- heading %></h<%= level %>>
    <% (data.paragraphs || []).forEach((text) => { %><p><%- text %></p><% }) %>
    <% if (data.facts) { %><dl><% data.facts.forEach((fact) => { %><dt><%- fact.term %></dt><dd><%- fact.text %></dd><% }) %></dl><% } %>
    <% (data.actions || []).forEach((action) => { %><button class="icon"<% if (action.label !== null) { %> title="<%- action.label %>"<% } %>><i aria-hidden="true"><%- action.icon %></i></button><% }) %>`),
  serializeData() {
    return { ...this.model.attributes, data: this.model.attributes };
  },
});

const HeaderView = View.extend({ template: _.template('<h1><%- heading %></h1>') });

const Hall = Application.extend({
  async onStart() {
    const page = await fetchJson(`/api/pages/${location.pathname.slice(1) || 'index'}.json`);
    const model = new Backbone.Model(page);
    new Backbone.View({ el: '.header-region' }).$el.empty().append(new HeaderView({ model }).render().el);
    const blocks = new CollectionView({
      collection: new Backbone.Collection(page.blocks),
      childView: BlockView,
    });
    new Backbone.View({ el: '.main-region' }).$el.empty().append(blocks.render().el);
  },
});

new Hall().start();
