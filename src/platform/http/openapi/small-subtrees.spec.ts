import { smallSubtrees } from './small-subtrees.js';

interface Plugin {
  afterLoad(this: { fn: { resolveSubtree: (document: object, path: string[]) => unknown } }): void;
}

const text = { $ref: '#/components/schemas/Text' };
const document = {
  openapi: '3.1.0',
  paths: {
    '/pages': { get: { schema: { $ref: '#/components/schemas/Page' } }, post: { schema: text } },
    '/sites': { get: { schema: { $ref: '#/components/schemas/Site' } } },
  },
  webhooks: { 'page.seen': { post: { schema: text } } },
  components: {
    securitySchemes: { key: { type: 'http' } },
    schemas: {
      Page: { properties: { title: text, parent: { $ref: '#/components/schemas/Page' } } },
      Site: { properties: {} },
      Text: { type: 'string' },
    },
  },
};

/** The document that Swagger UI resolves with the plugin. */
function resolvedFor(path: string[]): unknown {
  const system = { fn: { resolveSubtree: (given: object): object => given } };
  (smallSubtrees() as Plugin).afterLoad.call(system);
  return (system.fn.resolveSubtree as (given: object, path: string[]) => unknown)(document, path);
}

describe('smallSubtrees', () => {
  it('resolves an operation with the components that it refers to, also through others', () => {
    const { Page, Text } = document.components.schemas;
    expect(resolvedFor(['paths', '/pages', 'get'])).toEqual({
      openapi: '3.1.0',
      paths: { '/pages': { get: document.paths['/pages'].get } },
      webhooks: {},
      components: { securitySchemes: document.components.securitySchemes, schemas: { Page, Text } },
    });
  });

  it('resolves an event alone', () => {
    expect(resolvedFor(['webhooks', 'page.seen', 'post'])).toMatchObject({
      paths: {},
      webhooks: document.webhooks,
      components: { schemas: { Text: document.components.schemas.Text } },
    });
  });

  it('resolves everything else in the whole document', () => {
    expect(resolvedFor(['components', 'securitySchemes'])).toBe(document);
  });
});
