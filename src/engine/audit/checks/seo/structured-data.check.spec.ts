import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { structuredData } from './structured-data.check.js';

const block = (json: string) => ({ html: `<script type="application/ld+json">${json}</script>` });

verdictsOf(structuredData, [
  ['fails without any', { html: '<script>{}</script>' }, 'absent'],
  ['passes a typed node', block('{"@type":"Organization"}'), 'pass'],
  ['passes a list of typed nodes', block('[{"@type":"Organization"},{"@type":["A","B"]}]'), 'pass'],
  ['passes a graph with a reference', block('{"@graph":[{"@type":"A"},{"@id":"#b"}]}'), 'pass'],
  ['passes a graph of one node', block('{"@graph":{"@type":"A"}}'), 'pass'],
  ['fails an untyped node as a graph', block('{"@graph":{"name":"x"}}'), 'no_type'],
  ['fails a node without a type', block('{"name":"x"}'), 'no_type'],
  ['fails an untyped node within a graph', block('{"@graph":[{"name":"x"}]}'), 'no_type'],
  ['fails an empty list', block('[]'), 'absent'],
  ['fails an empty graph', block('{"@context":"https://schema.org","@graph":[]}'), 'absent'],
  [
    'warns of a required property that is empty',
    block('{"@type":"Recipe","name":"x","image":""}'),
    'missing_properties',
  ],
  ['fails null', block('null'), 'no_type'],
  ['fails a trailing comma', block('{"@type":"A",}'), 'invalid_json'],
  ['fails an empty block', block(' '), 'absent'],
  [
    'passes what templates leave empty beside a block',
    { html: [' ', '[]', '{"@type":"Product","name":"x"}'].map((json) => block(json).html).join('') },
    'pass',
  ],
  [
    'passes a block that completes another one',
    {
      html: ['{"@type":"Product","@id":"#p","name":"x"}', '{"@type":"Product","@id":"#p","review":[]}']
        .map((json) => block(json).html)
        .join(''),
    },
    'pass',
  ],
  [
    'warns of blocks with different ids',
    {
      html: ['{"@type":"Product","@id":"#p","name":"x"}', '{"@type":"Product","@id":"#q","review":[]}']
        .map((json) => block(json).html)
        .join(''),
    },
    'missing_properties',
  ],
  ['warns of a property that its type needs', block('{"@type":"Event","name":"x"}'), 'missing_properties'],
  ['is not fooled by the names of objects’ own methods', block('{"@type":"constructor"}'), 'pass'],
  ['passes microdata', { html: '<p itemscope itemtype="https://schema.org/Thing">x' }, 'pass'],
  ['passes RDFa', { html: '<p typeof="schema:Thing">x' }, 'pass'],
  ['fails what MediaWiki marks for editors', { html: '<span typeof="mw:File"><img></span>' }, 'absent'],
  ['fails what Drupal 7 marks', { html: '<div typeof="sioc:Item foaf:Document">' }, 'absent'],
]);

describe('structured_data', () => {
  const blocks = (...jsons: string[]) => ({ html: jsons.map((json) => block(json).html).join('') });
  const typed = '{"@type":"Product","name":"x"}';

  it('counts each kind of block', () => {
    expect(findingOn(structuredData, blocks(typed, '{', '{}', '{"@type":"Event"}')).value).toEqual({
      json_ld_blocks: 4,
      invalid_blocks: 1,
      untyped_blocks: 1,
      microdata_and_rdfa_elements: 0,
      types: ['Product', 'Event'],
      missing_properties: ['Event.name', 'Event.startDate', 'Event.location'],
    });
  });

  it.each([
    [[typed], 'The page has 1 JSON-LD block (“Product”) and 0 elements with microdata or RDFa.'],
    [[typed, '{'], '1 of 2 JSON-LD blocks is not valid JSON.'],
    [['{"a":1}', '{}'], '2 of 2 JSON-LD blocks have items without an @type.'],
    [['{"@type":"Recipe","name":"x"}'], 'The JSON-LD lacks 1 required property (Recipe.image).'],
    [
      ['{"@type":"Event","name":"x"}'],
      'The JSON-LD lacks 2 required properties (Event.startDate and Event.location).',
    ],
  ])('tells about %j', (jsons, message) => {
    expect(messageOf(findingOn(structuredData, blocks(...jsons)))).toBe(message);
  });
});
