import { type Browser } from 'playwright-core';
import { DEVICES } from '../../../src/engine/rendering/device.js';
import { type Screenshot } from '../../../src/engine/rendering/rendering.js';
import { allBrowsers, startBrowser } from '../../support/browser.js';
import { render, rendererFor } from '../../support/renderer.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

/** Four colored corners, so that a cropped, scaled or padded picture has other colors there. */
const PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><title>Corners</title>
<style>
  body { margin: 0 }
  main { position: relative; height: 2000px }
  i { position: absolute; width: 40px; height: 40px }
</style>
<main>
  <i style="left:0;top:0;background:rgb(255 0 0)"></i><i style="right:0;top:0;background:rgb(0 255 0)"></i>
  <i style="left:0;bottom:0;background:rgb(0 0 255)"></i><i style="right:0;bottom:0;background:rgb(0 0 0)"></i>
</main>`;

const SIZES = {
  mobile: { viewport: [721, 1440], full: [721, 3500] },
  desktop: { viewport: [1350, 940], full: [1350, 2000] },
};

/** Its first screen is plain; what follows takes more without loss than a browser may send at once. */
const PHOTOGRAPHS = `<!doctype html><meta name="viewport" content="width=device-width"><title>Photographs</title>
<style>body { margin: 0 } canvas { display: block; margin-top: 1200px; width: 1350px; height: 3200px }</style>
<canvas width="1350" height="3200"></canvas><script>
  const context = document.querySelector('canvas').getContext('2d');
  const image = context.createImageData(1350, 3200);
  const words = new Uint32Array(image.data.buffer);
  let seed = 1;
  for (let at = 0; at < words.length; at++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    words[at] = seed | 0xff000000;
  }
  context.putImageData(image, 0, 0);
</script>`;

let site: StrangerSite;
let decoder: Browser;

beforeAll(async () => {
  site = await strangerSite(({ url }, response) => {
    const page = url === '/photographs' ? PHOTOGRAPHS : PAGE;
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  decoder = await startBrowser();
});

afterAll(async () => {
  await decoder.close();
  await site.close();
});

/** Size and corners of a picture, read by a browser. */
async function decoded({ webp }: Screenshot): Promise<{ size: number[]; corners: string[] }> {
  const page = await decoder.newPage();
  const url = `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`;
  const found = await page.evaluate<{ size: number[]; corners: string[] }>(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(url)};
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context.drawImage(image, 0, 0);
    const at = (x, y) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3).map((c) => c > 127 ? 1 : 0).join('');
    return {
      size: [width, height],
      corners: [at(5, 5), at(width - 5, 5), at(5, height - 5), at(width - 5, height - 5)],
    };
  })()`);
  await page.close();
  return found;
}

it.each(DEVICES)(
  'pictures of a %s have the pixels of the device and the size that is stored, by every browser',
  async (device) => {
    const browsers = await allBrowsers();
    expect(browsers.length).toBeGreaterThan(0);
    for (const [name, program] of browsers) {
      const renderer = await rendererFor({ allowed: [site.target], program, rules: 'layout' });
      const { viewport, full, facts } = await render(renderer, site.origin, 1, device);
      await renderer.close();
      expect({ name, error: facts.error }).toEqual({ name, error: null });
      if (!viewport || !full) throw new Error(`No pictures by ${name}`);
      expect([viewport.width, viewport.height]).toEqual(SIZES[device].viewport);
      expect([full.width, full.height]).toEqual(SIZES[device].full);
      expect(await decoded(viewport)).toEqual({
        size: SIZES[device].viewport,
        corners: ['100', '010', '111', '111'],
      });
      expect(await decoded(full)).toEqual({
        size: SIZES[device].full,
        corners: ['100', '010', '001', '000'],
      });
    }
  },
);

it('pictures of long photographs below a plain screen lose quality, and nothing else is lost', async () => {
  const renderer = await rendererFor({ allowed: [site.target] });
  const { full, facts, document } = await render(renderer, `${site.origin}/photographs`, 1, 'desktop');
  await renderer.close();
  expect(facts.error).toBeNull();
  expect([full?.width, full?.height]).toEqual([1350, 4400]);
  expect(document?.bestPractices?.fault).toBeNull();
});
