import { type Oid, zeroOid } from '../objects.ts'
import { startSpawner } from '../processes/spawner.ts'
import { ownPrefixes, peelRefs, readRefs } from '../refs/ref-store.ts'
import { type Capabilities, capabilities, symrefMark } from './capabilities.ts'
import { flushPkt, pkt, protocolVersion } from './pkt-line.ts'

export type Service = 'git-upload-pack' | 'git-receive-pack'

export const isService = (name: unknown): name is Service => name === 'git-upload-pack' || name === 'git-receive-pack'

/**
 * The body of `GET info/refs?service=...`, without a process.
 *
 * @param repo  null for a repository that the following push will create
 * @param protocol  the request's `Git-Protocol` header
 * @param options.greets  names the service first, as HTTP has it
 * @source gitprotocol-http(5), gitprotocol-v2(5)
 */
export async function advertiseRefs(
  repo: string | null,
  service: Service,
  protocol: string | undefined,
  { greets = true }: { readonly greets?: boolean } = {},
): Promise<Buffer> {
  // The push that follows needs a process. The spawner starts while the client makes the pack.
  if (service === 'git-receive-pack') startSpawner('transfer')
  const version = protocolVersion(protocol)
  const able = await capabilities()
  if (service === 'git-upload-pack' && version === 2) return able.uploadV2
  const named = greets ? [pkt(`# service=${service}\n`), flushPkt] : []
  const greeting = [...named, ...(version === 1 ? [pkt('version 1\n')] : [])]
  const lines = service === 'git-upload-pack' ? await uploadLines(repo, able) : await receiveLines(repo, able.receive)
  return Buffer.concat([...greeting, ...lines, flushPkt])
}

async function uploadLines(repo: string | null, able: Capabilities): Promise<Buffer[]> {
  if (repo === null) return [able.uploadEmpty]
  const { refs, head } = await readRefs(repo)
  const peeled = await peelRefs(repo, refs)
  const lines: { name: string; oid: Oid }[] = []
  if (head.oid !== null) lines.push({ name: 'HEAD', oid: head.oid })
  for (const { name, oid } of refs) {
    lines.push({ name, oid })
    const target = peeled.get(oid)
    if (target !== undefined) lines.push({ name: `${name}^{}`, oid: target })
  }
  if (lines.length === 0) return [able.uploadEmpty]
  const symref = head.oid !== null && head.symref !== null ? ` symref=HEAD:${head.symref}` : ''
  return withCapabilities(
    lines,
    able.upload.replace(symrefMark, () => symref),
  )
}

async function receiveLines(repo: string | null, able: string): Promise<Buffer[]> {
  const refs = repo === null ? [] : (await readRefs(repo)).refs
  return withCapabilities(
    refs.filter(ref => !ownPrefixes.some(prefix => ref.name.startsWith(prefix))),
    able,
  )
}

function withCapabilities(lines: readonly { readonly name: string; readonly oid: Oid }[], able: string): Buffer[] {
  const all = lines.length === 0 ? [{ name: 'capabilities^{}', oid: zeroOid }] : lines
  return all.map(({ name, oid }, index) => pkt(`${oid} ${name}${index === 0 ? `\0${able}` : ''}\n`))
}
