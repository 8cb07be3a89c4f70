import { peelRefs, readRefs } from '../refs/ref-store.ts'
import { flushPkt, type Pkt, pkt, pktAt } from './pkt-line.ts'

export type LsRefs = {
  readonly peel: boolean
  readonly symrefs: boolean
  readonly unborn: boolean
  /** Bytes; empty for all. */
  readonly prefixes: readonly string[]
}

/** @returns null for anything but an ordinary `ls-refs`, which git itself then answers or refuses */
export function parseLsRefs(request: Buffer): LsRefs | null {
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
  if (words[0] !== 'command=ls-refs' || words.at(-1) !== 'flush') return null
  const delim = packets.findIndex(packet => packet.kind === 'delim')
  const able = words.slice(1, delim < 0 ? -1 : delim)
  if (!able.every(word => word.startsWith('agent=') || word === 'object-format=sha1' || word.startsWith('session-id=')))
    return null
  const asked = delim < 0 ? [] : words.slice(delim + 1, -1)
  const prefixes: string[] = []
  for (const word of asked) {
    if (word.startsWith('ref-prefix ')) prefixes.push(word.slice('ref-prefix '.length))
    else if (!['peel', 'symrefs', 'unborn'].includes(word)) return null
  }
  return {
    peel: asked.includes('peel'),
    symrefs: asked.includes('symrefs'),
    unborn: asked.includes('unborn'),
    prefixes,
  }
}

/** The answer to `ls-refs` of protocol 2, without a process. @source gitprotocol-v2(5), "ls-refs" */
export async function answerLsRefs(repo: string, { peel, symrefs, unborn, prefixes }: LsRefs): Promise<Buffer> {
  // A usual fetch names whole folders; then the others need not be read.
  const folders = prefixes.filter(prefix => prefix !== 'HEAD')
  const areFolders = folders.length > 0 && folders.every(prefix => prefix.startsWith('refs/') && prefix.endsWith('/'))
  const { refs, head } = await readRefs(repo, areFolders ? folders : undefined)
  const isAsked = (name: string) => prefixes.length === 0 || prefixes.some(prefix => name.startsWith(prefix))
  const shown = refs.filter(({ name }) => isAsked(name))
  const peeled = peel ? await peelRefs(repo, shown) : null
  const lines: Buffer[] = []
  const target = symrefs && head.symref !== null ? ` symref-target:${head.symref}` : ''
  if (isAsked('HEAD')) {
    if (head.oid !== null) lines.push(pkt(`${head.oid} HEAD${target}\n`))
    else if (unborn && target !== '') lines.push(pkt(`unborn HEAD${target}\n`))
  }
  for (const { name, oid, symref } of shown) {
    const pointer = symrefs && symref !== undefined ? ` symref-target:${symref}` : ''
    const end = peeled?.get(oid)
    lines.push(pkt(`${oid} ${name}${pointer}${end === undefined ? '' : ` peeled:${end}`}\n`))
  }
  return Buffer.concat([...lines, flushPkt])
}
