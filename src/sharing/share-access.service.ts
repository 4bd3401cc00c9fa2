import { Injectable } from '@nestjs/common';
import { BrandsService } from '../account/brand/brands.service.js';
import { type Brand } from '../platform/pages/brand.js';
import { isPassword } from '../websites/password.js';
import { sharePath } from '../websites/share-path.js';
import { type Website } from '../websites/website.entity.js';
import { WebsitesRepository } from '../websites/websites.repository.js';
import { accessTo, lockOf, type Visitor } from './access.js';
import { PageNotShared } from './page-not-shared.js';
import { type LockedNotice } from './pages/locked-page.js';
import { type Share } from './pages/share-page.js';
import { unlockCookie } from './unlock-cookie.js';
import { UnlockTriesRepository } from './unlock-tries.repository.js';

/** Tries of one address at one website's password. */
const MAX_TRIES = 10;
const TRIES_WINDOW_SECONDS = 15 * 60;

/** Who looks at which address. */
export interface ShareVisit {
  readonly token: string;
  readonly visitor: Visitor;
  /** Base of absolute links, without a trailing slash. */
  readonly base: string;
}

/** A password is needed. */
export interface Locked {
  /** Brand of the website's account; null: ours. */
  readonly lockedBy: Brand | null;
}

/** What a visit comes to see: markup, or that a password is needed. */
export type Shown = { readonly markup: string; readonly isPublic: boolean } | Locked;

/** The cookie that keeps a website unlocked, null where none is needed, or why it stays locked. */
export type Unlocking =
  { readonly cookie: string | null } | (Locked & { readonly notice: Exclude<LockedNotice, 'none'> });

/** Who may see the share pages of a website. */
@Injectable()
export class ShareAccess {
  constructor(
    private readonly websites: WebsitesRepository,
    private readonly brands: BrandsService,
    private readonly tries: UnlockTriesRepository,
  ) {}

  /** @throws PageNotShared where there is nothing for this visitor */
  async found({ token, visitor }: ShareVisit): Promise<Website> {
    const website = await this.websites.findShared(token);
    if (!website || accessTo(website, visitor, Date.now()) === 'hidden') throw new PageNotShared();
    return website;
  }

  /** @throws PageNotShared where there is nothing for this visitor */
  async opened(visit: ShareVisit): Promise<Share | Locked> {
    const { visitor, base } = visit;
    const website = await this.found(visit);
    const brand = await this.brands.of(website.accountId);
    if (accessTo(website, visitor, Date.now()) === 'locked') return { lockedBy: brand };
    return { website, brand, address: base + sharePath(website.shareToken) };
  }

  /** What a visit shows, unless a password is needed.
   *  @param markup of the page
   *  @throws PageNotShared where there is nothing for this visitor */
  async shown(visit: ShareVisit, markup: (share: Share) => Promise<string>): Promise<Shown> {
    const share = await this.opened(visit);
    if ('lockedBy' in share) return share;
    return { markup: await markup(share), isPublic: share.website.privacy === 0 };
  }

  /** Tries a password.
   *  @param address IP address of the visitor
   *  @throws PageNotShared */
  async unlock(visit: ShareVisit, password: string | undefined, address: string): Promise<Unlocking> {
    const website = await this.found(visit);
    if (accessTo(website, visit.visitor, Date.now()) === 'open') return { cookie: null };
    const unlocking = password === undefined ? 'empty' : await this.tried(website, password, address);
    if (typeof unlocking === 'object' && 'cookie' in unlocking) return unlocking;
    return { notice: unlocking, lockedBy: await this.brands.of(website.accountId) };
  }

  /** @throws PageNotShared */
  private async tried(
    website: Website,
    password: string,
    address: string,
  ): Promise<{ readonly cookie: string } | Exclude<LockedNotice, 'none' | 'empty'>> {
    const { used, seconds } = await this.tries.take(website, address, TRIES_WINDOW_SECONDS);
    if (used > MAX_TRIES) return { waitSeconds: seconds };
    const isRight = await isPassword(website.accountId, password, website.passwordHash).catch(
      async (error: unknown) => {
        await this.tries.giveBack(website, address).catch(() => undefined);
        throw error;
      },
    );
    const lock = lockOf(website);
    if (!isRight || !lock) return 'wrong';
    await this.tries.forget(website, address);
    return { cookie: unlockCookie(lock, Date.now()) };
  }
}
