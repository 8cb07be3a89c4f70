import { isUtf8 } from 'node:buffer'
import { Invalid } from '#server/errors.ts'
import { zeroOid } from '../objects.ts'
import type { RefUpdate } from '../writing/update-refs.ts'
import { flushPkt, pkt, pktAt } from './pkt-line.ts'

export type Command = {
  readonly update: RefUpdate
  /** The line as received, without the capabilities. */
  readonly line: Buffer
}

export type CommandSection = {
  readonly commands: readonly Command[]
  readonly shallow: readonly Buffer[]
  readonly able: readonly string[]
}

/**
 * The commands of a push, and the capabilities of its client.
 *
 * @throws Invalid  they are not in the git protocol
 * @source gitprotocol-pack(5), "Reference Update Request and Packfile Transfer"
 */
export function parseCommands(head: Buffer): CommandSection {
  const commands: Command[] = []
  const shallow: Buffer[] = []
  let able: readonly string[] = []
  for (let at = 0; at < head.length; ) {
    const read = pktAt(head, at)
    if (read === null || read.packet.kind !== 'line') break
    at = read.next
    const { payload } = read.packet
    const nul = payload.indexOf(0)
    const line = payload.subarray(0, nul < 0 ? undefined : nul)
    const text = line.toString('utf8').replace(/\n$/, '')
    if (nul >= 0)
      able = payload
        .toString('latin1', nul + 1)
        .trim()
        .split(' ')
    if (text.startsWith('shallow ')) {
      shallow.push(line)
      continue
    }
    // A name that is not text would be judged as another one than git would write.
    if (!isUtf8(payload)) throw new Invalid('A ref name is not valid UTF-8')
    const [, before, after, ref] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/s.exec(text) ?? []
    if (before === undefined || after === undefined || ref === undefined) throw new Invalid('Malformed push request')
    const update = { ref, before: before === zeroOid ? null : before, after: after === zeroOid ? null : after }
    commands.push({ update, line })
  }
  return { commands, shallow, able }
}

/** The push options, a line each. @throws Invalid  one is not text */
export function parseOptions(section: Buffer): readonly string[] {
  const lines: string[] = []
  for (let at = 0; at < section.length; ) {
    const read = pktAt(section, at)
    if (read === null || read.packet.kind !== 'line') break
    at = read.next
    if (!isUtf8(read.packet.payload)) throw new Invalid('A push option is not valid UTF-8')
    lines.push(read.packet.payload.toString('utf8').replace(/\n$/, ''))
  }
  return lines
}

/** The accepted commands in git's input format. */
export function commandSection(
  commands: readonly Command[],
  shallow: readonly Buffer[],
  able: readonly string[],
): Buffer {
  const capabilities = Buffer.from(`\0 ${able.filter(word => word !== 'push-options').join(' ')}`, 'latin1')
  const lines = commands.map(({ line }, index) => pkt(index === 0 ? Buffer.concat([line, capabilities]) : line))
  return Buffer.concat([...shallow.map(pkt), ...lines, flushPkt])
}
