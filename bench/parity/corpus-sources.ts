/** A folder of HTML pages that a Debian package brings. */
export interface CorpusSource {
  readonly package: string;
  /** What made the pages. */
  readonly generator: string;
  readonly folder: string;
  /** How many pages to take, spread evenly over the folder. */
  readonly pages: number;
}

/** Where the corpus comes from: as many generators, decades and languages as Debian has to offer. */
export const CORPUS_SOURCES: readonly CorpusSource[] = [
  {
    package: 'postgresql-doc-15',
    generator: 'DocBook XSL',
    folder: '/usr/share/doc/postgresql-doc-15/html',
    pages: 20,
  },
  {
    package: 'python3.11-doc',
    generator: 'Sphinx',
    folder: '/usr/share/doc/python3.11/html',
    pages: 20,
  },
  { package: 'git-doc', generator: 'AsciiDoc', folder: '/usr/share/doc/git-doc', pages: 16 },
  {
    package: 'debian-handbook',
    generator: 'Publican',
    folder: '/usr/share/doc/debian-handbook/html',
    pages: 24,
  },
  {
    package: 'libtag1-doc',
    generator: 'Doxygen',
    folder: '/usr/share/doc/libtag1-dev/html',
    pages: 12,
  },
  {
    package: 'libcommons-io-java-doc',
    generator: 'Javadoc',
    folder: '/usr/share/doc/libcommons-io-java/api',
    pages: 12,
  },
  { package: 'cargo-doc', generator: 'rustdoc', folder: '/usr/share/doc/cargo/doc', pages: 12 },
  {
    package: 'apache2-doc',
    generator: 'own XSLT, ten languages',
    folder: '/usr/share/doc/apache2-doc/manual',
    pages: 26,
  },
  {
    package: 'exim4-doc-html',
    generator: 'xfpt',
    folder: '/usr/share/doc/exim4-doc-html/spec_html',
    pages: 8,
  },
  { package: 'sqlite3-doc', generator: 'Tcl scripts', folder: '/usr/share/doc/sqlite3', pages: 12 },
  { package: 'vim-doc', generator: 'vim2html', folder: '/usr/share/doc/vim/html', pages: 8 },
  { package: 'zsh-doc', generator: 'texi2any', folder: '/usr/share/doc/zsh-common/html', pages: 8 },
  { package: 'mkdocs-doc', generator: 'MkDocs', folder: '/usr/share/doc/mkdocs/html', pages: 8 },
  {
    package: 'debian-reference-ja',
    generator: 'DocBook XSL, Japanese',
    folder: '/usr/share/debian-reference',
    pages: 4,
  },
  {
    package: 'developers-reference-ja',
    generator: 'Sphinx, Japanese',
    folder: '/usr/share/developers-reference/ja',
    pages: 4,
  },
  {
    package: 'debian-faq-zh-cn',
    generator: 'DebianDoc, Chinese',
    folder: '/usr/share/doc/debian/FAQ/zh-cn',
    pages: 4,
  },
  {
    package: 'debian-faq-ru',
    generator: 'DebianDoc, Russian',
    folder: '/usr/share/doc/debian/FAQ/ru',
    pages: 4,
  },
  { package: 'fp-docs-3.2.2', generator: 'fpdoc', folder: '/usr/share/doc/fp-docs/3.2.2', pages: 10 },
  {
    package: 'libuutf-ocaml-doc',
    generator: 'odoc',
    folder: '/usr/share/doc/libuutf-ocaml-doc/html/api',
    pages: 5,
  },
  {
    package: 'libjs-bootstrap5-doc',
    generator: 'by hand, fragments for Hugo',
    folder: '/usr/share/doc/libjs-bootstrap5/examples',
    pages: 8,
  },
  { package: 'ikiwiki', generator: 'ikiwiki', folder: '/usr/share/doc/ikiwiki/html', pages: 10 },
  {
    package: 'ntpsec-doc',
    generator: 'AsciiDoc, own style',
    folder: '/usr/share/doc/ntpsec-doc/html',
    pages: 6,
  },
  { package: 'privoxy', generator: 'DocBook DSSSL', folder: '/usr/share/doc/privoxy', pages: 6 },
  {
    package: 'swi-prolog-doc',
    generator: 'latex2html and PlDoc',
    folder: '/usr/share/swi-prolog/doc',
    pages: 8,
  },
  {
    package: 'aptitude-doc-ja',
    generator: 'DocBook XSL, Japanese',
    folder: '/usr/share/doc/aptitude/html/ja',
    pages: 5,
  },
  {
    package: 'libgraphene-doc',
    generator: 'GTK-Doc',
    folder: '/usr/share/gtk-doc/html/graphene',
    pages: 5,
  },
  { package: 'xfig-doc', generator: 'by hand', folder: '/usr/share/doc/xfig/html', pages: 12 },
  { package: 'bisonc++-doc', generator: 'Yodl', folder: '/usr/share/doc/bisonc++-doc', pages: 4 },
  { package: 'yard-doc', generator: 'YARD', folder: '/usr/share/doc/yard/doc', pages: 8 },
  {
    package: 'r-doc-html',
    generator: 'makeinfo',
    folder: '/usr/share/doc/r-doc-html/manual',
    pages: 3,
  },
  { package: 'groff', generator: 'by hand', folder: '/usr/share/doc/groff-base/html', pages: 6 },
  { package: 'qtsvg5-doc-html', generator: 'QDoc', folder: '/usr/share/qt5/doc/qtsvg', pages: 5 },
  {
    package: 'ublock-origin-doc',
    generator: 'by hand',
    folder: '/usr/share/doc/webext-ublock-origin/tests',
    pages: 5,
  },
  {
    package: 'gettext-doc',
    generator: 'texi2html',
    folder: '/usr/share/doc/gettext',
    pages: 6,
  },
  { package: 'yaws-doc', generator: 'by hand', folder: '/usr/share/doc/yaws-doc', pages: 5 },
];
