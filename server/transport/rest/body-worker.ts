import { parentPort } from 'node:worker_threads'
import { base64Bytes } from '#server/platform/text/long-text.ts'
import { tooManyValues } from '#server/platform/text/many-values.ts'
import { parseParameters } from '#server/platform/text/parameters.ts'

export interface BodyQuestion {
  readonly kind: 'json' | 'form'
  /** Whether texts longer than `longChars` come back as bytes. */
  readonly longTexts: boolean
}

export type BodyAnswer =
  | { readonly ok: true; readonly value: unknown }
  /** Undefined when it cannot be read. */
  | { readonly ok: false; readonly sentence: string | undefined }

/** The mark in the value for a text that comes as bytes. */
interface LongTextMark {
  readonly longText: { readonly bytes: Uint8Array; readonly wasBase64: boolean; readonly isSound: boolean }
}

const longChars = 64 * 1024
/** More values would delay other requests while they are handed over. */
const maxValues = 100_000
/** Names in one object. Each costs many times as much as a value in an array, and no operation takes a hundred. */
const maxNames = 5_000

const chunks: Uint8Array[] = []

parentPort?.on('message', (message: Uint8Array | BodyQuestion) => {
  if (message instanceof Uint8Array) {
    chunks.push(message)
    return
  }
  const transferred: ArrayBuffer[] = []
  parentPort?.postMessage(answer(message, transferred), transferred)
})

function answer({ kind, longTexts }: BodyQuestion, transferred: ArrayBuffer[]): BodyAnswer {
  const bytes = Buffer.concat(chunks.splice(0))
  // Parsed, this many would take many times the memory of their text, and the parser heeds no limit of the thread.
  if (kind === 'json' && tooManyValues(maxValues, bytes)) return tooMany
  const text = new TextDecoder().decode(bytes)
  let parsed: unknown
  try {
    parsed = kind === 'json' ? JSON.parse(text) : parseParameters(text)
  } catch (error) {
    return { ok: false, sentence: kind === 'form' && error instanceof Error ? error.message : undefined }
  }
  let values = 0
  const shrink = (value: unknown, encoding: unknown): unknown => {
    values += 1
    if (values > maxValues) throw new RangeError('too many values')
    if (typeof value === 'string') return longTexts && value.length > longChars ? long(value, encoding) : value
    if (Array.isArray(value)) return value.map(each => shrink(each, undefined))
    if (typeof value !== 'object' || value === null) return value
    // Objects of JSON and of forms have texts for keys.
    const entries = Object.entries(value as Readonly<Record<string, unknown>>)
    if (entries.length > maxNames) throw new RangeError('too many names')
    const own = entries.find(([key]) => key === 'encoding')?.[1]
    return Object.fromEntries(entries.map(([key, each]) => [key, shrink(each, key === 'content' ? own : undefined)]))
  }
  const long = (value: string, encoding: unknown): LongTextMark => {
    const wasBase64 = encoding === 'base64'
    const decoded = wasBase64 ? base64Bytes(value) : null
    // Texts contain no null byte; values that may contain one come in base64.
    const isSound = wasBase64 ? decoded !== null : !value.includes('\0')
    const bytes = new Uint8Array(isSound ? (decoded ?? Buffer.from(value.toWellFormed())) : [])
    transferred.push(bytes.buffer)
    return { longText: { bytes, wasBase64, isSound } }
  }
  try {
    return { ok: true, value: shrink(parsed, undefined) }
  } catch {
    return tooMany
  }
}

const tooMany: BodyAnswer = {
  ok: false,
  sentence: `the body has more than ${maxValues} values or ${maxNames} names in one object, or nests too deeply`,
}
