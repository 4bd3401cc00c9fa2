import { BrandBody } from '../../account/brand/dto/brand.dto.js';
import { type ParameterErrors } from '../../platform/errors/problems.js';
import { type FormRules } from '../forms/form.decorator.js';

const PREFIX = 'data:image/png;base64,';
/** As the API has it. */
const MAX_BYTES = 200_000;

/** A logo as a file. The API takes it as a `data:` URL. */
export const LOGO: FormRules<BrandBody> = {
  dto: BrandBody,
  fieldsOf: ({ logo }) =>
    faultOf(logo) === null && Buffer.isBuffer(logo) ? { logo: PREFIX + logo.toString('base64') } : {},
  faultsOf: ({ logo }): ParameterErrors => {
    const fault = faultOf(logo);
    return fault === null ? {} : { logo: [fault] };
  },
};

function faultOf(logo: unknown): string | null {
  if (!Buffer.isBuffer(logo)) return 'Choose a file.';
  if (logo.length <= MAX_BYTES) return null;
  return `The file is too large: it has ${kilobytes(logo.length)}, and a logo may have ${kilobytes(MAX_BYTES)}. Use fewer colors or pixels.`;
}

/** Rounded up, so that a size above a limit never looks like the limit. */
function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`;
}
