import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { names } from './names.check.js';

const shadow = (content: string) => `<div><template shadowrootmode=open>${content}</template></div>`;

verdictsOf(names, [
  ['does not apply without such elements', { html: '<p>text' }, 'not_applicable'],
  ['passes a text', { html: '<a href="/">Home</a>' }, 'pass'],
  ['passes an image with a text', { html: '<a href="/"><img src="/a" alt="Home"></a>' }, 'pass'],
  ['passes an aria-label', { html: '<button aria-label="Search"></button>' }, 'pass'],
  ['passes a button of the browser’s own text', { html: '<input type="submit">' }, 'pass'],
  ['fails an empty link', { html: '<a href="/"> </a>' }, 'nameless'],
  ['fails an image without a text', { html: '<a href="/"><img src="/a" alt=""></a>' }, 'nameless'],
  ['fails a frame without a title', { html: '<iframe src="/a"></iframe>' }, 'nameless'],
  ['fails an image button without a text', { html: '<input type="image" src="/a">' }, 'nameless'],
  ['fails a hidden text', { html: '<button><span hidden>Search</span></button>' }, 'nameless'],
  [
    'fails an object without fallback content',
    { html: '<object data="/a"> <param name="b"></object>' },
    'nameless',
  ],
  [
    'leaves an object to its fallback content',
    { html: '<object data="/a"><p>Chart</p></object>' },
    'not_applicable',
  ],
  [
    'fails an object whose fallback content is never rendered',
    { html: '<object data="/a"><p hidden>Chart</p><script>1</script><template>b</template></object>' },
    'nameless',
  ],
  [
    'passes a name within its shadow tree, whatever has the same id elsewhere',
    { html: `<i id=t></i>${shadow('<h2 id=t>Cart</h2><button aria-labelledby=t></button>')}` },
    'pass',
  ],
  [
    'fails a name outside of its shadow tree',
    { html: `<h2 id=t>Cart</h2>${shadow('<button aria-labelledby=t></button>')}` },
    'nameless',
  ],
  ['does not judge what is hidden', { html: '<button hidden></button>' }, 'not_applicable'],
]);

it.each([
  [{ html: '<button>A</button>' }, 'The only button, link, frame or object has an accessible name.'],
  [
    { html: '<button></button><a href=/>A</a>' },
    '1 of 2 buttons, links, frames and objects has no accessible name.',
  ],
  [
    { html: '<button></button><a href=/></a>' },
    '2 of 2 buttons, links, frames and objects have no accessible name.',
  ],
])('says what it found (%#)', (page, message) => {
  expect(messageOf(findingOn(names, page))).toBe(message);
});
