import { pick, type Random, randomFrom } from '../../parity/random.js';
import { type Block, type BlockKind, type Card, type Field, type Page, type Site } from './model.js';
import { SENTENCES, type Theme, THEMES } from './themes.js';

/** What a site is made of. */
export interface SiteOptions {
  readonly theme: string;
  readonly seed: number;
  readonly lang?: string;
  readonly slugs: readonly string[];
  /** Kinds of blocks that the application can render. */
  readonly kinds: readonly BlockKind[];
  /** What precedes a slug in addresses: `#/` with a hash router. */
  readonly prefix: '/' | '#/';
}

const ICONS = ['★', '♥', '✉', '⌕', '☰', '⚙'];
const FIELD_TYPES = ['text', 'email', 'search', 'tel', 'date', 'checkbox', 'select', 'textarea'];
/** Of a hundred things that can be wrong, how many are. */
const FAULTS_PERCENT = 12;

/** A site that depends on the options alone. Every page has some of the faults that audits look for. */
export function siteOf(options: SiteOptions): Site {
  const theme = THEMES[options.theme];
  if (!theme) throw new Error(`No theme is called ${options.theme}. Add it to content/themes.ts.`);
  const writer = new Writer(theme, options, randomFrom(options.seed));
  return {
    name: theme.name,
    lang: options.lang ?? 'en',
    pages: options.slugs.map((slug) => writer.page(slug)),
  };
}

/** Writes the pages of one site. */
class Writer {
  private ids = 0;

  constructor(
    private readonly theme: Theme,
    private readonly options: SiteOptions,
    private readonly random: Random,
  ) {}

  page(slug: string): Page {
    const heading = this.phrase();
    const count = this.between(5, 9);
    const blocks: Block[] = [];
    let level = 1;
    for (let index = 0; index < count; index += 1) {
      level = this.isFaulty() ? level + 2 : index === 0 ? 2 : this.between(2, Math.min(level + 1, 4));
      level = Math.min(level, 4);
      blocks.push(this.block(level));
    }
    return {
      slug,
      title: this.isFaulty() ? null : `${heading} – ${this.theme.name}`,
      description: this.isFaulty() ? null : this.sentence(),
      lang: this.isFaulty() ? pick(this.random, [null, 'english', 'xx-YY']) : (this.options.lang ?? 'en'),
      canonical: pick(this.random, [null, null, `/${slug}`, this.isFaulty() ? 'https://' : `/${slug}`]),
      robots: this.random() < 0.05 ? 'noindex' : null,
      heading,
      navigation: this.options.slugs.map((other) => ({
        href: this.address(other),
        text: titled(other || 'home'),
      })),
      blocks: [{ kind: 'text', ...this.titled(2), paragraphs: this.paragraphs(3), isPale: false }, ...blocks],
    };
  }

  private block(level: number): Block {
    const kind = pick(this.random, this.options.kinds);
    const titled = this.titled(level);
    switch (kind) {
      case 'text':
        return { kind, ...titled, paragraphs: this.paragraphs(this.between(1, 3)), isPale: this.isFaulty() };
      case 'cards':
        return { kind, ...titled, cards: this.times(this.between(2, 5), () => this.card()) };
      case 'list':
        return {
          kind,
          ...titled,
          items: this.times(this.between(3, 6), () => this.sentence()),
          isBroken: this.isFaulty(),
        };
      case 'form':
        return {
          kind,
          ...titled,
          fields: this.times(this.between(2, 5), () => this.field()),
          button: this.isFaulty() ? '' : 'Send',
        };
      case 'table':
        return {
          kind,
          ...titled,
          head: ['When', 'What', 'Where'],
          rows: this.times(this.between(3, 7), (row) => [`${9 + row}:00`, this.thing(), this.place()]),
        };
      case 'facts':
        return {
          kind,
          ...titled,
          facts: this.times(this.between(3, 6), () => ({
            term: titledPhrase(this.thing()),
            text: this.sentence(),
          })),
        };
      case 'frame':
        return {
          kind,
          ...titled,
          src: '/widgets/map.html',
          title: this.isFaulty() ? null : `Map of ${this.place()}`,
        };
      case 'actions':
        return {
          kind,
          ...titled,
          actions: this.times(this.between(2, 4), (index) => ({
            href: this.href(),
            icon: ICONS[index] ?? '★',
            label: this.isFaulty() ? null : titledPhrase(this.thing()),
            tabindex: this.isFaulty() ? 3 : null,
          })),
        };
    }
  }

  private card(): Card {
    const title = titledPhrase(this.thing());
    const text = this.isFaulty()
      ? pick(this.random, ['Click here', 'Read more', ''])
      : `All about ${title.toLowerCase()}`;
    return {
      title,
      text: this.sentence(),
      picture: {
        src: `/images/${this.between(1, 9)}.svg`,
        alt: this.isFaulty() ? null : this.isFaulty() ? '' : `${title} in ${this.place()}`,
      },
      link: { href: this.href(), text },
    };
  }

  private field(): Field {
    const type = pick(this.random, FIELD_TYPES);
    const name = titledPhrase(this.thing());
    this.ids += 1;
    return {
      id: `field-${this.ids}`,
      type,
      label: this.isFaulty() ? null : `Your ${name.toLowerCase()}`,
      placeholder: this.isFaulty() ? '' : name,
      options: type === 'select' ? this.times(3, () => this.thing()) : [],
    };
  }

  private href(): string {
    if (this.isFaulty()) return pick(this.random, ['javascript:void(0)', '#', '']);
    return this.address(pick(this.random, this.options.slugs));
  }

  private address(slug: string): string {
    return this.options.prefix + slug;
  }

  private titled(level: number) {
    return { heading: this.isFaulty() && this.isFaulty() ? '' : this.phrase(), level };
  }

  private paragraphs(count: number): string[] {
    return this.times(count, () => this.times(this.between(2, 5), () => this.sentence()).join(' '));
  }

  private sentence(): string {
    const sentence = pick(this.random, SENTENCES[this.options.lang ?? 'en'] ?? []);
    return sentence
      .replace('{thing}', this.thing())
      .replace('{place}', this.place())
      .replace('{person}', pick(this.random, this.theme.people));
  }

  private phrase(): string {
    return titledPhrase(`${this.thing()} in ${this.place()}`);
  }

  private thing(): string {
    return pick(this.random, this.theme.things);
  }

  private place(): string {
    return pick(this.random, this.theme.places);
  }

  private isFaulty(): boolean {
    return this.random() * 100 < FAULTS_PERCENT;
  }

  private between(low: number, high: number): number {
    return low + Math.floor(this.random() * (high - low + 1));
  }

  private times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }
}

function titled(slug: string): string {
  return titledPhrase(slug.replaceAll('-', ' '));
}

function titledPhrase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
