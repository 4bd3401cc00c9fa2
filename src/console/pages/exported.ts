import { BodyInterceptor } from '../../platform/http/body.interceptor.js';
import { negotiatedBody } from '../../platform/http/listing/export/export-body.js';
import { type Listing } from '../../platform/http/listing/listing.js';
import { type Representation } from '../../platform/http/record/record-body.js';

/** Sends what a handler lists as a file, by the extension of its path. */
export function exported<Row, View extends object>(
  representation: Representation<Row, View>,
): BodyInterceptor<Listing<Row>> {
  const bodyOf = negotiatedBody(representation);
  return new BodyInterceptor<Listing<Row>>((listing, request, response) => {
    const body = bodyOf(listing, request, response);
    // It names the list of the API beside the file, which is not here.
    response.removeHeader('Link');
    response.set('Cache-Control', 'no-store');
    return body;
  });
}
