declare module 'commonmark-spec' {
  /** The examples of the standard. A tab stands as → in them. */
  export const tests: readonly {
    readonly markdown: string
    readonly html: string
    readonly section: string
    readonly number: number
  }[]
}
