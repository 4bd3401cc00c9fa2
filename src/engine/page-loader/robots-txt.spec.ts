import { textOfRobotsTxt } from './robots-txt.js';
import { googleRobotsOf } from '../audit/robots-txt/google-robots.js';

it('a robots.txt that is not UTF-8 means the same as text', () => {
  const bytes = Buffer.from('User-agent: *\nDisallow: /b\u00fccher/\nDisallow: /caf\u00e9', 'latin1');
  const robots = googleRobotsOf({
    status: 200,
    body: textOfRobotsTxt({ body: bytes.toString(), bytes: new Uint8Array(bytes) }),
  });
  const isAllowed = (path: string) => robots.judge(`https://example.com${path}`, 'Pagegrade').isAllowed;
  expect(['/b%FCcher/1', '/caf%E9', '/b%C3%BCcher/1', '/cafe'].map(isAllowed)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it('one that is UTF-8 stays as it is', () => {
  const body = '\ufeffUser-agent: *\nDisallow: /bücher/';
  expect(textOfRobotsTxt({ body })).toBe(body);
});
