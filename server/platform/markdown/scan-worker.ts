import { parentPort } from 'node:worker_threads'
import { matcherOf } from './references.ts'
import { asTyped, isOverMarked, type MarkdownOptions, type RawScan, scan } from './scan.ts'

export interface ScanRequest {
  readonly text: string
  readonly patterns: readonly { readonly pattern: RegExp; readonly sign?: string | undefined }[]
  readonly options: MarkdownOptions
  /** Only escape the text: its scan has failed before. */
  readonly asTyped?: boolean
}

export type ScanReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly scan: RawScan }
  | { readonly kind: 'failed' }

parentPort?.on('message', ({ text, patterns, options, asTyped: plain }: ScanRequest) => {
  let reply: ScanReply
  try {
    const given = plain === true || isOverMarked(text)
    reply = { kind: 'done', scan: given ? asTyped(text) : scan(text, patterns.map(matcherOf), options) }
  } catch {
    reply = { kind: 'failed' }
  }
  parentPort?.postMessage(reply)
})
parentPort?.postMessage({ kind: 'ready' } satisfies ScanReply)
