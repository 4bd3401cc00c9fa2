declare module 'undici/lib/core/symbols.js' {
  const symbols: { readonly kParser: unique symbol };
  export = symbols;
}
