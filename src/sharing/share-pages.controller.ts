import { Body, Controller, Get, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { NeedsScope } from '../auth/caller.js';
import { BodyInterceptor } from '../platform/http/body.interceptor.js';
import { networkOf } from '../platform/http/server/incoming-request.js';
import { KeyOptional } from '../platform/http/public.decorator.js';
import { IdPipe } from '../platform/http/rules/ids.js';
import { parsedUrl } from '../basics/url.js';
import { sharePath } from '../websites/share-path.js';
import { badge } from './badge.js';
import { BadgeQuery } from './dto/badge.dto.js';
import { ListSharedPagesQuery } from './dto/list-shared-pages.dto.js';
import { UnlockBody } from './dto/unlock.dto.js';
import { answerForm, shareBody } from './share-body.js';
import { type Locked, ShareAccess, type ShareVisit, type Unlocking } from './share-access.service.js';
import { SharedCrawlsService } from './shared-crawls.service.js';
import { SharingService } from './sharing.service.js';
import { UNLOCK_COOKIE, UNLOCK_SECONDS } from './unlock-cookie.js';
import { type SharePageVisit, Visit } from './visit.decorator.js';

const BADGE_SECONDS = 300;
const SHARE_PAGE = new BodyInterceptor(shareBody);

/** Pages for people without a key. With the owner's key, everything is visible. */
@KeyOptional()
@NeedsScope('reports:read')
@ApiExcludeController()
@Controller('s/:token')
export class SharePagesController {
  constructor(
    private readonly sharing: SharingService,
    private readonly crawls: SharedCrawlsService,
    private readonly access: ShareAccess,
  ) {}

  @Get()
  @UseInterceptors(SHARE_PAGE)
  website(@Visit() visit: ShareVisit, @Query() query: ListSharedPagesQuery) {
    return this.sharing.showWebsite(visit, query);
  }

  @Get('reports/:id')
  @UseInterceptors(SHARE_PAGE)
  report(@Visit() visit: ShareVisit, @Param('id', IdPipe) id: number) {
    return this.sharing.showReport(visit, id);
  }

  @Get('compare/:before/:after')
  @UseInterceptors(SHARE_PAGE)
  compare(
    @Visit() visit: ShareVisit,
    @Param('before', IdPipe) before: number,
    @Param('after', IdPipe) after: number,
  ) {
    return this.sharing.compare(visit, before, after);
  }

  @Get('crawls/compare/:before/:after')
  @UseInterceptors(SHARE_PAGE)
  compareCrawls(
    @Visit() visit: ShareVisit,
    @Param('before', IdPipe) before: number,
    @Param('after', IdPipe) after: number,
  ) {
    return this.crawls.compare(visit, before, after);
  }

  @Get('crawls/:id')
  @UseInterceptors(SHARE_PAGE)
  crawl(@Visit() visit: ShareVisit, @Param('id', IdPipe) id: number) {
    return this.crawls.show(visit, id);
  }

  @Get('badge.svg')
  async badge(@Visit() visit: SharePageVisit, @Query() { url }: BadgeQuery): Promise<string> {
    const { state, brand, isPublic } = await this.sharing.badge(visit, url ?? null);
    visit.exchange.response.status(state === 'locked' ? 403 : 200).set({
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': isPublic ? `public, max-age=${String(BADGE_SECONDS)}` : 'no-store',
      // Pages of any origin embed badges.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ...(!isPublic && { 'X-Robots-Tag': 'noindex, nofollow' }),
    });
    return badge(state, brand);
  }

  /** Where a browser loads the answer to a wrong password again. */
  @Get('unlock')
  locked(@Visit() { token, exchange }: SharePageVisit): string {
    exchange.response.status(303).set({ 'Cache-Control': 'no-store', Location: sharePath(token) });
    return '';
  }

  @Post('unlock')
  async unlock(@Visit() visit: SharePageVisit, @Body() { password, next }: UnlockBody): Promise<string> {
    const { token, exchange } = visit;
    const { request, response } = exchange;
    const target = pathBelow(token, next);
    const unlocking = await this.access.unlock(visit, password, networkOf(request));
    if ('notice' in unlocking) return answerNotice(response, unlocking, { token, next: target });
    if (unlocking.cookie !== null) keepUnlocked(response, visit, unlocking.cookie);
    response.status(303).set({ 'Cache-Control': 'no-store', Location: target });
    return '';
  }
}

/** The form once more, with the reason why the website stays locked. */
function answerNotice(
  response: Response,
  { notice, lockedBy }: Extract<Unlocking, Locked>,
  path: { readonly token: string; readonly next: string },
): string {
  const form = { ...path, notice, brand: lockedBy };
  if (notice === 'empty') return answerForm(response, 422, form);
  if (notice === 'wrong') return answerForm(response, 403, form);
  response.setHeader('Retry-After', String(notice.waitSeconds));
  return answerForm(response, 429, form);
}

function keepUnlocked(response: Response, { token, base }: ShareVisit, cookie: string): void {
  response.cookie(UNLOCK_COOKIE, cookie, {
    path: sharePath(token),
    maxAge: UNLOCK_SECONDS * 1000,
    httpOnly: true,
    sameSite: 'lax',
    secure: base.startsWith('https:'),
  });
}

/** Where to continue: a path of the same website, whatever was sent. */
function pathBelow(token: string, next: string | undefined): string {
  const home = sharePath(token);
  const url = next === undefined ? null : parsedUrl(next, 'http://here');
  if (!url) return home;
  const { origin, pathname, search } = url;
  const isBelow = origin === 'http://here' && (pathname === home || pathname.startsWith(`${home}/`));
  return isBelow ? pathname + search : home;
}
