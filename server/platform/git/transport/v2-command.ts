import { type Pkt, pktAt } from './pkt-line.ts'

export type V2Command = {
  readonly name: string
  /** The capabilities without `agent` and `session-id`, which change no answer, and the usual object format. */
  readonly capabilities: readonly string[]
  /** Bytes (latin1). */
  readonly args: readonly string[]
}

/** A whole request of protocol 2; null if it is none. @source gitprotocol-v2(5), "Command Request" */
export function parseCommand(request: Buffer): V2Command | null {
  const packets: Pkt[] = []
  for (let at = 0; at < request.length; ) {
    const read = pktAt(request, at)
    if (read === null) return null
    packets.push(read.packet)
    at = read.next
  }
  const words = packets.map(packet =>
    packet.kind === 'line' ? packet.payload.toString('latin1').replace(/\n$/, '') : packet.kind,
  )
  const name = /^command=(.+)$/.exec(words[0] ?? '')?.[1]
  if (name === undefined || words.at(-1) !== 'flush') return null
  const delim = packets.findIndex(packet => packet.kind === 'delim')
  return {
    name,
    capabilities: words.slice(1, delim < 0 ? -1 : delim).filter(word => !unimportant.test(word)),
    args: delim < 0 ? [] : words.slice(delim + 1, -1),
  }
}

const unimportant = /^(?:agent=.*|session-id=.*|object-format=sha1)$/
