import { type INestApplication } from '@nestjs/common';
import { emptyForms } from './empty-forms.js';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

const DESCRIPTION = `Grades web pages: post the address of a page, get a score from 0 to 100, a result and findings
that say what to fix, where and why. Every answer that is no success is application/problem+json (RFC 9457).`;

/** Serves the OpenAPI 3.1 document at /openapi.json and Swagger UI at /docs. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Pagegrade API',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      plugins: [emptyForms],
    },
  });
}

export function openApiDocument(app: INestApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Pagegrade')
    .setDescription(DESCRIPTION.replaceAll('\n', ' '))
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'opaque',
        description: 'An API key, as "keys create" prints it.',
      },
      'key',
    )
    .addSecurityRequirements('key')
    .addTag('Reports', 'Audits of single pages.')
    .addTag('Websites', 'Domains that there are reports of.')
    .addTag('Account', 'Whose data it is.')
    .build();
  const document = SwaggerModule.createDocument(app, base);
  const server = { url: '/', description: 'This very service, local or production.', 'x-internal': false };
  return { ...document, servers: [server] };
}
