import { isFile } from './files.js';

describe('isFile', () => {
  it.each(['/terms.pdf', '/a/Shoe.JPG', '/shoe.jpeg?size=2', '/list.xlsx', '/v1.2.tar.gz', '/font.woff2'])(
    'takes %s for a file',
    (path) => {
      expect(isFile(`https://example.com${path}`)).toBe(true);
    },
  );

  it.each(['/', '/jpg', '/shoes.html', '/docs/node.js', '/wiki/File:Shoe.jpg', '/shoe.jpg/', '/?file=a.pdf'])(
    'takes %s for a page',
    (path) => {
      expect(isFile(`https://example.com${path}`)).toBe(false);
    },
  );
});
