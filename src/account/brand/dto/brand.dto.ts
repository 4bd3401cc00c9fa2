import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { contrastOf, MIN_CONTRAST } from '../../../platform/pages/accent.js';
import { NullableParameter } from '../../../platform/http/rules/parameter.js';
import { OptionalText, RemovableText } from '../../../platform/http/rules/text.js';
import { MAX_LOGO_LENGTH } from '../logo.js';

const COLOR = /^#[0-9a-f]{6}$/i;

export class BrandBody {
  @RemovableText({ maxLength: 80, description: 'Shown as a name.', example: 'Blue Agency', isLabel: true })
  name?: string | null;

  @Logo() logo?: string | null;

  @OptionalText({ maxLength: 9000, description: 'As GET returns it; has no effect. Send logo to change it.' })
  logo_url?: string;

  @AccentColor() accent_color?: string | null;

  @RemovableText({
    maxLength: 200,
    description: 'An e-mail address or an http(s) URL becomes a link.',
    example: 'hello@agency.example',
    isLabel: true,
  })
  contact?: string | null;
}

function Logo(): PropertyDecorator {
  return NullableParameter(
    {
      type: 'string',
      maxLength: MAX_LOGO_LENGTH,
      description:
        'A PNG image as a data: URL, up to 1200 × 400 pixels and 200 000 bytes. Only its pixels are kept: it is encoded ' +
        'anew, without metadata.',
      example: 'data:image/png;base64,iVBORw0KGgo…',
    },
    (url) => url,
    IsString({ message: '$property must be text or null.' }),
    MaxLength(MAX_LOGO_LENGTH, { message: '$property must be at most 200000 bytes before base64.' }),
  );
}

function AccentColor(): PropertyDecorator {
  const message = `$property must have a contrast of at least ${String(MIN_CONTRAST)} to 1 on white. Send a darker color.`;
  return applyDecorators(
    RemovableText({
      maxLength: 7,
      description: 'Of links and buttons: #rrggbb, with a contrast of at least 4.5 to 1 on white.',
      example: '#0b57a4',
    }),
    ValidateBy({
      name: 'contrast',
      validator: {
        validate: (value) =>
          typeof value !== 'string' || !COLOR.test(value) || contrastOf(value, '#ffffff') >= MIN_CONTRAST,
        defaultMessage: () => message,
      },
    }),
    Matches(COLOR, { message: '$property must be a color such as #0b57a4.' }),
  );
}
