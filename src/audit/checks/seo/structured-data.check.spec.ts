import { verdictsOf } from '../verdicts.fixture.js';
import { structuredData } from './structured-data.check.js';

const block = (json: string) => ({ html: `<script type="application/ld+json">${json}</script>` });

verdictsOf(structuredData, [
  ['fails without any', { html: '<script>{}</script>' }, 'absent'],
  ['passes a typed node', block('{"@type":"Organization"}'), 'pass'],
  ['passes a list of typed nodes', block('[{"@type":"Organization"},{"@type":["A","B"]}]'), 'pass'],
  ['passes a graph with a reference', block('{"@graph":[{"@type":"A"},{"@id":"#b"}]}'), 'pass'],
  ['fails a node without a type', block('{"name":"x"}'), 'no_type'],
  ['fails an untyped node within a graph', block('{"@graph":[{"name":"x"}]}'), 'no_type'],
  ['fails an empty list', block('[]'), 'no_type'],
  ['fails null', block('null'), 'no_type'],
  ['fails a trailing comma', block('{"@type":"A",}'), 'invalid_json'],
  ['fails an empty block', block(''), 'invalid_json'],
  ['warns of a property that its type needs', block('{"@type":"Event","name":"x"}'), 'missing_properties'],
  ['is not fooled by the names of objects’ own methods', block('{"@type":"constructor"}'), 'pass'],
  ['passes microdata', { html: '<p itemscope itemtype="https://schema.org/Thing">x' }, 'pass'],
  ['passes RDFa', { html: '<p typeof="schema:Thing">x' }, 'pass'],
]);
