import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { Unavailable } from '#server/errors.ts'
import {
  CutOff,
  type GitCommand,
  type GitMemory,
  type GitProcess,
  type News,
  type Order,
  SpawnedProcess,
} from './git-process.ts'
import { isStopped } from './is-stopped.ts'
import { makeSocketFolder } from './socket-folder.ts'
import { spawnerProgram } from './spawner-program.ts'

/** A server without work keeps no spawner. */
const idleMs = 60_000
/** A spawner that takes longer for one process is taken for hung. */
const patienceMs = 30_000
/**
 * A spawner that is found stopped twice in a row, at this interval, is given up; a busy machine makes a spawner slow,
 * but does not stop it.
 */
const lookMs = 2_000
/** The memory of the spawner is copied with each process. */
const spawnerFlags = ['--jitless', '--v8-pool-size=1', '--max-old-space-size=64', '--max-semi-space-size=1']
const tokenChars = 32
/**
 * Bytes of data that one process of the usual memory may have: with a few objects, a commit can name a tree with more
 * files than fit into the memory of the machine, and git would use it all up before its time limit.
 */
const usualBytes = Math.min(Math.max(totalmem() / 16, 512 * 1024 * 1024), 1024 * 1024 * 1024)
/** A pack of a few kilobytes can describe objects of gigabytes, which git takes into memory one by one. */
const transferBytes = Math.min(Math.max(totalmem() / 8, 1024 * 1024 * 1024), 4 * 1024 * 1024 * 1024)
const bytesOf: Record<GitMemory, number | null> = { usual: usualBytes, transfer: transferBytes, large: null }

/** Sets the limit and becomes the program that follows. A machine that has a lower one already keeps that. */
const bounding = (bytes: number) =>
  ['/bin/sh', '-c', 'ulimit -d "$0" 2>/dev/null; exec "$@"', String(Math.floor(bytes / 1024))] as const

const newToken = () => randomBytes(tokenChars / 2).toString('hex')

/** One spawner for each kind, as processes inherit their limit. */
const current: Record<GitMemory, Spawner | null> = { usual: null, transfer: null, large: null }
let started = 0

/**
 * Start git by way of the spawner, a small process: a fork of the server itself would hold up all requests while its
 * page tables are copied.
 *
 * @throws NotStarted, Unavailable  as `ended`, when that is known at once
 */
export async function startGit(command: GitCommand): Promise<GitProcess> {
  started += 1
  try {
    return await startOnce(command)
  } catch (error) {
    // git did not run, and the spawner is given up, so another try repeats no change.
    if (error instanceof CutOff) return startOnce(command)
    throw error
  }
}

function startOnce(command: GitCommand): Promise<GitProcess> {
  return spawnerOf(command.memory).start(command)
}

/** Start the spawner ahead of a process that follows within a minute: a process that finds none waits some 100 ms for it. */
export function startSpawner(memory: GitMemory): void {
  spawnerOf(memory).stay()
}

function spawnerOf(memory: GitMemory): Spawner {
  current[memory] ??= new Spawner(memory)
  return current[memory]
}

/** Count the processes that `run` starts, for tests. */
export async function processesOf(run: () => Promise<unknown>): Promise<number> {
  const before = started
  await run()
  return started - before
}

/** The id of the spawner's process, for tests; null when there is none. */
export function spawnerPid(memory: GitMemory = 'usual'): number | null {
  return current[memory]?.pid ?? null
}

class Spawner {
  readonly #memory: GitMemory
  readonly #folder = makeSocketFolder()
  readonly #server: Server
  readonly #child: ChildProcess
  readonly #running = new Map<number, SpawnedProcess>()
  /** The handler of the connection that begins with a token. */
  readonly #expected = new Map<string, (socket: Socket) => void>()
  readonly #idle: NodeJS.Timeout
  readonly #look: NodeJS.Timeout
  #wasStopped = false
  #lastId = 0
  #held = 0
  #unread = ''

  constructor(memory: GitMemory) {
    this.#memory = memory
    const path = join(this.#folder, 'socket')
    this.#server = createServer({ allowHalfOpen: true }, socket => this.#welcome(socket))
    this.#server.once('error', () => this.#end()).listen(path)
    const program = [process.execPath, ...spawnerFlags, '--eval', `(${spawnerProgram})()`, path]
    const bytes = bytesOf[memory]
    const [command = '', ...args] = bytes === null ? program : [...bounding(bytes), ...program]
    this.#child = spawn(command, args, {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    })
    this.#child.once('error', () => this.#end()).once('close', () => this.#end())
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
    this.#idle = setTimeout(() => this.#retireWhenIdle(), idleMs)
    this.#look = setInterval(() => this.#lookAfter(), lookMs)
    for (const handle of [this.#server, this.#child, this.#idle, this.#look, ...this.#pipes()]) handle.unref()
  }

  get pid(): number | null {
    return this.#child.pid ?? null
  }

  async start({
    args,
    cwd,
    env,
    hasInput,
    yields = false,
    cpuSeconds,
  }: Omit<GitCommand, 'memory'>): Promise<GitProcess> {
    this.#lastId += 1
    const id = this.#lastId
    const tokens = [newToken(), ...(hasInput ? [newToken()] : [])]
    const running = new SpawnedProcess(hasInput, {
      signal: name => this.#say({ id, signal: name }),
      hold: isHeld => this.#hold(isHeld),
      gone: () => this.#forget(id),
    })
    this.#running.set(id, running)
    tokens.forEach((token, at) => {
      this.#expected.set(token, socket => (at === 0 ? running.takeOutput(socket) : running.takeInput(socket)))
    })
    const late = setTimeout(() => this.#end(), patienceMs)
    this.#say({ id, args, cwd, env, tokens, yields, cpuSeconds })
    try {
      await running.connected
      return running
    } finally {
      clearTimeout(late)
      for (const token of tokens) this.#expected.delete(token)
    }
  }

  /** Begin anew to wait for work; a spawner that waits too long ends. */
  stay(): void {
    this.#idle.refresh()
  }

  #welcome(socket: Socket): void {
    const take = () => {
      const token: Buffer | null = socket.read(tokenChars)
      if (token === null) return
      socket.off('readable', take)
      const expected = this.#expected.get(token.toString('latin1'))
      if (expected === undefined) socket.destroy()
      else expected(socket)
    }
    socket
      .on('error', () => undefined)
      .on('readable', take)
      .once('end', () => socket.destroy())
  }

  #say(order: Order): void {
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`)
  }

  #hear(text: string): void {
    const lines = `${this.#unread}${text}`.split('\n')
    this.#unread = lines.pop() ?? ''
    for (const line of lines) {
      const news: News = JSON.parse(line)
      // The socket is gone: another spawner will have one.
      if ('isCutOff' in news && news.isCutOff) this.#retire()
      this.#running.get(news.id)?.hear(news)
    }
  }

  #hold(isHeld: boolean): void {
    this.#held += isHeld ? 1 : -1
    for (const pipe of this.#pipes()) {
      if (this.#held > 0) pipe.ref()
      else pipe.unref()
    }
  }

  #pipes(): readonly Socket[] {
    // Pipes to a child are sockets, which the types do not say.
    return [this.#child.stdin, this.#child.stdout].filter(pipe => pipe !== null) as unknown as Socket[]
  }

  #forget(id: number): void {
    this.#running.delete(id)
    this.stay()
    if (current[this.#memory] !== this) this.#retireWhenIdle()
  }

  #lookAfter(): void {
    const isStill = this.pid !== null && isStopped(this.pid)
    if (isStill && this.#wasStopped) this.#end()
    this.#wasStopped = isStill
  }

  #retireWhenIdle(): void {
    if (this.#running.size > 0) return
    this.#retire()
    this.#child.stdin?.end()
  }

  /** Leave later commands to another spawner. */
  #retire(): void {
    if (current[this.#memory] === this) current[this.#memory] = null
  }

  #end(): void {
    this.#retire()
    clearTimeout(this.#idle)
    clearInterval(this.#look)
    this.#server.close()
    this.#child.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
    const failure = new Unavailable('The process that starts Git exited')
    for (const running of [...this.#running.values()]) running.lost(failure)
  }
}
