import { ApiProperty } from '@nestjs/swagger';
import {
  MAX_ITEMS,
  type Opportunity,
  OPPORTUNITY_IDS,
  type OpportunityId,
  type OpportunityItem,
} from '../../engine/rendering/opportunities.js';
import { CountField, EnumField, StringField } from '../../platform/http/openapi/fields.js';

export class OpportunityItemView implements OpportunityItem {
  @StringField(500, {
    nullable: true,
    description: 'Of a request, cut off at 500 characters.',
    example: 'https://example.com/hero.jpg',
  })
  url!: string | null;

  @StringField(1000, { nullable: true, description: 'CSS selector of an element.', example: '#hero > img' })
  selector!: string | null;

  @CountField({ nullable: true, description: 'Over the network.', example: 412_300 })
  bytes!: number | null;

  @CountField({ nullable: true, description: 'Estimated.', example: 310_000 })
  savings_bytes!: number | null;

  @CountField({ nullable: true, description: 'What it takes.', example: 640 })
  ms!: number | null;

  @StringField(1000, {
    nullable: true,
    description: 'What is wrong with it.',
    example: 'Sent as 2400 × 1600 pixels, shown as 600 × 400.',
  })
  detail!: string | null;
}

/** What would make the page faster. */
export class OpportunityView implements Opportunity {
  @EnumField(OPPORTUNITY_IDS, {
    description: 'By Lighthouse’s ids, without their ending -insight.',
    example: 'image-delivery',
  })
  id!: OpportunityId;

  @StringField(1000, { description: 'For people.', example: '3 images could be smaller.' })
  message!: string;

  @CountField({
    nullable: true,
    description:
      'How much earlier the first or the largest contentful paint would come, whichever is more, on the device that is simulated (document-latency and font-display: as observed). Null if that is not estimated.',
    example: 450,
  })
  savings_ms!: number | null;

  @CountField({ nullable: true, description: 'Estimated.', example: 512_000 })
  savings_bytes!: number | null;

  @ApiProperty({
    type: () => [OpportunityItemView],
    maxItems: MAX_ITEMS,
    description: 'Those that matter most.',
  })
  items!: readonly OpportunityItem[];
}
