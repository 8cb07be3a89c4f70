import { parentPort } from 'node:worker_threads'
import { matcherOf } from './references.ts'
import { type MarkdownOptions, type RawScan, scan } from './scan.ts'

export interface ScanRequest {
  readonly text: string
  readonly patterns: readonly { readonly pattern: RegExp; readonly sign?: string | undefined }[]
  readonly options: MarkdownOptions
}

export type ScanReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly scan: RawScan }
  | { readonly kind: 'failed' }

parentPort?.on('message', ({ text, patterns, options }: ScanRequest) => {
  let reply: ScanReply
  try {
    reply = { kind: 'done', scan: scan(text, patterns.map(matcherOf), options) }
  } catch {
    reply = { kind: 'failed' }
  }
  parentPort?.postMessage(reply)
})
parentPort?.postMessage({ kind: 'ready' } satisfies ScanReply)
