import { type INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

const DESCRIPTION = `Grades web pages: post the address of a page, get a score from 0 to 100, a result and findings
that say what to fix, where and why. Every answer that is no success is application/problem+json (RFC 9457).`;

/** Serves the OpenAPI 3.1 document at /openapi.json and Swagger UI at /docs. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Pagegrade API',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true, tryItOutEnabled: true },
  });
}

export function openApiDocument(app: INestApplication): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Pagegrade')
    .setDescription(DESCRIPTION.replaceAll('\n', ' '))
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key.' }, 'key')
    .addSecurityRequirements('key')
    .addTag('Reports', 'Audits of single pages.')
    .addTag('Websites', 'Domains that there are reports of.')
    .addTag('Account', 'Whose data it is.')
    .addTag('Health', 'For load balancers.')
    .build();
  return SwaggerModule.createDocument(app, base);
}
