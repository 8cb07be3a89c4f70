import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Invalid, TooLarge, Unavailable } from '#server/errors.ts'

/** @source gitprotocol-common(5), "pkt-line format" */
export const flushPkt: Buffer = Buffer.from('0000')

/** One pkt-line; a string is encoded as latin1. */
export function pkt(payload: string | Buffer): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

const mostInBand = 65_515

/** Bytes on a channel of side-band-64k: 1 the report, 2 the messages for the person. */
export function sideband(channel: 1 | 2, bytes: Buffer): Buffer {
  const packets: Buffer[] = []
  for (let at = 0; at < bytes.length; at += mostInBand) {
    packets.push(pkt(Buffer.concat([Buffer.from([channel]), bytes.subarray(at, at + mostInBand)])))
  }
  return Buffer.concat(packets)
}

export type Pkt = { readonly kind: 'line'; readonly payload: Buffer } | { readonly kind: 'flush' | 'delim' | 'end' }

/**
 * The pkt-line at a place, with the place after it; null when it is not there whole.
 *
 * @throws Invalid  no such length can be
 */
export function pktAt(bytes: Buffer, at: number): { readonly packet: Pkt; readonly next: number } | null {
  if (bytes.length < at + 4) return null
  const digits = bytes.toString('latin1', at, at + 4)
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new Invalid('Malformed Git protocol request')
  const length = Number.parseInt(digits, 16)
  if (length === 0) return { packet: { kind: 'flush' }, next: at + 4 }
  if (length === 1) return { packet: { kind: 'delim' }, next: at + 4 }
  if (length === 2) return { packet: { kind: 'end' }, next: at + 4 }
  if (length < 4) throw new Invalid('Malformed Git protocol request')
  if (bytes.length < at + length) return null
  return { packet: { kind: 'line', payload: bytes.subarray(at + 4, at + length) }, next: at + length }
}

/**
 * Finds where the packets up to the first flush end, in the bytes of a stream so far. Packets that it has passed are not looked at again: a
 * client decides in how many pieces its request comes.
 *
 * @returns null for "not yet"
 */
export function endOfSection(): (bytes: Buffer) => number | null {
  let at = 0
  return bytes => {
    for (let read = pktAt(bytes, at); read !== null; read = pktAt(bytes, at)) {
      if (read.packet.kind === 'flush') return read.next
      at = read.next
    }
    return null
  }
}

/** A request's body, unpacked where the client packed it. @throws Invalid  an encoding we do not know */
export function decodedBody(body: Readable, contentEncoding: string | undefined): Readable {
  const unpack =
    contentEncoding === undefined || contentEncoding === '' || contentEncoding === 'identity'
      ? null
      : contentEncoding === 'gzip' || contentEncoding === 'x-gzip'
        ? createGunzip()
        : contentEncoding === 'deflate'
          ? createInflate()
          : contentEncoding === 'br'
            ? createBrotliDecompress()
            : undefined
  if (unpack === undefined) throw new Invalid('Unsupported content encoding')
  if (unpack === null) return body
  // A failure reaches the reader through the unpacked stream.
  pipeline(body, unpack, () => undefined)
  return unpack
}

/**
 * Read the beginning of a stream and put back the surplus; the stream goes on from there.
 *
 * @param endOf  where the head ends in the bytes so far, or null for "not yet"
 * @throws Unavailable  the stream broke off within the head; TooLarge  the head is longer than `maxBytes`
 */
export async function readHead(
  stream: Readable,
  maxBytes: number,
  endOf: (bytes: Buffer) => number | null,
): Promise<Buffer> {
  /** The buffer is larger than its content, so that few pieces move it. */
  let space = Buffer.alloc(0)
  let size = 0
  for (;;) {
    const chunk: unknown = stream.read()
    if (chunk instanceof Buffer) {
      if (size + chunk.length > space.length) {
        const larger = Buffer.allocUnsafe(2 * size + chunk.length)
        space.copy(larger, 0, 0, size)
        space = larger
      }
      chunk.copy(space, size)
      size += chunk.length
      const bytes = space.subarray(0, size)
      const end = endOf(bytes)
      if (end !== null) {
        if (end < bytes.length) stream.unshift(bytes.subarray(end))
        return bytes.subarray(0, end)
      }
      if (bytes.length > maxBytes) throw new TooLarge()
    } else if (stream.readableEnded || stream.destroyed) {
      throw new Invalid('The request ended unexpectedly', { cause: stream.errored })
    } else {
      await nextEvent(stream)
    }
  }
}

/** Wait for the next bytes of a stream, or its end. They stay in it. @throws Unavailable  nothing came, or it broke off */
export async function untilMore(stream: Readable, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => stream.destroy(new Unavailable('The request stalled')), timeoutMs)
  try {
    while (stream.readableLength === 0 && !stream.readableEnded && !stream.destroyed) await nextEvent(stream)
  } finally {
    clearTimeout(timer)
  }
}

function nextEvent(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    const clean = () => {
      stream.off('readable', go).off('end', go).off('close', go).off('error', fail)
    }
    const go = () => {
      clean()
      resolve()
    }
    const fail = (error: unknown) => {
      clean()
      reject(new Unavailable('The request ended unexpectedly', { cause: error }))
    }
    stream.once('readable', go).once('end', go).once('close', go).once('error', fail)
  })
}

/** The protocol version a client requests with `Git-Protocol: version=2`; 0 without. */
export function protocolVersion(header: string | undefined): 0 | 1 | 2 {
  const versions = (header ?? '').split(':').map(part => /^version=([012])$/.exec(part)?.[1])
  if (versions.includes('2')) return 2
  return versions.includes('1') ? 1 : 0
}
