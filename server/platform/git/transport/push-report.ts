import type { RefUpdate } from '../writing/update-refs.ts'
import { endOfSection, flushPkt, pkt, pktAt, sideband } from './pkt-line.ts'

/** Report lines for refs that git did not process: refused ones, and the rest of an atomic push. */
export function refusals(updates: readonly RefUpdate[], refused: ReadonlyMap<string, string>): Buffer[] {
  const others = updates.filter(({ ref }) => !refused.has(ref)).map(({ ref }) => [ref, 'atomic push refused'] as const)
  return [...refused, ...others].map(([ref, why]) => pkt(Buffer.from(`ng ${ref} ${oneLine(why)}\n`)))
}

/** Report lines for refs that are as the client wants them, as far as git reports it. */
export const acceptances = (updates: readonly RefUpdate[]): Buffer[] =>
  updates.map(({ ref }) => pkt(Buffer.from(`ok ${ref}\n`)))

/** The end of a reply: messages for the user, and the status report if the client requested one. */
export function spoken(sentences: readonly string[], report: Buffer | null, isBanded: boolean): Buffer {
  if (!isBanded) return report ?? Buffer.alloc(0)
  return Buffer.concat([
    sideband(2, Buffer.from(sentences.map(sentence => `${sentence}\n`).join(''))),
    ...(report === null ? [] : [sideband(1, report)]),
    flushPkt,
  ])
}

/** Parse git's output as it arrives: progress is passed to `pass` at once, the report is kept for the end. */
export function gitAnswer(isBanded: boolean, pass: (packet: Buffer) => void) {
  const report: Buffer[] = []
  const reported = Promise.withResolvers<void>()
  let rest = Buffer.alloc(0)
  /** The unread rest of the report: a report of thousands of refs comes in dozens of pieces. */
  let open = Buffer.alloc(0)
  const keep = (piece: Buffer) => {
    report.push(piece)
    open = Buffer.concat([open, piece])
    let at = 0
    for (let read = pktAt(open, at); read !== null; read = pktAt(open, at)) {
      if (read.packet.kind === 'flush') reported.resolve()
      at = read.next
    }
    open = open.subarray(at)
  }
  const takeBanded = (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    let at = 0
    for (let read = pktAt(rest, at); read !== null; read = pktAt(rest, at)) {
      const { packet, next } = read
      if (packet.kind === 'line' && packet.payload[0] === 1) keep(packet.payload.subarray(1))
      else if (packet.kind === 'line') pass(rest.subarray(at, next))
      at = next
    }
    rest = rest.subarray(at)
  }
  return {
    take: isBanded ? takeBanded : keep,
    /** Resolves when the report is whole. */
    reported: reported.promise,
    report: () => Buffer.concat(report),
  }
}

/** A report ends with a flush packet. */
export const isWhole = (report: Buffer) => endOfSection()(report) !== null

export const isReported = (able: readonly string[]) =>
  able.includes('report-status') || able.includes('report-status-v2')

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The refs git reports `ok`, by full name. */
export function acceptedRefs(report: Buffer): ReadonlySet<string> {
  const accepted = new Set<string>()
  for (let at = 0; ; ) {
    const read = pktAt(report, at)
    if (read === null || read.packet.kind !== 'line') return accepted
    at = read.next
    const line = read.packet.payload.toString('utf8').replace(/\n$/, '')
    if (line.startsWith('ok ')) accepted.add(line.slice(3))
  }
}
