import { Readable } from 'node:stream'
import { packRefs } from '../maintain.ts'
import { validRefName } from '../refs/ref-name.ts'
import { readRef, toBytes } from '../refs/ref-store.ts'
import { GitFailed, type Running, start, tookTooLong } from '../run.ts'
import type { RefUpdate } from '../writing/update-refs.ts'
import { faultListener } from './object-fault.ts'
import { decodedBody, endOfSection, flushPkt, pkt, protocolVersion, readHead, untilMore } from './pkt-line.ts'
import { blamingClient } from './protocol-fault.ts'
import { pump } from './pump.ts'
import { type Command, type CommandSection, commandSection, parseCommands, parseOptions } from './push-commands.ts'
import { type HookRules, manyRefs, notForward, type PreparedHooks, prepareHooks } from './push-hooks.ts'
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
  /** The limit of the pack. Default 2 GiB. */
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
   * @param options  the options of `git push -o`, one per line
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
const defaultTimeoutMs = 1_800_000

/** A push as its client has announced it, before the pack. */
interface AnnouncedPush extends CommandSection {
  /** The rest of the request: the pack. */
  readonly body: Readable
  /** The options of `git push -o`, one per line. */
  readonly options: readonly string[]
  readonly updates: readonly RefUpdate[]
  /** Refs are only deleted: git sends no pack. */
  readonly isDeletion: boolean
  /** Messages have a band of their own. */
  readonly isBanded: boolean
  /** The request ends with the commands, though the client keeps its side open. */
  readonly hasNoMore: boolean
}

/** A push of which it is known which refs git is asked to move. */
interface JudgedPush extends AnnouncedPush {
  readonly repo: string
  readonly rules: HookRules
  readonly notices: readonly string[]
  /** Reasons by full ref name. */
  readonly refused: ReadonlyMap<string, string>
  readonly ignored: readonly RefUpdate[]
  readonly passing: readonly Command[]
  /** The time in `performance.now`. */
  readonly judgedAtMs: number
}

/** git while it receives a push. */
interface ReceivingGit {
  readonly running: Running
  readonly hooks: PreparedHooks
}

/** The result of a push. */
interface PushOutcome {
  /** git's report; empty without one. */
  readonly report: Buffer
  readonly applied: readonly RefUpdate[]
  /** Sentences from the handlers of the push, for the person. */
  readonly sentences: readonly string[]
}

/**
 * Answer `POST git-receive-pack` (push). git keeps received objects in quarantine until they are complete and checked;
 * an interrupted push leaves nothing.
 *
 * @throws Invalid  the body is not in the git protocol, or broke off within the commands
 */
export async function receivePack(request: ReceivePackRequest): Promise<Readable> {
  const announced = await readCommands(request)
  const { body, commands, isDeletion } = announced
  if (commands.length === 0) {
    body.resume()
    return Readable.from([], { objectMode: false })
  }
  // A client may compress a large pack for minutes before it sends the first byte. It holds no place in the lane meanwhile.
  if (!isDeletion) await untilMore(body, request.timeoutMs ?? defaultTimeoutMs)
  const push = await judge(request, announced)
  if (push.passing.length === 0) return answerWithoutGit(request, push)
  const recheck = rechecked(request, push)
  const git = await startGit(request, push)
  sendToGit(request, push, git, recheck)
  return answerOfGit(request, push, git, recheck)
}

/** Read the commands and options at the head of a push. @throws Invalid  they are malformed, too long or broken off */
async function readCommands({
  body: encoded,
  contentEncoding,
  staysOpen = false,
}: ReceivePackRequest): Promise<AnnouncedPush> {
  const body = decodedBody(encoded, contentEncoding)
  const section = parseCommands(await readHead(body, longestCommands, endOfSection()))
  const { commands, able } = section
  const options =
    commands.length > 0 && able.includes('push-options')
      ? parseOptions(await readHead(body, longestOptions, endOfSection()))
      : []
  const updates = commands.map(({ update }) => update)
  const isDeletion = updates.every(update => update.after === null)
  const isBanded = able.includes('side-band-64k')
  return { ...section, body, options, updates, isDeletion, isBanded, hasNoMore: staysOpen && isDeletion }
}

/** Let `before` judge the commands, and sort them by its verdicts. @throws  the errors of `before` */
async function judge(request: ReceivePackRequest, announced: AnnouncedPush): Promise<JudgedPush> {
  const { commands, updates, able, options } = announced
  const verdict = await request.before(updates, options)
  const { repo, notices = [], ignore = new Set<string>(), refuse = new Map<string, string>(), ...rules } = verdict
  const refused = new Map([...badNames(updates), ...refuse])
  const passing =
    refused.size > 0 && able.includes('atomic')
      ? []
      : commands.filter(({ update: { ref } }) => !refused.has(ref) && !ignore.has(ref))
  const ignored = updates.filter(({ ref }) => ignore.has(ref) && !refused.has(ref))
  return { ...announced, repo, rules, notices, refused, ignored, passing, judgedAtMs: performance.now() }
}

/** Answer a push without updates for git: every ref is refused or ignored. */
async function answerWithoutGit(
  request: ReceivePackRequest,
  { body, able, updates, refused, ignored, notices, isBanded, hasNoMore }: JudgedPush,
): Promise<Readable> {
  if (hasNoMore) body.resume()
  else await swallow(body, request.maxBytes ?? defaultMaxBytes)
  await request.after([])
  const rest = refused.size > 0 ? refusals(updates, refused) : acceptances(ignored)
  const report = [pkt('unpack ok\n'), ...rest, flushPkt]
  const answer = spoken([...notices, ...reasonsOf(refused)], isReported(able) ? Buffer.concat(report) : null, isBanded)
  return Readable.from([answer], { objectMode: false })
}

/** Start git with the hooks of the push, in the lane of pushes. @throws  why it could not start; `after` has heard that nothing moved */
async function startGit(request: ReceivePackRequest, { repo, rules, passing }: JudgedPush): Promise<ReceivingGit> {
  const { protocol, signal, maxBytes = defaultMaxBytes } = request
  try {
    const updates = passing.map(({ update }) => update)
    const hooks = await prepareHooks(repo, rules, updates)
    const started = await start(null, ['receive-pack', '--stateless-rpc', repo], {
      lane: 'push',
      memory: 'transfer',
      timeoutMs: request.timeoutMs ?? defaultTimeoutMs,
      cpuSeconds: request.cpuSeconds ?? defaultCpuSeconds,
      ending: 'hang-up',
      env: {
        ...request.env,
        ...configuration([['receive.maxInputSize', String(Math.max(1, maxBytes))], ...hooks.config]),
        ...hooks.env,
        GIT_PROTOCOL: `version=${protocolVersion(protocol)}`,
      },
      ...(signal?.aborted ? { signal } : {}),
    })
    return { hooks, running: blamingClient(started) }
  } catch (error) {
    await request.after([])
    throw error
  }
}

interface Recheck {
  /** Asks again when the last check is too old. */
  readonly mayGoOn: () => Promise<boolean>
  /** The reason why the push ends without effect; null as long as it goes on. */
  readonly refusal: () => string | null
}

/** Check the rights again while the pack arrives. */
function rechecked({ refusalMeanwhile }: ReceivePackRequest, { passing, judgedAtMs }: JudgedPush): Recheck {
  let refusal: string | null = null
  let checkedAtMs = judgedAtMs
  return {
    refusal: () => refusal,
    mayGoOn: async () => {
      if (refusalMeanwhile === undefined || performance.now() - checkedAtMs < checkedAgainMs) return true
      refusal = await refusalMeanwhile(passing.map(({ update }) => update))
      checkedAtMs = performance.now()
      return refusal === null
    },
  }
}

/** Begin to send git the commands that pass and the pack. A client that leaves meanwhile stops git. */
function sendToGit(
  { signal, maxBytes = defaultMaxBytes }: ReceivePackRequest,
  { body, passing, shallow, able, hasNoMore }: JudgedPush,
  { running }: ReceivingGit,
  { mayGoOn }: Recheck,
): void {
  const { stdin } = running.child
  const onAbort = () => running.stop(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  // The report says which refs moved; a client that did not request it gets none.
  const needed = ['report-status', ...(passing.length > manyRefs ? ['atomic'] : [])]
  stdin.write(commandSection(passing, shallow, [...new Set([...able, ...needed])]))
  // git reads no pack for deletions only; the client may have sent one for a refused ref.
  const arrival = passing.every(({ update }) => update.after === null)
    ? (hasNoMore ? Promise.resolve(body.resume()) : swallow(body, maxBytes)).finally(() => stdin.end())
    : pump(body, stdin, maxBytes * 2 + longestCommands, mayGoOn)
  arrival
    // Too large or not to be checked, git has said so itself by now; broken off, git sees its input end in the middle of the pack and takes the quarantine away itself.
    .catch(() => undefined)
    .finally(() => signal?.removeEventListener('abort', onAbort))
}

/**
 * Pass on git's messages for the person, then the end of the answer once the push is recorded. @returns the answer,
 * destroyed where git fails
 */
function answerOfGit(request: ReceivePackRequest, push: JudgedPush, git: ReceivingGit, { refusal }: Recheck): Readable {
  const output = new Readable({ read: () => undefined })
  const say = (bytes: Buffer | null) => {
    if (!output.destroyed) output.push(bytes)
  }
  const fault = faultListener()
  const answer = gitAnswer(push.isBanded, bytes => {
    fault.hear(bytes)
    // A pack that was refused was not given to git to the end.
    if (refusal() === null) say(bytes)
  })
  git.running.child.stdout.on('data', answer.take)
  const conclude = async () => {
    const ending = endingOf(git)
    // git reports once the refs have moved: the push is recorded while git exits.
    await Promise.race([answer.reported, ending])
    const outcome = await recordOutcome(request, push, answer.report())
    const { failure, isTooMuch } = await ending
    const late = refusal()
    if (late !== null && isReported(push.able)) say(endOfRefused(push, outcome, late))
    else if (failure !== null) throw failure.error
    else say(endOfAnswer(push, outcome, isTooMuch ? [tooMuchTime] : fault.advice()))
    say(null)
  }
  conclude().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

/** The end of git: its failure, and whether it had used up its CPU time. Its hooks are then removed. */
const endingOf = ({ running, hooks }: ReceivingGit) =>
  running.ended
    .then(
      ended => ({ failure: null, isTooMuch: tookTooLong(ended) }),
      (error: unknown) => ({ failure: { error }, isTooMuch: error instanceof GitFailed && tookTooLong(error) }),
    )
    .finally(() => hooks.clear())

/** Find out which refs have moved, and tell `after`. @param report  of git; one that is not whole counts for nothing */
async function recordOutcome(
  request: ReceivePackRequest,
  { repo, passing }: JudgedPush,
  report: Buffer,
): Promise<PushOutcome> {
  const updates = passing.map(({ update }) => update)
  const applied = await appliedOf(repo, updates, isWhole(report) ? acceptedRefs(report) : null)
  // Refs are packed before they are read; if packing fails, the next maintenance does it.
  if (applied.length > manyRefs) await packRefs(repo).catch(() => undefined)
  return { report, applied, sentences: await request.after(applied) }
}

/** The end of the answer to a push whose rights have gone while its pack arrived. */
function endOfRefused(
  { passing, refused, ignored, notices, isBanded }: JudgedPush,
  { applied }: PushOutcome,
  refusal: string,
): Buffer {
  const late = passing.flatMap(({ update }) => (applied.includes(update) ? [] : [[update.ref, refusal] as const]))
  const report = [
    pkt('unpack ok\n'),
    ...acceptances([...applied, ...ignored]),
    ...refusals([], new Map([...refused, ...late])),
    flushPkt,
  ]
  return spoken([...notices, ...reasonsOf(refused), refusal], Buffer.concat(report), isBanded)
}

/** The end of the answer to a push that git has taken or refused. @param advice  about the objects that git has refused */
function endOfAnswer(
  { rules: { forwardMessage }, able, refused, ignored, notices, isBanded }: JudgedPush,
  { report, sentences }: PushOutcome,
  advice: readonly string[],
): Buffer {
  // The hook prints this sentence itself; git's setting prints none.
  const reasons = forwardMessage !== undefined && report.includes(` ${notForward}\n`) ? [forwardMessage] : []
  const whole = [report.subarray(0, -flushPkt.length), ...acceptances(ignored), ...refusals([], refused), flushPkt]
  return spoken(
    [...notices, ...reasonsOf(refused), ...reasons, ...advice, ...sentences],
    isReported(able) && isWhole(report) ? Buffer.concat(whole) : null,
    isBanded,
  )
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

/** Read an unwanted pack to its end, so that the client gets to read the answer. */
async function swallow(body: Readable, maxBytes: number): Promise<void> {
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) return
    }
  } catch {
    // The connection broke: there is no client to answer either.
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

/** The updates that took place; without a report, those whose ref has the requested value now. */
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
