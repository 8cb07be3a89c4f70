/** What goes back over the wire. */
export interface Outgoing {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | NodeJS.ReadableStream | undefined
}
