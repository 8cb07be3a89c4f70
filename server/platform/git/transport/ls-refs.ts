import { peelRefs, readRefs } from '../refs/ref-store.ts'
import { flushPkt, pkt } from './pkt-line.ts'
import type { V2Command } from './v2-command.ts'

type LsRefs = {
  readonly peel: boolean
  readonly symrefs: boolean
  readonly unborn: boolean
  /** Bytes; empty for all. */
  readonly prefixes: readonly string[]
}

/** @returns null for anything but an ordinary `ls-refs`, which git itself then answers or refuses */
export function asLsRefs({ name, capabilities, args }: V2Command): LsRefs | null {
  if (name !== 'ls-refs' || capabilities.length > 0) return null
  const prefixes: string[] = []
  for (const word of args) {
    if (word.startsWith('ref-prefix ')) prefixes.push(word.slice('ref-prefix '.length))
    else if (!['peel', 'symrefs', 'unborn'].includes(word)) return null
  }
  return {
    peel: args.includes('peel'),
    symrefs: args.includes('symrefs'),
    unborn: args.includes('unborn'),
    prefixes,
  }
}

/** The answer to `ls-refs` of protocol 2, without a process. @source gitprotocol-v2(5), "ls-refs" */
export async function answerLsRefs(repo: string, { peel, symrefs, unborn, prefixes }: LsRefs): Promise<Buffer> {
  const isAsked = (name: string) => prefixes.length === 0 || prefixes.some(prefix => name.startsWith(prefix))
  const { refs, head } = await readRefs(
    repo,
    prefixes.length === 0 ? undefined : prefixes.filter(prefix => prefix !== 'HEAD'),
  )
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
