import { ApiProperty } from '@nestjs/swagger';
import {
  EnumField,
  CountField,
  BooleanField,
  IdField,
  DateTimeField,
  UrlField,
  StringField,
} from '../platform/http/openapi/fields.js';
import { type Privacy, type Website } from './website.entity.js';
import { sharePath } from './share-path.js';

/** A website. */
export class WebsiteView {
  @IdField({ example: 3 }) id!: number;

  @StringField(255, { description: 'Lower-case ASCII.', example: 'example.com' }) domain!: string;

  @CountField({ example: 12 }) reports_count!: number;

  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    maximum: 100,
    description: 'Average score of the completed reports, rounded to two decimals; null if there are none.',
    example: 81.25,
  })
  reports_avg_score!: number | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    maximum: 100,
    description:
      'Average over the pages of the website, each with the score of its latest completed report, rounded to two ' +
      'decimals; null if there are none.',
    example: 84.5,
  })
  score!: number | null;

  @EnumField([0, 1, 2], { description: '0 public, 1 private, 2 password.', example: 1 }) privacy!: Privacy;

  @BooleanField({ description: 'Whether a password is set. The password is never returned.' })
  password_set!: boolean;

  @UrlField({
    description:
      'Page of this website for people without a key. Public: anyone with the URL. Private: 404, as if it did not ' +
      'exist. Password: a form that asks for it. Stable until POST …/share-url creates a new one.',
    example: 'https://pagegrade.example.com/s/5f0c1d9e7a3b42c8a6d4e2f10b9c8d7e',
  })
  share_url!: string;

  @UrlField({
    description:
      'Image of `score`; with "?url=", of the latest score of that page. Same access as share_url.',
    example: 'https://pagegrade.example.com/s/5f0c1d9e7a3b42c8a6d4e2f10b9c8d7e/badge.svg',
  })
  badge_url!: string;

  @DateTimeField() created_at!: string;

  @DateTimeField() updated_at!: string;
}

/** @param base of absolute links, without a trailing slash */
export function websiteView(website: Website, base: string): WebsiteView {
  return {
    id: website.id,
    domain: website.domain,
    reports_count: website.reportsCount,
    reports_avg_score: website.reportsAvgScore,
    score: website.score,
    privacy: website.privacy,
    password_set: website.passwordHash !== null,
    share_url: base + sharePath(website.shareToken),
    badge_url: `${base}${sharePath(website.shareToken)}/badge.svg`,
    created_at: website.createdAt.toISOString(),
    updated_at: website.updatedAt.toISOString(),
  };
}
