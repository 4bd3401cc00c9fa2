import { candidatesIn, type ImageCandidate } from './srcset.js';

const candidate = (address: string, parts: Partial<ImageCandidate> = {}): ImageCandidate => ({
  address,
  width: null,
  density: null,
  ...parts,
});

describe('candidatesIn', () => {
  it.each([
    ['', []],
    [' , ', []],
    ['/a.webp', [candidate('/a.webp')]],
    ['/a.webp 1.5x', [candidate('/a.webp', { density: 1.5 })]],
    ['/a 400w,/b 800w', [candidate('/a', { width: 400 }), candidate('/b', { width: 800 })]],
    ['/a 400w 300h', [candidate('/a', { width: 400 })]],
    ['\n/a\t2x ,\n/b', [candidate('/a', { density: 2 }), candidate('/b')]],
    ['/a, /b,, /c', [candidate('/a'), candidate('/b'), candidate('/c')]],
    ['/w_400,h_300/a 2x, /b', [candidate('/w_400,h_300/a', { density: 2 }), candidate('/b')]],
    ['/a,/b', [candidate('/a,/b')]],
    ['data:image/gif;base64,R0 1x', [candidate('data:image/gif;base64,R0', { density: 1 })]],
    ['/a 0w, /b 1.5w, /c 1.2.3x, /d large, /e 1x 2x', []],
  ])('reads %j', (srcset, expected) => {
    expect(candidatesIn(srcset)).toEqual(expected);
  });
});
