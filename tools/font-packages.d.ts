declare module 'svg2ttf' {
  /** @param ts  the time of the font's making, in seconds */
  const svg2ttf: (font: string, options: { readonly ts: number }) => { readonly buffer: Uint8Array }
  export = svg2ttf
}

declare module 'wawoff2' {
  const wawoff2: { readonly compress: (font: Uint8Array) => Promise<Uint8Array> }
  export = wawoff2
}
