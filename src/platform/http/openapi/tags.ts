import { ApiTags, type OpenAPIObject } from '@nestjs/swagger';

interface Tag {
  readonly name: string;
  readonly description: string;
  /** Place among all tags, from 1 on. */
  readonly place: number;
}

const tags: Tag[] = [];

/** Gives the routes of a controller a tag, and describes it. Further controllers of the tag have `@ApiTags(name)`. */
export function ApiDescribedTag(tag: Tag): ClassDecorator {
  tags.push(tag);
  return ApiTags(tag.name);
}

/** Of all features, for the document. */
export function describedTags(): NonNullable<OpenAPIObject['tags']> {
  const inOrder = tags.toSorted((one, other) => one.place - other.place);
  return inOrder.map(({ name, description }) => ({ name, description }));
}
