/** How a page came about, which decides how much of it scripts make. */
export type WholeKind = 'documentation' | 'template' | 'application';

/** A package whose pages are served with their style sheets, scripts, images and fonts. */
export interface WholeSource {
  /** A Debian package, or an npm package with its version. */
  readonly package: string;
  readonly kind: WholeKind;
  /** Document root: an absolute path, or one inside the npm package. */
  readonly root: string;
  /** Which files are pages, by their path from the root. */
  readonly files: RegExp;
  /** How many pages to take, spread evenly over the files. */
  readonly pages: number;
}

const HTML = /\.x?html?(\.[a-z.-]+)?$/;

function debian(name: string, root: string, pages: number): WholeSource {
  return { package: name, kind: 'documentation', root, files: HTML, pages };
}

function template(name: string, root: string, files: RegExp, pages: number): WholeSource {
  return { package: name, kind: 'template', root, files, pages };
}

function application(name: string, root: string, files: RegExp = /^index\.html$/): WholeSource {
  return { package: name, kind: 'application', root, files, pages: 3 };
}

/** Documentation that is not part of the corpus without resources: younger themes, and pages that scripts work on. */
export const MORE_DOCUMENTATION: readonly WholeSource[] = [
  debian('python-attr-doc', '/usr/share/doc/python-attr-doc/html', 4),
  debian('python-pytest-doc', '/usr/share/doc/python-pytest-doc/html', 4),
  debian('python-jinja2-doc', '/usr/share/doc/python-jinja2-doc/html', 4),
  debian('haproxy-doc', '/usr/share/doc/haproxy/html', 3),
  debian('cmake-doc', '/usr/share/doc/cmake-data/html', 4),
  debian('doxygen-doc', '/usr/share/doc/doxygen/html', 4),
  debian('php-twig-doc', '/usr/share/doc/php-twig/manual', 4),
  debian('libjs-jquery-ui-docs', '/usr/share/doc/libjs-jquery-ui-docs/examples', 6),
  debian('buildbot-doc', '/usr/share/doc/buildbot/html', 4),
];

/** Websites, dashboards and demonstrations made by hand, on a dozen style sheet libraries. */
export const TEMPLATES: readonly WholeSource[] = [
  template('admin-lte@2.4.18', '.', /^(index|starter|pages\/).*\.html$/, 9),
  template('gentelella@4.2.0', 'dist', HTML, 9),
  template('tabler-ui@0.0.34', 'dist', HTML, 9),
  template('startbootstrap-sb-admin-2@4.1.4', '.', /^[^/]+\.html$/, 5),
  template('startbootstrap-sb-admin-2-bs5@4.1.5', '.', /^[^/]+\.html$/, 4),
  template('startbootstrap-sb-admin@7.0.7', 'dist', HTML, 5),
  template('startbootstrap-creative@7.0.7', 'dist', HTML, 1),
  template('startbootstrap-resume@7.0.6', 'dist', HTML, 1),
  template('startbootstrap-simple-sidebar@6.0.6', 'dist', HTML, 1),
  template('sb-admin-2@3.3.8', '.', /^pages\/.*\.html$/, 4),
  template('@creative-tim-official/argon-dashboard@2.0.4', '.', HTML, 6),
  template(
    '@creative-tim-official/argon-dashboard-free@1.2.0',
    '.',
    /^(index|examples\/.*|docs\/.*)\.html$/,
    6,
  ),
  template('material-kit@2.0.4', '.', HTML, 5),
  template('shards-ui@3.0.0', 'dist', HTML, 3),
  template('webslides@1.5.0', '.', HTML, 5),
  template('impress.js@1.1.0', '.', /^index\.html$/, 1),
  template('reveal.js@6.0.2', '.', HTML, 2),
  template('html5-boilerplate@9.0.1', 'dist', HTML, 2),
  template('skeleton-css@2.0.4', '.', HTML, 1),
  template('topcoat@0.7.5', '.', /^demo\//, 3),
  template('semantic-ui@2.5.0', '.', /^examples\/.*\.html$/, 8),
  template('uikit@3.25.25', '.', /^tests\/.*\.html$/, 8),
  template('owl.carousel@2.3.4', '.', /^docs\/.*\.html$/, 5),
  template('ckeditor@4.12.1', '.', /^samples\/.*\.html$/, 5),
  template('editor.md@1.5.0', '.', /^examples\/.*\.html$/, 4),
  template('jsoneditor@10.4.3', '.', /^examples\/.*\.html$/, 3),
  template('plupload@2.3.9', '.', /^examples\/.*\.html$/, 3),
  template('jquery.flot@0.8.3', '.', /^examples\/.*\.html$/, 3),
  template('vis@4.21.0', '.', /^examples\/.*\.html$/, 4),
  template('nvd3@1.8.6', '.', /^(index|examples\/.*)\.html$/, 3),
  template('dygraphs@2.2.2', '_site', HTML, 6),
  template('leaflet-draw@1.0.4', '.', /^docs\/.*\.html$/, 3),
  template('leaflet.markercluster@1.5.3', '.', /^example\/.*\.html$/, 2),
  template('amcharts3@3.21.15', '.', /^(index|samples\/.*)\.html$/, 3),
  template('video.js@8.24.1', '.', /^dist\/examples\/.*\.html$/, 2),
  template('mathjax@2.7.9', '.', /^test\/.*\.html$/, 2),
  template('featherlight@1.7.14', '.', /^[^/]+\.html$/, 2),
  template('jquery-bar-rating@1.2.2', '.', /^examples\/.*\.html$/, 1),
  template('clockpicker@0.0.7', '.', /^[^/]+\.html$/, 2),
  template('aos@2.3.4', '.', /^demo\/.*\.html$/, 2),
  template('jstree@3.3.17', '.', /^demo\/.*\.html$/, 1),
  template('trumbowyg@2.31.0', '.', /^index\.html$/, 1),
  template('typicons.font@2.1.2', '.', HTML, 1),
  template('flag-icon-css@4.1.7', '.', HTML, 2),
  template('jquery-ui-dist@1.13.3', '.', HTML, 1),
  template('hover.css@2.3.2', '.', HTML, 1),
  template('particles.js@2.0.0', '.', HTML, 1),
  template('toastr@2.1.4', '.', /^demo\.html$/, 1),
  template('jquery-minicolors@2.1.10', '.', HTML, 2),
  template('parsleyjs@2.9.2', '.', /^coverage\/.*\.html$/, 1),
];

/** More of them, for the comparison of rendered pages alone: each Lighthouse run takes seconds. */
export const MORE_TEMPLATES: readonly WholeSource[] = [
  template('startbootstrap-agency@7.0.12', 'dist', HTML, 1),
  template('startbootstrap-clean-blog@6.0.9', 'dist', HTML, 4),
  template('startbootstrap-freelancer@7.0.7', 'dist', HTML, 1),
  template('startbootstrap-grayscale@7.0.6', 'dist', HTML, 1),
  template('startbootstrap-landing-page@6.0.6', 'dist', HTML, 1),
  template('startbootstrap-new-age@6.0.7', 'dist', HTML, 1),
  template('startbootstrap-stylish-portfolio@6.0.6', 'dist', HTML, 1),
  template('startbootstrap-modern-business@5.0.7', 'dist', HTML, 9),
  template('startbootstrap-business-casual@7.0.9', 'dist', HTML, 4),
  template('startbootstrap-coming-soon@6.0.7', 'dist', HTML, 1),
  template('startbootstrap-one-page-wonder@6.0.6', 'dist', HTML, 1),
  template('startbootstrap-shop-homepage@5.0.6', 'dist', HTML, 1),
  template('startbootstrap-blog-post@5.0.9', 'dist', HTML, 1),
  template('admin-lte@3.2.0', '.', /^(starter|index\d*|pages\/.*)\.html$/, 9),
  template('material-dashboard@3.1.0', '.', /^pages\/.*\.html$/, 5),
  template('now-ui-kit@1.3.0', '.', /^(index|examples\/.*)\.html$/, 4),
  template('now-ui-dashboard@1.0.1', '.', /^examples\/.*\.html$/, 4),
  template('paper-kit-2@2.1.0', '.', /^(index|examples\/.*)\.html$/, 4),
  template('black-dashboard@1.0.0', '.', /^examples\/.*\.html$/, 4),
  template('soft-ui-dashboard@1.0.1', '.', /^pages\/.*\.html$/, 4),
  template('blk-design-system@1.0.2', '.', /^(index|examples\/.*)\.html$/, 3),
  template('fomantic-ui@2.9.4', '.', /^examples\/.*\.html$/, 6),
  template('jquery-mobile@1.4.1', 'dist/demos', /^[^/]+\/index\.html$/, 6),
  template('summernote@0.9.1', '.', /^examples\/.*\.html$/, 4),
  template('openlayers@4.6.5', '.', /^examples\/.*\.html$/, 4),
  template('paper@0.12.20', 'dist/docs', /^classes\/.*\.html$/, 3),
  template('jscrollpane@2.2.2', '.', /^examples\/.*\.html$/, 4),
  template('jqvmap@1.5.1', '.', /^examples\/.*\.html$/, 3),
  template('landkit@2.0.0', 'dist', /^[^/]+\.html$/, 6),
  template('flickity@3.0.0', '.', /^sandbox\/.*\.html$/, 3),
  template('superfish@1.7.10', '.', /^examples\/.*\.html$/, 2),
  template('lightbox2@2.12.0', '.', /^examples\/.*\.html$/, 1),
  template('mediaelement@7.1.0', '.', /^demo\/.*\.html$/, 1),
  template('jquery-steps@1.1.0', '.', /^demo\/.*\.html$/, 2),
  template('bootstrap-select@1.13.18', '.', /^docs\/.*\.html$/, 2),
];

/** Pages that scripts fill; most are nearly empty without. */
export const APPLICATIONS: readonly WholeSource[] = [
  application('swagger-ui-dist@5.35.0', '.'),
  application('swagger-editor-dist@4.14.8', '.'),
  application('@actual-app/web@26.9.0', 'build'),
  application('appium-inspector@2023.2.1', 'dist', HTML),
  application('altair-static@8.5.9', 'build/dist'),
  application('@directus/app@18.0.0', 'dist'),
  application('@flowfuse/node-red-dashboard@1.31.0', 'dist'),
  application('node-red-dashboard@3.6.6', 'dist'),
  application('homebridge-config-ui-x@5.28.0', 'public'),
  application('iobroker.admin@8.0.17', 'adminWww'),
  application('jsreport-studio@2.10.1', 'static/dist'),
  application('@kubb/ui@3.18.3', 'static'),
  application('@lhci/viewer@0.15.1', 'dist'),
  application('@modelcontextprotocol/inspector-client@1.0.3', 'dist'),
  application('nx@24.0.6', 'dist/src/core/graph'),
  application(
    'playwright-core@1.65.1',
    'lib/vite',
    /^(traceViewer\/(index|uiMode)|htmlReport\/index)\.html$/,
  ),
  application('skott-webapp@2.4.0', 'dist'),
  application('speedscope@1.25.0', 'dist/release'),
  application('tailwind-config-viewer@2.0.4', 'dist'),
  application('universalviewer@4.4.0', 'dist', HTML),
  application('@vendure/admin-ui@3.7.3', 'static'),
  application('@vitest/ui@5.1.0', 'dist/client'),
  application('zigbee2mqtt-frontend@0.9.21', 'dist'),
];
