import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { NotFound, TooLarge, Unavailable } from '#server/errors.ts'
import { lane } from '#server/platform/limits/lane.ts'
import { requestersNow } from '#server/platform/limits/requester.ts'
import { ownTurn } from '#server/platform/limits/turns.ts'
import { type Ending, type GitMemory, type GitProcess, NotStarted } from './processes/git-process.ts'
import { startGit } from './processes/spawner.ts'
import { endStalledReader } from './stalled-reader.ts'

export type GitOptions = {
  readonly input?: string | Uint8Array | Readable
  /** Most bytes of output to take, then TooLarge. */
  readonly maxBytes?: number
  readonly timeoutMs?: number
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Exit codes besides 0 that are an answer, not a failure. */
  readonly accept?: readonly number[]
  /**
   * Transfers (clone, fetch, push, archive) may take minutes, so they queue apart from the pages' short reads. One
   * person may have fewer pushes at the same time: each may need much memory, and its sender decides how long it takes.
   * `held`: no place of its own, as the caller has the place of a process that it does not read meanwhile, and must not
   * wait for another one.
   */
  readonly lane?: 'page' | 'transfer' | 'push' | 'held'
  /** Default `usual`. */
  readonly memory?: GitMemory
  /** Leaves the processor to pages: for commands that compute for seconds. Default false. */
  readonly yields?: boolean
  /** CPU seconds for the command, and for each process that it starts; default unlimited. */
  readonly cpuSeconds?: number
  /**
   * The way to end it early: `kill`, or first only close its input, so that git can tidy up after its own children. A
   * signal reaches them all at once, and the one that removes a folder loses to the one that still writes there.
   */
  readonly ending?: 'kill' | 'hang-up'
}

type GitResult = { readonly stdout: Buffer; readonly stderr: string; readonly code: number }

/** git ended with an unexpected code. A caller who knows its meaning translates it; otherwise it is a bug. */
export class GitFailed extends Error {
  readonly code: number | null
  readonly stderr: string
  constructor(args: readonly string[], code: number | null, stderr: string) {
    super(`git ${args[0] ?? ''} exited with ${code ?? 'a signal'}: ${stderr.trim().slice(0, 500)}`)
    this.name = 'GitFailed'
    this.code = code
    this.stderr = stderr
  }
}

const transfers = lane({ what: 'Git transfers', atOnce: 16, waiting: 500, waitMs: 60_000 })

/** One requester leaves places to others, as they can request work that takes git its whole time limit. */
const lanes = {
  page: { lane: lane({ what: 'Git operations', atOnce: 8, waiting: 500, waitMs: 20_000 }), ofOne: 4 },
  transfer: { lane: transfers, ofOne: 12 },
  push: { lane: transfers, ofOne: 2 },
}

/** Wait for a place. @returns gives it back */
export async function enterLane(
  kind: keyof typeof lanes | 'held',
  signal: AbortSignal | undefined,
): Promise<() => void> {
  if (kind === 'held') return () => undefined
  const of = requestersNow()
  const { lane, ofOne } = lanes[kind]
  return lane.enter(signal, ...(of.owners.length === 0 ? [] : [{ of, kind, most: ofOne }]))
}

const defaultMaxBytes = 64 * 1024 * 1024
const defaultTimeoutMs = 30_000
const graceMs = 3_000
/** The message of git and its libraries. */
const outOfMemory = /\b(?:out of memory|cannot allocate memory)\b/i
/** Git's report that SIGXCPU ended a process that it had started. */
const outOfTime = /\bdied of signal 24\b/

/** Whether a process that git started exceeded its CPU time. */
export const tookTooLong = ({ stderr }: { readonly stderr: string }): boolean => outOfTime.test(stderr)

/** The environment of git: our configuration, no terminal, no user's home, paths taken as they are. */
export const surroundings: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
  HOME: '/nonexistent',
  LC_ALL: 'C',
  TZ: 'UTC',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: join(import.meta.dirname, 'gitconfig'),
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_NO_LAZY_FETCH: '1',
  // Commits are cached by id for all repositories, so `refs/replace/*` and `info/grafts` of one repository must not change them.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/nonexistent',
  GIT_OPTIONAL_LOCKS: '0',
}

/**
 * Run one git command in a bare repository and collect its output.
 *
 * @param repo  absolute path of the bare repository, or null for a command that needs none
 * @param args  the caller puts everything a person typed behind `--end-of-options` or `--`
 * @throws GitFailed  with stderr, for an exit code that is neither 0 nor in `accept`
 * @throws TooLarge  more than `maxBytes` (64 MiB) came out
 * @throws NotFound  there is no such folder
 * @throws Unavailable  it took longer than `timeoutMs` (30 s), it needed more memory than it may, or the queue is full
 */
export async function git(repo: string | null, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const running = await begin(repo, args, options, options.input !== undefined)
  const maxBytes = options.maxBytes ?? defaultMaxBytes
  const chunks: Buffer[] = []
  const tooLarge = () => new TooLarge(`git ${args[0] ?? ''} returned more than ${maxBytes} bytes`)
  let size = 0
  running.child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) running.stop(tooLarge())
    else chunks.push(chunk)
  })
  feed(running.child, options.input)
  const { code, stderr } = await running.ended
  if (size > maxBytes) throw tooLarge()
  return { stdout: Buffer.concat(chunks, size), stderr, code }
}

/**
 * Run one git command and stream its output. The stream fails as `git` fails, also after some output; destroying it
 * (or leaving a `for await`) ends the process.
 */
export async function gitStream(
  repo: string | null,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Readable> {
  const running = await begin(repo, args, options, options.input !== undefined)
  feed(running.child, options.input)
  return outputOf(running, options)
}

type Begun = {
  readonly child: GitProcess
  /** Settles when the process has ended and its output was read. */
  readonly ended: Promise<{ readonly code: number; readonly stderr: string }>
  /** End the whole process group; `ended` rejects with the reason. */
  stop(reason: unknown): void
  readonly isTransfer: boolean
}

export type Running = Begun & { readonly child: { readonly stdin: Writable } }

/** Start one git process in its own group, within the lane's and the time limits. Most callers want `git` or `gitStream`. */
export async function start(repo: string | null, args: readonly string[], options: GitOptions): Promise<Running> {
  return (await begin(repo, args, options, true)) as Running // with input, there is a stdin
}

async function begin(
  repo: string | null,
  args: readonly string[],
  options: GitOptions,
  hasInput: boolean,
): Promise<Begun> {
  const release = await enterLane(options.lane ?? 'page', options.signal)
  try {
    const child = await startGit({
      args: repo === null ? args : ['--git-dir', repo, ...args],
      cwd: repo ?? '/',
      env: { ...surroundings, ...options.env },
      hasInput,
      memory: options.memory ?? 'usual',
      yields: options.yields ?? false,
      cpuSeconds: options.cpuSeconds,
    })
    return watch(child, repo, args, options, release)
  } catch (error) {
    release()
    throw startFailure(repo, error)
  }
}

function watch(
  child: GitProcess,
  repo: string | null,
  args: readonly string[],
  { signal, timeoutMs = defaultTimeoutMs, accept = [], ending = 'kill', lane: kind = 'page' }: GitOptions,
  release: () => void,
): Begun {
  let reason: { readonly error: unknown } | null = null
  let killTimer: NodeJS.Timeout | undefined
  const stop = (error: unknown) => {
    if (reason !== null || child.hasExited) return
    reason = { error }
    if (ending === 'kill') kill()
    else {
      child.stdin?.end()
      killTimer = setTimeout(kill, graceMs)
    }
  }
  const kill = () => {
    child.signal('SIGTERM')
    // A stopped process does not get to say more: without this a full pipe would keep it, and us, waiting.
    child.stdout.destroy()
    killTimer = setTimeout(() => child.signal('SIGKILL'), graceMs)
  }
  const onAbort = () => stop(signal?.reason)
  const timer = setTimeout(
    () => stop(new Unavailable(`git ${args[0] ?? ''} took longer than ${timeoutMs} ms`)),
    timeoutMs,
  )
  signal?.addEventListener('abort', onAbort, { once: true })
  const ended = child.ended
    .finally(() => {
      clearTimeout(timer)
      clearTimeout(killTimer)
      signal?.removeEventListener('abort', onAbort)
      release()
    })
    .then(
      ({ code, stderr }) => {
        if (reason !== null) throw reason.error
        if (code !== null && (code === 0 || accept.includes(code))) return { code, stderr }
        throw failureOf(args, { code, stderr })
      },
      error => {
        throw startFailure(repo, error)
      },
    )
  // The caller that awaits `ended` handles the error; for a stream that was destroyed first there is no caller left.
  ended.catch(() => undefined)
  if (signal?.aborted) stop(signal.reason)
  return { child, ended, stop, isTransfer: kind === 'transfer' || kind === 'push' }
}

/** The error for an unexpected exit code of git. */
export function failureOf(args: readonly string[], { code, stderr }: Ending): Error {
  const failure = new GitFailed(args, code, stderr)
  if (!outOfMemory.test(stderr)) return failure
  return new Unavailable(`git ${args[0] ?? ''} needed too much memory`, { cause: failure })
}

/** A missing folder and a missing git look alike to the system. */
export function startFailure(repo: string | null, error: unknown): unknown {
  if (!(error instanceof NotStarted)) return error
  if (repo !== null && !existsSync(repo)) return new NotFound('Repository', { cause: error })
  return new Unavailable('git could not be started', { cause: error })
}

/** Give the process its input; it may close its end early, which its exit code explains better than EPIPE. */
function feed({ stdin }: GitProcess, input: GitOptions['input']): void {
  if (stdin === null) return
  if (input instanceof Readable) pipeline(input, stdin).catch(() => stdin.end())
  else stdin.end(input)
}

type OutputOptions = {
  readonly maxBytes?: number
  /** The most output to buffer before it is read. */
  readonly readAheadBytes?: number
}

/** The process's output as a stream that ends only once the exit code is known to be good. */
export function outputOf(
  running: Begun,
  { maxBytes = Number.POSITIVE_INFINITY, readAheadBytes = 256 * 1024 }: OutputOptions = {},
): Readable {
  const { stdout } = running.child
  let size = 0
  const output = new Readable({
    highWaterMark: readAheadBytes,
    read() {
      stdout.resume()
    },
    destroy(error, done) {
      running.stop(error ?? new Unavailable('The reader disconnected'))
      stdout.destroy()
      done(error)
    },
  })
  stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) output.destroy(new TooLarge(`git returned more than ${maxBytes} bytes`))
    else if (!output.push(chunk)) stdout.pause()
    else if (running.isTransfer) {
      // Reading resumes in a turn of its own: many processes that send as fast as they can would fill the event loop.
      stdout.pause()
      ownTurn().then(() => stdout.resume())
    }
  })
  stdout.pause()
  endStalledReader(output, () => size)
  // The reader handles the error as well; without a reader it must not end the server.
  output.on('error', () => {})
  running.ended.then(
    () => output.push(null),
    error => output.destroy(error),
  )
  return output
}
