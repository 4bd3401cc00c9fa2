import { verdictsOf } from '../verdicts.fixture.js';
import { social } from './social.check.js';

const link = (url: string) => ({ html: `<a href="${url}">x</a>` });

verdictsOf(social, [
  ['passes a profile', link('https://www.linkedin.com/company/example'), 'pass'],
  ['does not count a network’s start page', link('https://www.facebook.com/'), 'none'],
  ['does not count a host that only looks like one', link('https://facebook.com.example.org/x'), 'none'],
]);
