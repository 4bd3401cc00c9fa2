import { Body, Controller, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { parse as parseCookies } from 'cookie';
import { type Request, type Response } from 'express';
import { NeedsScope } from '../auth/bearer.guard.js';
import { CONFIG, type Config } from '../config/config.js';
import { baseUrlOf } from '../http/base-url.js';
import { answerPage, HIDDEN_PAGE_HEADERS } from '../http/pages/html-answer.js';
import { KeyOptional } from '../http/public.decorator.js';
import { networkOf } from '../http/network.js';
import { IdPipe } from '../http/rules/id.pipe.js';
import { badge } from './badge.js';
import { BadgeQuery } from './dto/badge.dto.js';
import { ListSharedReportsQuery } from './dto/list-shared-reports.dto.js';
import { UnlockBody } from './dto/unlock.dto.js';
import { type LockedNotice, lockedPage } from './pages/locked-page.js';
import { ShareTokenPipe } from './share-token.pipe.js';
import { SharingService, type Shown, type ShareVisit } from './sharing.service.js';
import { UNLOCK_COOKIE, UNLOCK_SECONDS } from './unlock-cookie.js';
import { sharePath } from '../websites/share-path.js';
import { parsedUrl } from '../url.js';

const BADGE_SECONDS = 300;

/** Pages for people without an API key. The owner's key opens all of them. */
@KeyOptional()
@NeedsScope('reports:read')
@ApiExcludeController()
@Controller('s/:token')
export class SharePagesController {
  constructor(
    private readonly sharing: SharingService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  async website(
    @Param('token', ShareTokenPipe) token: string,
    @Query() query: ListSharedReportsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const visit = this.visitOf(request, token);
    return this.answer(await this.sharing.showWebsite(visit, query), request, response);
  }

  @Get('reports/:id')
  async report(
    @Param('token', ShareTokenPipe) token: string,
    @Param('id', IdPipe) id: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const visit = this.visitOf(request, token);
    return this.answer(await this.sharing.showReport(visit, id), request, response);
  }

  @Get('compare/:before/:after')
  async compare(
    @Param('token', ShareTokenPipe) token: string,
    @Param('before', IdPipe) before: number,
    @Param('after', IdPipe) after: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const visit = this.visitOf(request, token);
    return this.answer(await this.sharing.compare(visit, before, after), request, response);
  }

  @Get('badge.svg')
  async badge(
    @Param('token', ShareTokenPipe) token: string,
    @Query() { url }: BadgeQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { state, isPublic } = await this.sharing.badge(this.visitOf(request, token), url ?? null);
    const caching = isPublic ? `public, max-age=${String(BADGE_SECONDS)}` : 'no-store';
    response.status(state === 'locked' ? 403 : 200).set({
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': caching,
      // Pages of any origin may embed badges.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ...(!isPublic && { 'X-Robots-Tag': 'noindex, nofollow' }),
    });
    return badge(state);
  }

  @Post('unlock')
  async unlock(
    @Param('token', ShareTokenPipe) token: string,
    @Body() { password, next }: UnlockBody,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const target = pathBelow(token, next);
    const visit = this.visitOf(request, token);
    if (password === undefined) return locked(response, 422, { token, target, notice: 'empty' });
    const unlocking = await this.sharing.unlock(visit, password, networkOf(request));
    if (unlocking === 'wrong') return locked(response, 403, { token, target, notice: 'wrong' });
    if ('waitSeconds' in unlocking) {
      response.setHeader('Retry-After', String(unlocking.waitSeconds));
      return locked(response, 429, { token, target, notice: unlocking });
    }
    if (unlocking.cookie !== null) this.setCookie(response, visit, unlocking.cookie);
    response.status(303).set({ 'Cache-Control': 'no-store', Location: target });
    return '';
  }

  private setCookie(response: Response, { token, base }: ShareVisit, cookie: string): void {
    response.cookie(UNLOCK_COOKIE, cookie, {
      path: sharePath(token),
      maxAge: UNLOCK_SECONDS * 1000,
      httpOnly: true,
      sameSite: 'lax',
      secure: base.startsWith('https:'),
    });
  }

  private answer(shown: Shown, request: Request, response: Response): string {
    if (shown !== 'locked') return answerPage(shown.markup, shown.isPublic, { request, response });
    const { token } = request.params;
    return locked(response, 403, { token: String(token), target: request.originalUrl, notice: 'none' });
  }

  private visitOf(request: Request, token: string): ShareVisit {
    const caller = (request as { caller?: Request['caller'] }).caller;
    const cookie = parseCookies(request.headers.cookie ?? '')[UNLOCK_COOKIE] ?? null;
    const base = baseUrlOf(request, this.config);
    return { token, visitor: { accountId: caller?.account.id ?? null, cookie }, base };
  }
}

/** The password form, which must not be cached. */
function locked(
  response: Response,
  status: 403 | 422 | 429,
  { token, target, notice }: { token: string; target: string; notice: LockedNotice },
): string {
  response.status(status).set(HIDDEN_PAGE_HEADERS);
  return lockedPage(sharePath(token), target, notice);
}

/** Path to redirect to. Anything but a page of the same website is replaced by the website's page. */
function pathBelow(token: string, next: string | undefined): string {
  const home = sharePath(token);
  const url = next === undefined ? null : parsedUrl(next, 'http://here');
  if (!url) return home;
  const { origin, pathname, search } = url;
  const isBelow = origin === 'http://here' && (pathname === home || pathname.startsWith(`${home}/`));
  return isBelow ? pathname + search : home;
}
