// Reads the images of a document whose content is stretched to their boxes, in an isolated world: their boxes and the
// sizes of their files. MAX_ELEMENTS, MAX_IMAGES, MAX_MS and SVG_FILES are replaced by literals.
// The result is {viewport, images}, or null if there are too many elements or images.
(async () => {
  const maxElements = MAX_ELEMENTS;
  const maxImages = MAX_IMAGES;
  const maxMs = MAX_MS;
  const maxSources = 200;
  const maxLength = 1e9;
  const svgFiles = new Set(SVG_FILES);
  const shadowRootOf = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot').get;
  const newWalker = Document.prototype.createTreeWalker;

  const imagesIn = () => {
    const roots = [document];
    const found = [];
    let elements = 0;
    for (const root of roots) {
      const walker = newWalker.call(document, root, NodeFilter.SHOW_ELEMENT);
      for (let element = walker.nextNode(); element; element = walker.nextNode()) {
        if (++elements > maxElements || found.length > maxImages) return null;
        if (element.localName === 'img' && element instanceof HTMLImageElement) found.push(element);
        const shadowRoot = shadowRootOf.call(element);
        if (shadowRoot) roots.push(shadowRoot);
      }
    }
    return found.length > maxImages ? null : found;
  };

  const isSvgByName = (src) => {
    try {
      const { protocol, pathname } = new URL(src);
      return protocol === 'data:' ? /^image\/svg\+xml[;,]/.test(pathname) : /\.svg$/i.test(pathname);
    } catch {
      return false;
    }
  };

  // The natural size of an image with several sources is divided by the density of the one that was chosen.
  const hasSources = (image) => image.srcset !== '' || image.parentElement?.tagName === 'PICTURE';
  const loadedSize = (src) =>
    new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
      image.onerror = () => resolve(null);
      image.src = src;
    });
  const sizesOf = async (images) => {
    const sizes = new Map();
    const sources = new Set(images.filter(hasSources).map(({ currentSrc }) => currentSrc));
    const loading = [...sources].slice(0, maxSources).map(async (src) => {
      sizes.set(src, await loadedSize(src));
    });
    await Promise.race([Promise.all(loading), new Promise((resolve) => setTimeout(resolve, maxMs))]);
    return sizes;
  };

  // A page may transform an element to any place.
  const bounded = (length) => Math.min(maxLength, Math.max(-maxLength, length || 0));
  const factsOf = (image, file) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    const isPixelArt = ['pixelated', 'crisp-edges'].includes(getComputedStyle(image).imageRendering);
    return {
      fileWidth: file.width,
      fileHeight: file.height,
      width: image.width,
      height: image.height,
      top: bounded(top),
      bottom: bounded(bottom),
      left: bounded(left),
      right: bounded(right),
      hasOwnResolution: isPixelArt || / \d+(\.\d+)?x/.test(image.srcset) || svgFiles.has(image.currentSrc),
    };
  };

  const all = imagesIn();
  if (!all) return null;
  const stretched = all.filter(
    (image) => !isSvgByName(image.currentSrc) && getComputedStyle(image).objectFit === 'fill',
  );
  const sizes = await sizesOf(stretched);
  const images = stretched.flatMap((image) => {
    const file = hasSources(image)
      ? sizes.get(image.currentSrc)
      : { width: image.naturalWidth, height: image.naturalHeight };
    return file ? [factsOf(image, file)] : [];
  });
  return { viewport: { width: innerWidth, height: innerHeight, scale: devicePixelRatio }, images };
})();
