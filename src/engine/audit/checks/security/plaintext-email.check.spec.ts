import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { plaintextEmail } from './plaintext-email.check.js';

const text = (content: string) => ({ html: `<p>${content}` });

verdictsOf(plaintextEmail, [
  ['passes a text without', text('Follow @example on 5@night'), 'pass'],
  ['fails an address', text('mail: a.b+c@mail.example.co.uk!'), 'address_shown'],
  ['fails an address made of entities', text('a&#64;example.com'), 'address_shown'],
  ['fails an address before punctuation', text('Write to a@example.com: we reply.'), 'address_shown'],
  ['fails an address after punctuation', text('E-mail:a@example.com/b'), 'address_shown'],
  ['passes a remote repository', text('git clone git@code.example.com:org/repo.git'), 'pass'],
  ['passes a remote folder', text('scp a.txt me@example.com:~/'), 'pass'],
  ['passes a name on another server', text('Follow @user@social.example.org'), 'pass'],
  ['passes an image of double density', text('logo@2x.png and photo@1.5x.jpg'), 'pass'],
  ['fails an address that looks like it', text('logo@2x.example'), 'address_shown'],
  ['passes a user in a URL', text('https://user@example.com/path'), 'pass'],
  ['passes a user with a password in a URL', text('https://user:word@example.com/path'), 'pass'],
  ['passes the version of a package', text('npm install next@15.0.0-rc.foo'), 'pass'],
  ['fails an address in letters of German', text('Mail: info@müller.de'), 'address_shown'],
  ['fails an address in Cyrillic', text('Почта: info@пример.рф'), 'address_shown'],
  ['fails an address in its encoded form', text('a@example.xn--p1ai'), 'address_shown'],
  ['fails an address before text without spaces', text('info@example.com联系我们'), 'address_shown'],
  ['passes an address in an attribute', text('<a href="mailto:a@example.com">mail</a>'), 'pass'],
  ['passes an address in a script', text('<script>"a@example.com"</script>'), 'pass'],
  ['passes an address that is hidden', text('<span hidden>a@example.com</span>'), 'pass'],
]);

it.each([
  [text('a@example.com, a@example.com'), 'The text contains 1 email address.'],
  [text('a@example.com, b@example.com'), 'The text contains 2 email addresses.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(plaintextEmail, page))).toBe(message);
});
