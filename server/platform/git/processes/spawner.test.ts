import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Unavailable } from '#server/errors.ts'
import { objectInfo } from '../cat-file.ts'
import { git, start, surroundings } from '../run.ts'
import { type TestRepository, testRepository } from '../test-repository.ts'
import { advertiseRefs } from '../transport/advertise.ts'
import { spawnerPid, startGit } from './spawner.ts'

let here: TestRepository
let head: string
beforeAll(async () => {
  here = await testRepository()
  head = await here.commit({ 'a.txt': 'one\n', 'big.txt': 'x'.repeat(3_000_000) })
})
afterAll(() => here.remove())

const batch = (command = 'cat-file --batch') =>
  startGit({
    args: ['--git-dir', here.repo, ...command.split(' ')],
    cwd: '/',
    env: surroundings,
    hasInput: true,
    memory: 'usual',
  })

test('git ends with its code and its message, or with no code after a signal', async () => {
  const failing = await batch('cat-file blob nothing')
  expect(await text(failing.stdout)).toBe('')
  expect(await failing.ended).toEqual({ code: 128, stderr: expect.stringContaining('nothing') })
  const killed = await batch()
  killed.signal('SIGKILL')
  killed.stdout.resume()
  expect(await killed.ended).toEqual({ code: null, stderr: '' })
})

test('output comes while the input is open, and goes on after it has ended', async () => {
  const reading = await batch()
  let output = ''
  reading.stdout.setEncoding('latin1').on('data', (chunk: string) => {
    output += chunk
  })
  reading.stdin?.write('main:a.txt\n')
  await expect.poll(() => output).toMatch(/ blob 4\none\n\n$/)
  reading.stdin?.end('main:big.txt\nmain:a.txt\n')
  expect(await reading.ended).toEqual({ code: 0, stderr: '' })
  expect(output.length).toBeGreaterThan(3_000_000)
  expect(output).toMatch(/ blob 4\none\n\n$/)
})

test('without input git finds it empty', async () => {
  const { stdout } = await git(here.repo, ['hash-object', '--stdin'])
  expect(stdout.toString().trim()).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391')
})

test('arguments and surroundings arrive as they are, and nothing of the server’s own', async () => {
  const odd = 'a\n\r\u2028"\\\' ü\u{1f600}'
  const env = { ODD: odd }
  const shown = await git(here.repo, ['-c', `odd.name=${odd}`, 'config', '--null', 'odd.name'])
  expect(shown.stdout.toString()).toBe(`${odd}\0`)
  const { stdout } = await git(here.repo, ['-c', 'alias.env=!env -0', 'env'], { env })
  const seen = new Map(
    stdout
      .toString()
      .split('\0')
      .map(line => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]),
  )
  expect(seen.get('ODD')).toBe(odd)
  // git and the shell of the alias add their own.
  const own = [...seen.keys()].filter(
    name => !(name in surroundings) && !/^(ODD|PWD|OLDPWD|SHLVL|_|GIT_.*|)$/.test(name),
  )
  expect(own).toEqual([])
})

test('the refs advertised for a push start the spawner that the push needs; those for a fetch start none', async () => {
  // Test files share a process, in which another test may have started one.
  const former = spawnerPid('transfer')
  if (former !== null) process.kill(former, 'SIGKILL')
  await expect.poll(() => spawnerPid('transfer')).toBeNull()
  await advertiseRefs(here.repo, 'git-upload-pack', undefined)
  expect(spawnerPid('transfer')).toBeNull()
  await advertiseRefs(here.repo, 'git-receive-pack', undefined)
  const expected = spawnerPid('transfer')
  expect(expected).not.toBeNull()
  await git(null, ['version'], { memory: 'transfer' })
  expect(spawnerPid('transfer')).toBe(expected)
})

test('a spawner that dies fails running processes, and the next process has another', async () => {
  const running = await start(here.repo, ['cat-file', '--batch'], {})
  const silent = git(here.repo, ['-c', 'alias.wait=!sleep 1000', 'wait'])
  expect((await objectInfo(here.repo, 'main'))?.oid).toBe(head)
  // Started after them, so they run by now.
  await git(here.repo, ['rev-parse', 'main'])
  const spawner = spawnerPid() ?? 0
  const children = childrenOf(spawner)
  // These two and the reader; others of this worker may be idle.
  expect(children.length).toBeGreaterThanOrEqual(3)
  process.kill(spawner, 'SIGKILL')
  await expect(running.ended).rejects.toThrow(Unavailable)
  await expect(silent).rejects.toThrow(Unavailable)
  await expect.poll(() => children.filter(isAlive)).toEqual([])
  expect((await git(here.repo, ['rev-parse', 'main'])).stdout.toString().trim()).toBe(head)
  expect((await objectInfo(here.repo, 'main'))?.oid).toBe(head)
  expect(spawnerPid()).not.toBe(spawner)
})

test('processes that are still to be started fail as well when the spawner dies', async () => {
  await git(here.repo, ['rev-parse', 'main'])
  const starting = Array.from({ length: 4 }, () => git(here.repo, ['rev-parse', 'main']))
  process.kill(spawnerPid() ?? 0, 'SIGKILL')
  const ends = await Promise.allSettled(starting)
  for (const each of ends) {
    if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(Unavailable)
    else expect(each.value.stdout.toString().trim()).toBe(head)
  }
  expect((await git(here.repo, ['rev-parse', 'main'])).stdout.toString().trim()).toBe(head)
})

test('a stopped command ends its children', async () => {
  const wait = 'alias.wait=!sleep 1000'
  const waiting = await start(here.repo, ['-c', wait, 'wait'], {})
  const children = () => childrenOf(spawnerPid() ?? 0).filter(pid => commandOf(pid).includes(wait))
  await expect.poll(() => children().flatMap(childrenOf)).toHaveLength(1)
  const grandchildren = children().flatMap(childrenOf)
  waiting.stop(new Unavailable('enough'))
  await expect(waiting.ended).rejects.toThrow('enough')
  await expect.poll(() => grandchildren.filter(isAlive)).toEqual([])
})

test('only our own user finds the socket, and a connection needs a token', async () => {
  await git(here.repo, ['rev-parse', 'main'])
  const socketPath = commandOf(spawnerPid() ?? 0).at(-1) ?? ''
  expect(statSync(dirname(socketPath)).mode & 0o777).toBe(0o700)
  for (const said of ['0'.repeat(32), 'short', '']) {
    const stranger = connect(socketPath).resume()
    stranger.end(said)
    await once(stranger, 'close')
  }
  expect((await git(here.repo, ['rev-parse', 'main'])).stdout.toString().trim()).toBe(head)
})

test('without its socket a spawner is given up, and what it could not start is started by the next', async () => {
  await git(here.repo, ['rev-parse', 'main'])
  const spawner = spawnerPid() ?? 0
  rmSync(socketFolderOf(spawner), { recursive: true })
  const ends = await Promise.all(['main', 'main'].map(name => git(here.repo, ['rev-parse', name])))
  expect(ends.map(({ stdout }) => stdout.toString().trim())).toEqual([head, head])
  expect(spawnerPid()).not.toBe(spawner)
})

test('a spawner that is stopped is given up long before git’s own limit of time', async () => {
  await git(here.repo, ['rev-parse', 'main'])
  const spawner = spawnerPid() ?? 0
  process.kill(spawner, 'SIGSTOP')
  await expect(git(here.repo, ['rev-parse', 'main'], { timeoutMs: 600_000 })).rejects.toThrow(Unavailable)
  await expect.poll(() => isAlive(spawner)).toBe(false)
  expect((await git(here.repo, ['rev-parse', 'main'])).stdout.toString().trim()).toBe(head)
}, 20_000)

test('a push whose spawner is killed while its pack arrives leaves nothing in the repository', async () => {
  const objects = join(here.repo, 'objects')
  const before = readdirSync(objects)
  const server = startServer('receives')
  const [line] = await once(server.stdout!, 'data')
  const quarantines = () => readdirSync(objects).filter(name => name.startsWith('tmp_objdir-'))
  await expect.poll(quarantines).toHaveLength(1)
  process.kill(Number(line), 'SIGKILL')
  await once(server, 'exit')
  expect(readdirSync(objects)).toEqual(before)
})

test('a start removes the socket folders of servers that were killed together with their spawners, and no others', async () => {
  const server = startServer('stays')
  const [line] = await once(server.stdout!, 'data')
  const spawner = Number(line)
  const dead = socketFolderOf(spawner)
  await git(here.repo, ['rev-parse', 'main'])
  const alive = socketFolderOf(spawnerPid() ?? 0)
  const ended = once(server, 'exit')
  for (const pid of [spawner, server.pid ?? 0]) process.kill(pid, 'SIGSTOP')
  for (const pid of [spawner, server.pid ?? 0]) process.kill(pid, 'SIGKILL')
  await ended
  expect(existsSync(dead)).toBe(true)
  startServer('ends')
  await expect.poll(() => existsSync(dead)).toBe(false)
  expect(existsSync(alive)).toBe(true)
})

test('a server that is killed takes git along', async () => {
  const server = startServer('stays')
  const [line] = await once(server.stdout!, 'data')
  const spawner = Number(line)
  const folder = socketFolderOf(spawner)
  await expect.poll(() => childrenOf(spawner)).toHaveLength(3)
  const children = childrenOf(spawner)
  const grandchildren = children.flatMap(childrenOf)
  server.kill('SIGKILL')
  await expect.poll(() => [spawner, ...children, ...grandchildren].filter(isAlive)).toEqual([])
  expect(existsSync(folder)).toBe(false)
})

test('a process whose readers of git are idle ends by itself', async () => {
  const [code] = await once(startServer('ends'), 'exit')
  expect(code).toBe(0)
})

function startServer(what: string): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'server-with-git.ts'), what, here.repo],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}

const statOf = (pid: number | string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
const parentOf = (pid: string) => Number(statOf(pid)[1])
const isAlive = (pid: number) => !['Z', undefined].includes(statOf(pid)[0])
const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
const socketFolderOf = (spawner: number) => dirname(commandOf(spawner).at(-1) ?? '')
