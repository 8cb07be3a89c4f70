declare module 's3rver' {
  /** A server that speaks S3, for tests. Its one pair of keys is S3RVER and S3RVER. */
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default class S3rver {
    constructor(options: {
      readonly port: number
      readonly address: string
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    run(): Promise<{ readonly address: string; readonly port: number }>
    close(): Promise<void>
  }
}
