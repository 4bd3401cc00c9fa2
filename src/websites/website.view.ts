import { ApiProperty } from '@nestjs/swagger';
import { type Privacy, type Website } from './website.entity.js';

/** A website as the API answers it. */
export class WebsiteView {
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  @ApiProperty({ type: 'string', description: 'Lower-case ASCII.', example: 'example.com' })
  domain!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 12 })
  reports_count!: number;

  @ApiProperty({
    type: 'number',
    nullable: true,
    minimum: 0,
    maximum: 100,
    description: 'Average score of the completed reports, to two decimals; null where there are none.',
    example: 81.25,
  })
  reports_avg_score!: number | null;

  @ApiProperty({
    type: 'integer',
    enum: [0, 1, 2],
    description: '0 public, 1 private, 2 password.',
    example: 1,
  })
  privacy!: Privacy;

  @ApiProperty({
    type: 'boolean',
    description: 'Whether a password is stored. The password is never returned.',
  })
  password_set!: boolean;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    description:
      'Stable address that is set aside for the page of this website for people without a key. There is no page ' +
      'yet: until there is, it answers 404 whatever the privacy.',
    example: 'https://pagegrade.example.com/s/5nQ0t2n1Q3yq3yq1y3yq3w',
  })
  share_url!: string;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T15:23:29.123Z' })
  created_at!: string;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T15:23:29.123Z' })
  updated_at!: string;
}

/** @param base of absolute links, without a trailing slash */
export function websiteView(website: Website, base: string): WebsiteView {
  return {
    id: website.id,
    domain: website.domain,
    reports_count: website.reports_count,
    reports_avg_score: website.reports_avg_score,
    privacy: website.privacy,
    password_set: website.password_hash !== null,
    share_url: `${base}/s/${website.share_token}`,
    created_at: website.created_at.toISOString(),
    updated_at: website.updated_at.toISOString(),
  };
}
