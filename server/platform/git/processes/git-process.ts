import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'

export type GitProcess = {
  /** Null where no input was wanted. */
  readonly stdin: Writable | null
  readonly stdout: Readable
  /** Part of the output may still be unread. */
  readonly hasExited: boolean
  /**
   * Settles when the process has ended and its output was read.
   *
   * @throws NotStarted  there is no such folder, or no git
   * @throws CutOff  the spawner found no way to the server, so it started nothing
   * @throws Unavailable  the spawner ended before it
   */
  readonly ended: Promise<Ending>
  /** Signal the process and all that it started, if they are still there. */
  signal(name: SignalName): void
  /** Whether our own process waits for this one; it does until told otherwise. */
  hold(isHeld: boolean): void
}

export type Ending = { readonly code: number | null; readonly stderr: string }
export type SignalName = 'SIGTERM' | 'SIGKILL'

export type GitCommand = {
  readonly args: readonly string[]
  readonly cwd: string
  /** All that git sees of its surroundings. */
  readonly env: Readonly<Record<string, string>>
  readonly hasInput: boolean
  readonly memory: GitMemory
  /** Leaves the processor to all others that want it; default false. */
  readonly yields?: boolean
  /** CPU seconds for the command, and for each process that it starts; SIGXCPU ends one that exceeds them. */
  readonly cpuSeconds?: number | undefined
}

/**
 * `usual` is bounded; so is `transfer`, for the packs of clients, which can name far more than they hold; `large` is
 * for commands that read or write our own packs.
 */
export type GitMemory = 'usual' | 'transfer' | 'large'

export class NotStarted extends Error {
  constructor() {
    super('git could not be started')
    this.name = 'NotStarted'
  }
}

export class CutOff extends NotStarted {}

/** The time that git may take to clean up after its input has ended, before it gets a signal. */
const graceMs = 3_000

/** An order to the spawner; a token opens the connection for git's output, a second one that for its input. */
export type Order =
  | { readonly id: number; readonly signal: SignalName }
  | ({ readonly id: number; readonly tokens: readonly string[] } & Omit<GitCommand, 'hasInput' | 'memory'>)

/**
 * A message of the spawner: git runs, could not be started (because the server cannot be reached any more), or has
 * ended.
 */
export type News = { readonly id: number } & (
  | { readonly pid: number }
  | { readonly isCutOff: boolean }
  | { readonly code: number | null; readonly stderr: string }
)

type Spawner = {
  readonly signal: (name: SignalName) => void
  readonly hold: (isHeld: boolean) => void
  readonly gone: () => void
}

export class SpawnedProcess implements GitProcess {
  readonly #hasInput: boolean
  readonly #by: Spawner
  readonly #connected = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<Ending>()
  #stdin: Socket | null = null
  #stdout: Socket | null = null
  #pid: number | null = null
  #ending: Ending | null = null
  #failure: Error | null = null
  #grace: NodeJS.Timeout | undefined
  #isHeld = false
  #isOver = false

  constructor(hasInput: boolean, by: Spawner) {
    this.#hasInput = hasInput
    this.#by = by
    this.ended.catch(this.#connected.reject)
    this.hold(true)
  }

  /** Resolves once the input and output are connected. */
  get connected(): Promise<void> {
    return this.#connected.promise
  }

  get ended(): Promise<Ending> {
    return this.#ended.promise
  }

  get stdin(): Writable | null {
    return this.#stdin
  }

  get stdout(): Readable {
    return this.#stdout! // handed out only once connected
  }

  get hasExited(): boolean {
    return this.#isOver || this.#ending !== null
  }

  takeOutput(socket: Socket): void {
    this.#stdout = socket
    socket.once('close', () => this.#finish())
    if (!this.#hasInput || this.#stdin !== null) this.#connected.resolve()
  }

  takeInput(socket: Socket): void {
    this.#stdin = socket
    if (this.#failure !== null) socket.destroy()
    if (this.#stdout !== null) this.#connected.resolve()
  }

  hear(news: News): void {
    if ('pid' in news) this.#pid = news.pid
    else if ('isCutOff' in news) this.#fail(news.isCutOff ? new CutOff() : new NotStarted())
    else {
      this.#ending = { code: news.code, stderr: news.stderr }
      this.#pid = null
      this.#stdin?.destroy()
      this.#finish()
    }
  }

  /**
   * The spawner has ended, and git runs without it. The end of its input tells it to stop and to remove what it
   * received; a signal reaches its children at the same time, which then write to a folder that is being removed.
   */
  lost(error: Error): void {
    // A process that has ended by itself only needs its output read.
    if (this.#isOver || this.#ending !== null || this.#failure !== null) return
    this.#failure = error
    this.#stdin?.destroy()
    if (this.#stdout === null) this.#fail(error)
    else this.#grace = setTimeout(() => this.signal('SIGTERM'), graceMs)
  }

  signal(name: SignalName): void {
    if (this.#ending !== null || this.#isOver) return
    if (this.#failure === null) {
      this.#by.signal(name)
      return
    }
    if (this.#pid !== null) signalGroup(this.#pid, name)
    this.#fail(this.#failure)
  }

  hold(isHeld: boolean): void {
    if (this.#isOver || this.#isHeld === isHeld) return
    this.#isHeld = isHeld
    this.#by.hold(isHeld)
    for (const socket of [this.#stdin, this.#stdout]) {
      if (isHeld) socket?.ref()
      else socket?.unref()
    }
  }

  #finish(): void {
    // The output ends with the last process that writes to it.
    if (this.#failure !== null && this.#stdout?.readableEnded === true) this.#fail(this.#failure)
    if (this.#isOver || this.#ending === null || this.#stdout?.destroyed !== true) return
    this.#over()
    this.#ended.resolve(this.#ending)
  }

  #fail(error: Error): void {
    if (this.#isOver) return
    this.#over()
    this.#stdin?.destroy()
    this.#stdout?.destroy()
    this.#ended.reject(error)
  }

  #over(): void {
    clearTimeout(this.#grace)
    this.hold(false)
    this.#isOver = true
    this.#by.gone()
  }
}

function signalGroup(pid: number, name: SignalName): void {
  try {
    process.kill(-pid, name)
  } catch {
    // The process has ended as well.
  }
}
