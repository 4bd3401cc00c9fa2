import { type Type } from '@nestjs/common';
import { type OpenAPIObject } from '@nestjs/swagger';

/** What a feature adds to the document beside the operations of its routes. */
export interface DocumentExtension {
  /** Views whose schemas it refers to. */
  readonly views: () => readonly Type[];
  /** @param document has the routes and the schemas, but no examples yet */
  readonly extend: (document: OpenAPIObject) => OpenAPIObject;
}

const extensions: DocumentExtension[] = [];

/** Registers an extension, which then is a part of every document. */
export function extendDocument(extension: DocumentExtension): void {
  extensions.push(extension);
}

export function viewsOfExtensions(): Type[] {
  return extensions.flatMap(({ views }) => views());
}

export function withExtensions(document: OpenAPIObject): OpenAPIObject {
  return extensions.reduce((extended, { extend }) => extend(extended), document);
}
