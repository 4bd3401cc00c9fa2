import { type RenderMode } from '../../engine/grading/render-mode.js';
import { type Html } from '../../platform/pages/html.js';
import { type Refusal } from '../forms/refusal.js';
import { type Option, selectField } from './form-parts.js';

/** When a browser renders pages. */
export const RENDER_WORDS: Readonly<Record<RenderMode, string>> = {
  auto: 'Where scripts make the page',
  always: 'Always',
  never: 'Never',
};

/** Of what does not exist yet. */
const BY_SETTING: Option = ['', 'As this service is set'];

/** @param stored null: there is nothing yet, so the setting is offered, too */
export function renderField(stored: RenderMode | null, refused: Refusal | null): Html {
  const options = Object.entries(RENDER_WORDS);
  return selectField({
    ...{ name: 'render', label: 'In a browser', refused },
    options: stored === null ? [BY_SETTING, ...options] : options,
    value: stored ?? '',
    hint: 'Web Vitals, and most of what Lighthouse says, come from a browser only.',
  });
}
