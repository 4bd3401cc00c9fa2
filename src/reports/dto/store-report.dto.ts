import { targetFault } from '../../engine/page-loader/target.js';
import { BySettings } from '../../platform/http/rules/settings-rule.js';
import { RequiredText } from '../../platform/http/rules/text.js';
import { RENDER_MODES, type RenderMode } from '../../engine/grading/render-mode.js';
import { OneOf } from '../../platform/http/rules/choices.js';
import { type Device, DEVICES } from '../../engine/rendering/device.js';
import { LOAD_RUNS, type LoadRuns } from '../../engine/rendering/load-runs.js';
import { Integer } from '../../platform/http/rules/number.js';

export class StoreReportBody {
  @BySettings(targetFault)
  @RequiredText({
    maxLength: 2048,
    description:
      'Absolute http or https URL of the page: a public domain name, port 80 or 443, no credentials, no white space. ' +
      'Other ports only if the setting ALLOWED_PORTS or, as other hosts, ALLOWED_TARGETS lists them.',
    example: 'https://example.com/',
  })
  url!: string;

  @Integer({
    min: 0,
    max: 31_536_000,
    default: 0,
    description:
      'Maximum age in seconds: returns (200) the newest completed report of the same url, render, device and runs if it is ' +
      'no older; 0: always a new report. More than 0 also needs the scope reports:read.',
  })
  max_age = 0;

  @OneOf(RENDER_MODES, {
    description:
      'Whether a browser renders the page before it is audited. auto: if its document is a shell that scripts fill. ' +
      'never: the document is audited as it was sent; what the scripts of a shell may add does not count. ' +
      'Default: the setting DEFAULT_RENDER, which is auto unless it was changed.',
  })
  render?: RenderMode;

  // No default value: repeated requests of version 1.0.0 are recognized by what they hold.
  @OneOf(DEVICES, { description: 'The device that the browser emulates.', default: 'mobile' })
  device?: Device;

  @OneOf(LOAD_RUNS, {
    description:
      'How often the browser loads the page to measure its performance: the report has the load that is nearest to the ' +
      'medians, and how far the scores of all of them lie apart. Pages that are not rendered are loaded once.',
    default: 1,
  })
  runs?: LoadRuns;
}
