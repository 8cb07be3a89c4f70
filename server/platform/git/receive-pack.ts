import { isUtf8 } from 'node:buffer'
import { access, chmod, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Invalid } from '#server/errors.ts'
import { type Oid, zeroOid } from './objects.ts'
import { decodedBody, flushPkt, pkt, pktAt, protocolVersion, readHead, sideband } from './pkt-line.ts'
import { pump } from './pump.ts'
import { validRefName } from './ref-name.ts'
import { readRef, toBytes } from './ref-store.ts'
import { start } from './run.ts'

export type RefUpdate = {
  /** Full name: `refs/heads/main`. */
  readonly ref: string
  /** Null: the ref is created. */
  readonly before: Oid | null
  /** Null: the ref is deleted. */
  readonly after: Oid | null
}

export type Verdict = {
  /** Why, by full ref name. One refused ref refuses the whole push; the person sees every reason. */
  readonly refuse?: ReadonlyMap<string, string>
  /** Full names of refs that may only move forward. Checked on the received commits, before anything becomes visible. */
  readonly forwardOnly?: readonly string[]
  /** What the person sees when one of them would not. */
  readonly forwardMessage?: string
}

export type ReceivePackRequest = {
  readonly protocol?: string | undefined
  readonly body: Readable
  readonly contentEncoding?: string | undefined
  /** The client left: ends the push while its pack is still arriving, not once git has it whole. */
  readonly signal?: AbortSignal
  /** Of the pack. Default 2 GiB. */
  readonly maxBytes?: number
  /** Default 30 minutes. */
  readonly timeoutMs?: number
  readonly env?: Readonly<Record<string, string>>
  /** Judge the push by its commands, before git sees any of it. May throw to fail the request. */
  readonly before: (updates: readonly RefUpdate[]) => Promise<Verdict>
  /**
   * Hear which refs did change, also if the client has left meanwhile. The reply waits for it; the sentences it returns are
   * shown to the person.
   */
  readonly after: (updates: readonly RefUpdate[]) => Promise<readonly string[]>
}

const longestCommands = 4 * 1024 * 1024
const defaultMaxBytes = 2 * 1024 * 1024 * 1024
const hooks = join(import.meta.dirname, 'hooks')

/**
 * Answer `POST git-receive-pack` (push). git keeps what arrives in quarantine until it is whole and checked; a push that
 * breaks off leaves nothing.
 *
 * @throws Invalid  the body is not in the git protocol, or broke off within the commands
 */
export async function receivePack(repo: string, request: ReceivePackRequest): Promise<Readable> {
  const { contentEncoding, signal, maxBytes = defaultMaxBytes, timeoutMs = 1_800_000 } = request
  const body = decodedBody(request.body, contentEncoding)
  const head = await readHead(body, longestCommands, endOfCommands)
  const { updates, able } = parseCommands(head)
  if (updates.length === 0) {
    body.resume()
    return Readable.from([], { objectMode: false })
  }
  const isBanded = able.includes('side-band-64k')
  const verdict = await request.before(updates)
  const refused = new Map([...badNames(updates), ...(verdict.refuse ?? [])])
  if (refused.size > 0) {
    await swallow(body, maxBytes)
    return Readable.from([refusal(updates, refused, able)], { objectMode: false })
  }

  const running = await start(null, ['receive-pack', '--stateless-rpc', repo], {
    lane: 'transfer',
    timeoutMs,
    ending: 'hang-up',
    env: {
      ...request.env,
      ...(await settings(verdict, maxBytes)),
      GIT_PROTOCOL: `version=${protocolVersion(request.protocol)}`,
    },
    ...(signal?.aborted ? { signal } : {}),
  })
  const onAbort = () => running.stop(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  running.child.stdin.write(head)
  pump(body, running.child.stdin, maxBytes * 2 + longestCommands)
    // Too large, git has said so itself by now; broken off, git sees its input end in the middle of the pack and takes the quarantine away itself.
    .catch(() => undefined)
    .finally(() => signal?.removeEventListener('abort', onAbort))

  const output = new Readable({ read: () => undefined })
  const report: Buffer[] = []
  let held = Buffer.alloc(0)
  const say = (bytes: Buffer) => {
    if (!output.destroyed) output.push(bytes)
  }
  running.child.stdout.on('data', (chunk: Buffer) => {
    report.push(chunk)
    // The last packet, a flush, ends the conversation: it waits until `after` has spoken.
    const all = Buffer.concat([held, chunk])
    const cut = Math.max(0, all.length - flushPkt.length)
    held = all.subarray(cut)
    if (cut > 0) say(all.subarray(0, cut))
  })

  const conclude = async () => {
    const failure = await running.ended.then(
      () => null,
      (error: unknown) => ({ error }),
    )
    const accepted =
      failure === null && able.includes('report-status') ? acceptedRefs(Buffer.concat(report), isBanded) : null
    const applied = await appliedOf(repo, updates, accepted)
    const sentences = applied.length === 0 ? [] : await request.after(applied)
    if (failure !== null) throw failure.error
    if (isBanded && sentences.length > 0)
      say(sideband(2, Buffer.from(sentences.map(sentence => `${sentence}\n`).join(''))))
    if (held.length > 0) say(held)
    if (!output.destroyed) output.push(null)
  }
  conclude().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

function endOfCommands(bytes: Buffer): number | null {
  for (let at = 0; ; ) {
    const read = pktAt(bytes, at)
    if (read === null) return null
    if (read.packet.kind === 'flush') return read.next
    at = read.next
  }
}

/** @source gitprotocol-pack(5), "Reference Update Request and Packfile Transfer" */
function parseCommands(head: Buffer): { updates: RefUpdate[]; able: readonly string[] } {
  const updates: RefUpdate[] = []
  let able: readonly string[] = []
  for (let at = 0; at < head.length; ) {
    const read = pktAt(head, at)
    if (read === null || read.packet.kind !== 'line') break
    at = read.next
    const nul = read.packet.payload.indexOf(0)
    const line = read.packet.payload
      .subarray(0, nul < 0 ? undefined : nul)
      .toString('utf8')
      .replace(/\n$/, '')
    if (nul >= 0)
      able = read.packet.payload
        .toString('latin1', nul + 1)
        .trim()
        .split(' ')
    if (line.startsWith('shallow ')) continue
    // A name that is not text would be judged as another one than git would write.
    if (!isUtf8(read.packet.payload)) throw new Invalid('The name of a ref is not UTF-8')
    const [, before, after, ref] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/s.exec(line) ?? []
    if (before === undefined || after === undefined || ref === undefined)
      throw new Invalid('The push is not in the git protocol')
    updates.push({ ref, before: before === zeroOid ? null : before, after: after === zeroOid ? null : after })
  }
  return { updates, able }
}

/** Names that git would take and our addresses could not. */
function badNames(updates: readonly RefUpdate[]): Map<string, string> {
  const bad = new Map<string, string>()
  for (const { ref, before, after } of updates) {
    const short = /^refs\/(?:heads|tags)\/(.*)$/s.exec(ref)?.[1]
    if (before === null && after !== null && short !== undefined && !validRefName(short))
      bad.set(ref, 'The name is not allowed')
  }
  return bad
}

function refusal(updates: readonly RefUpdate[], refused: ReadonlyMap<string, string>, able: readonly string[]): Buffer {
  const reasons = [...new Set(refused.values())]
  const report = isReported(able)
    ? Buffer.concat([
        pkt('unpack ok\n'),
        ...updates.map(({ ref }) =>
          pkt(Buffer.from(`ng ${ref} ${oneLine(refused.get(ref) ?? 'the push was declined')}\n`)),
        ),
        flushPkt,
      ])
    : Buffer.alloc(0)
  if (!able.includes('side-band-64k')) return report
  return Buffer.concat([
    sideband(2, Buffer.from(reasons.map(reason => `${reason}\n`).join(''))),
    sideband(1, report),
    flushPkt,
  ])
}

const isReported = (able: readonly string[]) => able.includes('report-status') || able.includes('report-status-v2')

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Read the pack that nobody wants, so that the client gets to hear the answer. */
async function swallow(body: Readable, maxBytes: number): Promise<void> {
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) return
    }
  } catch {
    // It broke off: then there is nobody to answer either.
  }
}

async function settings(
  { forwardOnly = [], forwardMessage }: Verdict,
  maxBytes: number,
): Promise<Record<string, string>> {
  const values: [string, string][] = [['receive.maxInputSize', String(Math.max(1, maxBytes))]]
  const env: Record<string, string> = {}
  if (forwardOnly.length > 0) {
    await ensureHook()
    values.push(['core.hooksPath', hooks])
    env.WEFT_FORWARD_ONLY = forwardOnly.join('\n')
    if (forwardMessage !== undefined) env.WEFT_FORWARD_MESSAGE = forwardMessage
  }
  env.GIT_CONFIG_COUNT = String(values.length)
  for (const [index, [key, value]] of values.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key
    env[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return env
}

/** git passes over a hook that may not be executed, and a copied checkout can lose that mark: then no push must get by. */
async function ensureHook(): Promise<void> {
  const hook = join(hooks, 'update')
  await access(hook, constants.X_OK).catch(() => chmod(hook, 0o755))
}

/** The refs git reports `ok`, by full name. */
function acceptedRefs(output: Buffer, isBanded: boolean): ReadonlySet<string> {
  const report = isBanded ? bandOne(output) : output
  const accepted = new Set<string>()
  for (let at = 0; ; ) {
    const read = pktAt(report, at)
    if (read === null || read.packet.kind !== 'line') return accepted
    at = read.next
    const line = read.packet.payload.toString('utf8').replace(/\n$/, '')
    if (line.startsWith('ok ')) accepted.add(line.slice(3))
  }
}

function bandOne(output: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const read = pktAt(output, at)
    if (read === null) break
    at = read.next
    if (read.packet.kind === 'line' && read.packet.payload[0] === 1) parts.push(read.packet.payload.subarray(1))
  }
  return Buffer.concat(parts)
}

/** The updates that took place; without a report to go by, those whose ref is now what they asked for. */
async function appliedOf(
  repo: string,
  updates: readonly RefUpdate[],
  accepted: ReadonlySet<string> | null,
): Promise<readonly RefUpdate[]> {
  const real = updates.filter(({ before, after }) => before !== after)
  if (accepted !== null) return real.filter(({ ref }) => accepted.has(ref))
  const applied: RefUpdate[] = []
  for (const update of real) if ((await readRef(repo, toBytes(update.ref))) === update.after) applied.push(update)
  return applied
}
