import { type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { type Observable } from 'rxjs';
import { BodyInterceptor } from '../../body.interceptor.js';
import { type Representation } from '../../record/record-body.js';
import { listingBody } from '../listing-body.js';
import { type Listing } from '../listing.js';
import { negotiatedBody } from './export-body.js';
import { hasExports } from './export-format.js';

/** Sends a {@link Listing} as a page of JSON, or as an export if the list has exports and the client asks for one. */
export class ListingInterceptor<Row, View extends object> implements NestInterceptor<Listing<Row>, unknown> {
  private readonly page: BodyInterceptor<Listing<Row>>;
  private readonly negotiated: BodyInterceptor<Listing<Row>>;

  constructor(representation: Representation<Row, View>) {
    this.page = new BodyInterceptor(listingBody(representation.view));
    this.negotiated = new BodyInterceptor(negotiatedBody(representation));
  }

  intercept(context: ExecutionContext, next: CallHandler<Listing<Row>>): Observable<unknown> {
    const body = hasExports(context.getHandler()) ? this.negotiated : this.page;
    return body.intercept(context, next);
  }
}
