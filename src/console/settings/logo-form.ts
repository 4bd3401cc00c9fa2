import { BrandBody } from '../../account/brand/dto/brand.dto.js';
import { type ParameterErrors } from '../../platform/errors/problems.js';
import { type FormRules } from '../forms/form.decorator.js';

/** A logo as a file. The API takes it as a `data:` URL. */
export const LOGO: FormRules<BrandBody> = {
  dto: BrandBody,
  fieldsOf: ({ logo }) =>
    Buffer.isBuffer(logo) ? { logo: `data:image/png;base64,${logo.toString('base64')}` } : {},
  faultsOf: ({ logo }): ParameterErrors => (Buffer.isBuffer(logo) ? {} : { logo: ['Choose a file.'] }),
};
