import type { SpawnOptions } from 'node:child_process'
import type { Socket } from 'node:net'
import type { News, Order, SignalName } from './git-process.ts'

/**
 * Starts git for the server: so small a process is copied quickly (docs/decisions/0010-a-small-process-starts-git.md). Its text is all
 * that the process gets, so it uses nothing from outside of it but types.
 */
export function spawnerProgram(): void {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const { rmSync, writeFileSync } = process.getBuiltinModule('node:fs')
  const { connect } = process.getBuiltinModule('node:net')
  const { setPriority } = process.getBuiltinModule('node:os')
  const { dirname } = process.getBuiltinModule('node:path')
  const socketPath = process.argv.at(-1) ?? ''
  const graceMs = 3_000
  const niceOfYielding = 5
  const keptStderrChars = 8_000
  /** Process groups, by the number that the server gave. */
  const groups = new Map<number, number>()
  let isEnding = false

  // The spawner ends when its server does, which may finish something first when both get a signal.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => undefined)

  let unread = ''
  process.stdin
    .setEncoding('utf8')
    .on('data', (text: string) => {
      const lines = `${unread}${text}`.split('\n')
      unread = lines.pop() ?? ''
      for (const line of lines) obey(JSON.parse(line))
    })
    .on('error', () => undefined)
    .once('close', end)
  process.stdout.on('error', () => undefined)

  function obey(order: Order): void {
    if ('signal' in order) signalGroup(groups.get(order.id), order.signal)
    else begin(order)
  }

  async function begin({
    id,
    args,
    cwd,
    env,
    tokens,
    yields = false,
    cpuSeconds,
  }: Exclude<Order, { signal: SignalName }>): Promise<void> {
    const ways = await Promise.allSettled(tokens.map(wayToServer))
    const [output, input = 'ignore'] = ways.map(way => (way.status === 'fulfilled' ? way.value : undefined))
    try {
      if (isEnding) return
      if (ways.some(way => way.status === 'rejected')) say({ id, isCutOff: true })
      else
        startGit(id, commandOf(args, cpuSeconds), yields, { cwd, env, stdio: [input, output, 'pipe'], detached: true })
    } catch {
      say({ id, isCutOff: false })
    } finally {
      for (const way of ways) if (way.status === 'fulfilled') way.value.destroy()
    }
  }

  function commandOf(args: readonly string[], cpuSeconds: number | undefined): readonly [string, ...string[]] {
    if (cpuSeconds === undefined) return ['git', ...args]
    // Only the soft limit: at the hard limit the process gets SIGKILL, which does not tell why.
    return ['/bin/sh', '-c', 'ulimit -c 0; ulimit -S -t "$0" 2>/dev/null; exec git "$@"', String(cpuSeconds), ...args]
  }

  function startGit(
    id: number,
    [command, ...args]: readonly [string, ...string[]],
    yields: boolean,
    options: SpawnOptions,
  ): void {
    const child = spawn(command, args, options)
    child.once('error', () => say({ id, isCutOff: false }))
    if (child.pid === undefined) return
    if (yields) yieldProcessor(child.pid)
    groups.set(id, child.pid)
    say({ id, pid: child.pid })
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (stderr.length < keptStderrChars) stderr += text
    })
    child.once('close', code => {
      groups.delete(id)
      say({ id, code, stderr })
      if (isEnding && groups.size === 0) process.exit()
    })
  }

  /** Processes that git starts inherit the priority. */
  function yieldProcessor(pid: number): void {
    try {
      setPriority(pid, niceOfYielding)
      // Where Linux schedules sessions as groups, only that of the group counts among them. @source sched(7)
      writeFileSync(`/proc/${pid}/autogroup`, String(niceOfYielding))
    } catch {
      // The process has ended by itself, or the system has no such groups.
    }
  }

  /** A socket for git's output or input, of which nothing is read here. */
  function wayToServer(token: string): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(socketPath).pause()
      socket.once('error', reject)
      socket.write(token, error => (error ? reject(error) : resolve(socket)))
    })
  }

  function signalGroup(pid: number | undefined, name: SignalName): void {
    if (pid === undefined) return
    try {
      process.kill(-pid, name)
    } catch {
      // The process has ended by itself.
    }
  }

  function say(news: News): void {
    if (!isEnding) process.stdout.write(`${JSON.stringify(news)}\n`)
  }

  function end(): void {
    isEnding = true
    rmSync(dirname(socketPath), { recursive: true, force: true })
    if (groups.size === 0) process.exit()
    for (const pid of groups.values()) signalGroup(pid, 'SIGTERM')
    setTimeout(() => {
      for (const pid of groups.values()) signalGroup(pid, 'SIGKILL')
      process.exit()
    }, graceMs)
  }
}
