import { Readable } from 'node:stream'
import { packRefs } from '../maintain.ts'
import { validRefName } from '../refs/ref-name.ts'
import { readRef, toBytes } from '../refs/ref-store.ts'
import { GitFailed, start, tookTooLong } from '../run.ts'
import type { RefUpdate } from '../writing/update-refs.ts'
import { faultListener } from './object-fault.ts'
import { decodedBody, endOfSection, flushPkt, pkt, protocolVersion, readHead, untilMore } from './pkt-line.ts'
import { blamingClient } from './protocol-fault.ts'
import { pump } from './pump.ts'
import { commandSection, parseCommands, parseOptions } from './push-commands.ts'
import { type HookRules, manyRefs, notForward, prepareHooks } from './push-hooks.ts'
import { acceptances, acceptedRefs, gitAnswer, isReported, isWhole, refusals, spoken } from './push-report.ts'

export type Verdict = HookRules & {
  /** Messages for the user, whatever the outcome of the push. */
  readonly notices?: readonly string[]
  /** Reasons for refused refs, by full ref name. The other refs are updated unless the push is atomic. */
  readonly refuse?: ReadonlyMap<string, string>
  /** Full names of refs that are not updated and yet reported as such, so that a copy of another server's refs ends well. */
  readonly ignore?: ReadonlySet<string>
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
  /** CPU time for each process: a small pack can hold chains of deltas that take hours. Default 600. */
  readonly cpuSeconds?: number
  readonly env?: Readonly<Record<string, string>>
  /** The client keeps its side open while it waits for the answer, as over SSH: after commands without a pack nothing follows. */
  readonly staysOpen?: boolean
  /**
   * Check the push by its commands before git runs, and return the repository. Throw to fail the request.
   *
   * @param options  what `git push -o` gave, a line each
   */
  readonly before: (
    updates: readonly RefUpdate[],
    options: readonly string[],
  ) => Promise<Verdict & { readonly repo: string }>
  /**
   * Check again while the pack arrives, which may take long: the rights may have gone meanwhile.
   *
   * @returns why the push ends without effect; null when it goes on
   */
  readonly refusalMeanwhile?: (updates: readonly RefUpdate[]) => Promise<string | null>
  /**
   * Hear which refs did change, none of them where the push came to nothing; also if the client has left meanwhile. Called once after
   * `before`, unless the refs cannot be read. The reply waits for it; the sentences it returns are shown to the person.
   */
  readonly after: (updates: readonly RefUpdate[]) => Promise<readonly string[]>
}

/** No part of a pack is taken on a check that is older. */
const checkedAgainMs = 5_000
const longestCommands = 4 * 1024 * 1024
const longestOptions = 64 * 1024
const defaultCpuSeconds = 600
const tooMuchTime =
  'The push takes too much CPU time. Push it in smaller parts, or repack it with shorter delta chains: git repack -adf --depth=50'
const defaultMaxBytes = 2 * 1024 * 1024 * 1024

/**
 * Answer `POST git-receive-pack` (push). git keeps what arrives in quarantine until it is whole and checked; a push that
 * breaks off leaves nothing.
 *
 * @throws Invalid  the body is not in the git protocol, or broke off within the commands
 */
export async function receivePack(request: ReceivePackRequest): Promise<Readable> {
  const { contentEncoding, signal, maxBytes = defaultMaxBytes, timeoutMs = 1_800_000, staysOpen = false } = request
  const body = decodedBody(request.body, contentEncoding)
  const { commands, shallow, able } = parseCommands(await readHead(body, longestCommands, endOfSection()))
  const options =
    commands.length > 0 && able.includes('push-options')
      ? parseOptions(await readHead(body, longestOptions, endOfSection()))
      : []
  if (commands.length === 0) {
    body.resume()
    return Readable.from([], { objectMode: false })
  }
  const isBanded = able.includes('side-band-64k')
  const updates = commands.map(({ update }) => update)
  // git sends no pack for deletions only.
  const isDeletion = updates.every(update => update.after === null)
  // A client may compress a large pack for minutes before it sends the first byte. It holds no place in the lane meanwhile.
  if (!isDeletion) await untilMore(body, timeoutMs)
  const { repo, notices = [], ignore = new Set<string>(), ...verdict } = await request.before(updates, options)
  const refused = new Map([...badNames(updates), ...(verdict.refuse ?? [])])
  let checkedAt = performance.now()
  const passing =
    refused.size > 0 && able.includes('atomic')
      ? []
      : commands.filter(({ update: { ref } }) => !refused.has(ref) && !ignore.has(ref))
  const ignored = updates.filter(({ ref }) => ignore.has(ref) && !refused.has(ref))
  const hasNoMore = staysOpen && isDeletion
  if (passing.length === 0) {
    if (hasNoMore) body.resume()
    else await swallow(body, maxBytes)
    await request.after([])
    const rest = refused.size > 0 ? refusals(updates, refused) : acceptances(ignored)
    const report = [pkt('unpack ok\n'), ...rest, flushPkt]
    return Readable.from(
      [spoken([...notices, ...reasonsOf(refused)], isReported(able) ? Buffer.concat(report) : null, isBanded)],
      {
        objectMode: false,
      },
    )
  }

  const begin = async () => {
    const hooks = await prepareHooks(
      repo,
      verdict,
      passing.map(({ update }) => update),
    )
    const started = await start(null, ['receive-pack', '--stateless-rpc', repo], {
      lane: 'push',
      memory: 'transfer',
      timeoutMs,
      cpuSeconds: request.cpuSeconds ?? defaultCpuSeconds,
      ending: 'hang-up',
      env: {
        ...request.env,
        ...configuration([['receive.maxInputSize', String(Math.max(1, maxBytes))], ...hooks.config]),
        ...hooks.env,
        GIT_PROTOCOL: `version=${protocolVersion(request.protocol)}`,
      },
      ...(signal?.aborted ? { signal } : {}),
    })
    return { hooks, running: blamingClient(started) }
  }
  const { hooks, running } = await begin().catch(async (error: unknown) => {
    await request.after([])
    throw error
  })
  const onAbort = () => running.stop(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  // The report says which refs moved; a client that did not ask for it is not told.
  const needed = ['report-status', ...(passing.length > manyRefs ? ['atomic'] : [])]
  running.child.stdin.write(commandSection(passing, shallow, [...new Set([...able, ...needed])]))
  let refusal: string | null = null
  const mayGoOn = async () => {
    if (request.refusalMeanwhile === undefined || performance.now() - checkedAt < checkedAgainMs) return true
    refusal = await request.refusalMeanwhile(passing.map(({ update }) => update))
    checkedAt = performance.now()
    return refusal === null
  }
  // git reads no pack for deletions only; the client may have sent one for a refused ref.
  const arrival = passing.every(({ update }) => update.after === null)
    ? (hasNoMore ? Promise.resolve(body.resume()) : swallow(body, maxBytes)).finally(() => running.child.stdin.end())
    : pump(body, running.child.stdin, maxBytes * 2 + longestCommands, mayGoOn)
  arrival
    // Too large or not to be checked, git has said so itself by now; broken off, git sees its input end in the middle of the pack and takes the quarantine away itself.
    .catch(() => undefined)
    .finally(() => signal?.removeEventListener('abort', onAbort))

  const output = new Readable({ read: () => undefined })
  const say = (bytes: Buffer) => {
    if (!output.destroyed) output.push(bytes)
  }
  const fault = faultListener()
  const answer = gitAnswer(isBanded, bytes => {
    fault.hear(bytes)
    // Of the pack that it was not given to the end.
    if (refusal === null) say(bytes)
  })
  running.child.stdout.on('data', answer.take)

  const conclude = async () => {
    const ending = running.ended
      .then(
        ended => ({ failure: null, isTooMuch: tookTooLong(ended) }),
        (error: unknown) => ({ failure: { error }, isTooMuch: error instanceof GitFailed && tookTooLong(error) }),
      )
      .finally(() => hooks.clear())
    // git reports once the refs have moved: the push is recorded while git exits.
    await Promise.race([answer.reported, ending])
    const report = answer.report()
    const asked = passing.map(({ update }) => update)
    const applied = await appliedOf(repo, asked, isWhole(report) ? acceptedRefs(report) : null)
    // Before the refs are read; if packing fails, the next maintenance does it.
    if (applied.length > manyRefs) await packRefs(repo).catch(() => undefined)
    const sentences = await request.after(applied)
    const { failure, isTooMuch } = await ending
    if (refusal !== null && isReported(able)) {
      const late = new Map(asked.flatMap(each => (applied.includes(each) ? [] : [[each.ref, refusal ?? ''] as const])))
      const report = [
        pkt('unpack ok\n'),
        ...acceptances([...applied, ...ignored]),
        ...refusals([], new Map([...refused, ...late])),
        flushPkt,
      ]
      say(spoken([...notices, ...reasonsOf(refused), refusal], Buffer.concat(report), isBanded))
      if (!output.destroyed) output.push(null)
      return
    }
    if (failure !== null) throw failure.error
    const { forwardMessage } = verdict
    // The hook prints this sentence itself; git's setting prints none.
    const reasons = forwardMessage !== undefined && report.includes(` ${notForward}\n`) ? [forwardMessage] : []
    const whole = [report.subarray(0, -flushPkt.length), ...acceptances(ignored), ...refusals([], refused), flushPkt]
    say(
      spoken(
        [...notices, ...reasonsOf(refused), ...reasons, ...(isTooMuch ? [tooMuchTime] : fault.advice()), ...sentences],
        isReported(able) && isWhole(report) ? Buffer.concat(whole) : null,
        isBanded,
      ),
    )
    if (!output.destroyed) output.push(null)
  }
  conclude().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

/** Names that git would take and our addresses could not, and those of refs named twice: git's report does not tell their updates apart. */
function badNames(updates: readonly RefUpdate[]): Map<string, string> {
  const bad = new Map<string, string>()
  const named = new Set<string>()
  for (const { ref, before, after } of updates) {
    if (named.has(ref)) bad.set(ref, 'A push can update a ref only once')
    named.add(ref)
    const short = /^refs\/(?:heads|tags)\/(.*)$/s.exec(ref)?.[1]
    if (before === null && after !== null && short !== undefined && !validRefName(short))
      bad.set(ref, 'This ref name is not allowed')
  }
  return bad
}

const reasonsOf = (refused: ReadonlyMap<string, string>): readonly string[] => [...new Set(refused.values())]

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

/** Settings of git as it reads them from its environment. */
function configuration(values: readonly (readonly [string, string])[]): Record<string, string> {
  const pairs = values.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(values.length), ...Object.fromEntries(pairs) }
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
