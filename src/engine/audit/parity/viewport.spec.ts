import { aPage } from '../example-page.js';
import { fitsPhones } from './viewport.js';

describe('fitsPhones', () => {
  it.each([
    ['width=device-width, initial-scale=1', true],
    ['width=device-width', true],
    ['initial-scale=1', true],
    ['width=320', true],
    ['WIDTH=device-width', false],
    ['width=DEVICE-WIDTH', true],
    ['width=0', false],
    ['width=wide', false],
    ['width=', false],
    ['width', false],
    ['', false],
    ['width=device-width, initial-scale=0.9', false],
    ['width=device-width, initial-scale=1.0x', true],
    ['width=device-width, initial-scale=none', false],
    ['width=device-width, initial-scale=yes', true],
    ['initial-scale=yes', false],
    ['width=device-width; initial-scale=1', true],
    ['width=device-width initial-scale=0.5', false],
    ['width = device-width', true],
    ['=width==320', true],
    ['width more=320', true],
    ['width=320, width=0', false],
    ['height=320', false],
  ])('is decided by the content %p: %p', (content, fits) => {
    expect(fitsPhones(aPage({ html: `<head><meta name="Viewport" content="${content}"></head>` }))).toBe(
      fits,
    );
  });

  it.each([
    ['there is none', '<head></head>'],
    ['it is in the body', '<body><p></p><meta name="viewport" content="width=device-width"></body>'],
    ['it has no content', '<head><meta name="viewport"></head>'],
    ['the first one does not', '<meta name="viewport"><meta name="viewport" content="width=device-width">'],
  ])('is false where %s', (_, html) => {
    expect(fitsPhones(aPage({ html }))).toBe(false);
  });

  it('reads a content of megabytes', () => {
    const content = 'a='.repeat(1e6) + ',width=1';
    expect(fitsPhones(aPage({ html: `<head><meta name="viewport" content="${content}"></head>` }))).toBe(
      true,
    );
  });
});
