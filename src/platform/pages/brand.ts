/** What pages show in place of our name and icon. */
export interface Brand {
  readonly name: string | null;
  readonly logo: BrandLogo | null;
  /** `#0b57a4`; at least 4.5 to 1 on white. */
  readonly accentColor: string | null;
  /** An e-mail address or URL, which becomes a link, or other text. */
  readonly contact: string | null;
}

export interface BrandLogo {
  /** A path, or a `data:` URL for files that are read without a network. */
  readonly src: string;
  /** In pixels, like the height. */
  readonly width: number;
  readonly height: number;
}

/** Whether the brand says who it is. If not, pages keep our name. */
export function hasIdentity(brand: Brand | null): brand is Brand {
  return brand !== null && (brand.name !== null || brand.logo !== null);
}
