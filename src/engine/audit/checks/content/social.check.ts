import { getDomain } from 'tldts';
import { counted } from '../../../../basics/quantities.js';
import { documentCheck, pass, warn } from '../../check.js';
import { quotedList } from '../../quoted.js';
import { linkedAddresses } from '../../references.js';

const NETWORKS = new Set(
  (
    'facebook.com instagram.com x.com twitter.com linkedin.com youtube.com tiktok.com pinterest.com threads.net threads.com ' +
    'bsky.app mastodon.social github.com gitlab.com xing.com reddit.com snapchat.com tumblr.com vk.com weibo.com t.me discord.gg'
  ).split(' '),
);

/** Paths of the dialogs behind share buttons. */
const SHARES =
  /^\/(sharer?(\/|\.php|$)|share(article|r|-offsite)?(\/|$)|sharing\/|intent\/|dialog\/|submit(\/|$)|pin\/create|home$|send(\/|$)|widgets\/share)/i;

export const social = documentCheck({
  id: 'social',
  name: 'Social profiles',
  category: 'content',
  importance: 'info',
  what: 'The page links to a profile on a social network.',
  why: 'Readers can follow the site there.',
  fix: 'Link to your active profiles, if you have any.',
  source: 'https://schema.org/sameAs',
  method: 'approximate',
  restsOnContent: true,
  value: { profiles: 'integer', urls: 'texts' },
  messages: {
    pass: ({ profiles, urls }) =>
      `The page links to ${counted(profiles, 'social network profile')} (${quotedList(urls, 2)}).`,
    none: 'The page links to no profile on a known social network.',
  },
  examples: {
    passes: { html: '<a href="https://mastodon.social/@example">Mastodon</a>' },
    fails: { html: '<a href="/">Home</a>' },
  },
  run(page) {
    const profiles = [...linkedAddresses(page)].filter(
      ([url]) => NETWORKS.has(getDomain(url) ?? '') && isProfile(new URL(url)),
    );
    const value = { profiles: profiles.length, urls: profiles.map(([url]) => url) };
    return profiles.length > 0 ? pass(value) : warn('none', { value });
  },
});

/** Posts, videos, topics and terms. */
const NO_PROFILES =
  /^\/(watch|embed|shorts|playlist|hashtag|explore|reel|privacy|legal|policies|policy|terms|help|about|settings|login|signup)(\/|$)|^\/p\/[\w-]{6,14}\/?$|\/(status|posts|comments)\/\w|^\/search(\/|$)/i;

/** Neither the start page of a network, nor one that shares an address there, nor a single post. */
function isProfile({ pathname }: URL): boolean {
  return pathname !== '/' && !SHARES.test(pathname) && !NO_PROFILES.test(pathname);
}
