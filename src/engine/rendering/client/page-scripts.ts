import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BLOCK_ELEMENTS } from '../../audit/dom/block-elements.js';
import { LAYOUT_RULES } from '../../audit/layout-rules.js';
import { ACCESSIBILITY_AUDITS } from '../../audit/parity/accessibility.js';
import { type AxeRules } from '../client-messages.js';
import { type Device } from '../device.js';
import { MAX_CHARACTERS, MAX_URL_CHARACTERS } from '../rendering.js';
import { NOT_LOADED } from '../../page-loader/proxied-headers.js';

/** The largest document that an audit can hold. */
const MAX_ELEMENTS = 165_000;
/** Characters of a document per message. */
export const PART_CHARACTERS = 512 * 1024;
/** Nodes whose event listeners are read. */
const MAX_LISTENING_NODES = 500;

/** Of a document whose accessibility is judged by all rules. */
const MAX_JUDGED_ELEMENTS = 30_000;
/** After this time, no further rule of axe-core begins. */
const BEGIN_RULES_MS = 10_000;
/** Of a document whose images are judged. */
const MAX_IMAGES = 5000;
/** For loading those again that have several sources. They are there already. */
const LOAD_IMAGES_MS = 2000;
const MAX_INPUTS = 1000;
const MAX_SELECTOR_CHARACTERS = 1000;
const PASTE_MS = 1000;
/** Of idle times that callbacks may use: 40 ms, divided by how much slower the simulated processor is. */
const IDLE_MS: Readonly<Record<Device, number>> = { mobile: 10, desktop: 40 };
/** For finding out which style rules are used. */
const READ_RULES_MS = 500;

/** Scripts that run in pages, in an isolated world: pages share its documents, but not its globals. */
export class PageScripts {
  /** To be run in each new document before its own scripts. */
  readonly observe =
    readFileSync(createRequire(import.meta.url).resolve('web-vitals'), 'utf8') + own('observe');
  /** To be run before {@link measure}. */
  readonly axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  /** To be run before {@link collect}. */
  readonly placeholders = own('placeholders')
    .replace('MAX_ELEMENTS;', `${String(MAX_ELEMENTS)};`)
    .replace('MAX_NODES;', `${String(MAX_LISTENING_NODES)};`);
  private readonly measuring = own('measure')
    .replace('LAYOUT_RULES;', `${JSON.stringify(Object.values(LAYOUT_RULES))};`)
    .replace('MAX_ELEMENTS;', `${String(MAX_JUDGED_ELEMENTS)};`)
    .replace('MAX_MS;', `${String(BEGIN_RULES_MS)};`);
  readonly inputs = own('inputs')
    .replace('MAX_INPUTS;', `${String(MAX_INPUTS)};`)
    .replace('MAX_MS;', `${String(PASTE_MS)};`);
  /** A function to be called on an element. */
  readonly selector = own('selector')
    .replace(/;\n$/, '')
    .replace('MAX_CHARACTERS;', `${String(MAX_SELECTOR_CHARACTERS)};`);
  private readonly imaging = own('images')
    .replace('MAX_ELEMENTS;', `${String(MAX_JUDGED_ELEMENTS)};`)
    .replace('MAX_IMAGES;', `${String(MAX_IMAGES)};`)
    .replace('MAX_MS;', `${String(LOAD_IMAGES_MS)};`);
  readonly rules = own('rules').replace('MAX_MS;', `${String(READ_RULES_MS)};`);
  private readonly collecting = own('collect')
    .replace('BLOCKS)', `${JSON.stringify(BLOCK_ELEMENTS)})`)
    .replace('MAX_ELEMENTS;', `${String(MAX_ELEMENTS)};`)
    .replace('NOT_LOADED;', `${JSON.stringify(NOT_LOADED)};`)
    .replace('MAX_CHARACTERS;', `${String(MAX_CHARACTERS)};`)
    .replace('PART_CHARACTERS;', `${String(PART_CHARACTERS)};`)
    .replace('MAX_URL;', `${String(MAX_URL_CHARACTERS)};`);

  /** To be run in each new document before its own scripts, in its world. Simulation makes tasks longer, so what Chromium
   *  leaves to idle times would be long tasks.
   *  @see https://github.com/GoogleChrome/lighthouse/blob/v12.8.2/core/gather/driver/prepare.js */
  idle(device: Device): string {
    return own('idle').replace('MAX_MS;', `${String(IDLE_MS[device])};`);
  }

  measure(rules: AxeRules): string {
    const audits = rules === 'lighthouse' ? ACCESSIBILITY_AUDITS : [];
    return this.measuring.replace('AUDITS;', `${JSON.stringify(audits)};`);
  }

  /** @param svgFiles URLs of images that have no pixels, whatever their names say */
  images(svgFiles: readonly string[]): string {
    return this.imaging.replace('SVG_FILES)', () => `${JSON.stringify(svgFiles)})`);
  }

  /** @param mark name of the attribute with which it marks elements */
  collect(mark: string): string {
    return this.collecting.replace('MARK;', `${JSON.stringify(mark)};`);
  }
}

function own(name: string): string {
  return readFileSync(new URL(`./page-scripts/${name}.js`, import.meta.url), 'utf8');
}
