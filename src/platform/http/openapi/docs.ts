import { type INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Request } from 'express';
import { withExamples } from './examples.js';
import { withExports } from './exports.js';
import { viewsOfExtensions, withExtensions } from './extensions.js';
import { withFormsFirst } from './forms-first.js';
import { forGenerators } from './for-generators.js';
import { VERSION } from '../../../basics/version.js';
import { emptyForms } from './empty-forms.js';
import { withHeaderReferences } from './header-references.js';
import { withObjectNames } from './object-names.js';
import { Problem, WarningView } from './problem.view.js';
import { problemExamples } from './responses.js';
import { withShortResponses } from './short-responses.js';
import { smallSubtrees } from './small-subtrees.js';
import { describedTags } from './tags.js';
import { withSharedParts } from './shared-parts.js';

/** By which a process recognizes another one. */
export const API_TITLE = 'Pagegrade';
const DESCRIPTION =
  'Grades web pages: post the URL of a page, get a score from 0 to 100, a result, and findings that say what to fix, ' +
  'where and why. Every error is application/problem+json (RFC 9457).';

/** Serves the OpenAPI 3.1 document at /openapi.json and Swagger UI at /docs. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Pagegrade API',
    patchDocumentOnRequest: (request, _response, document) =>
      (request as Request).url.endsWith('.json') ? document : withShortResponses(withFormsFirst(document)),
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      plugins: [emptyForms, smallSubtrees],
    },
  });
}

export function openApiDocument(app: INestApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(API_TITLE)
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'opaque',
        description:
          'An API key. The start of the service prints the first one, unless `API_KEY` sets it; `POST /api/v1/keys`, the console and ' +
          'the command `keys create` make others.',
      },
      'key',
    )
    .addSecurityRequirements('key')
    .build();
  const extraModels = [Problem, WarningView, ...viewsOfExtensions()];
  const document = withExtensions(
    withObjectNames(
      withSharedParts(SwaggerModule.createDocument(app, { ...base, tags: describedTags() }, { extraModels })),
    ),
  );
  const components = { ...document.components, examples: problemExamples() };
  const plain = forGenerators({ ...document, components });
  return withHeaderReferences(withExports(withExamples(plain)));
}
