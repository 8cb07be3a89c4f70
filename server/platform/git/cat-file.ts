import { TooLarge, Unavailable } from '#server/errors.ts'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { closeDiffProcesses } from './commits/diff-processes.ts'
import { readLooseObject } from './loose-object.ts'
import { type Commit, type ObjectType, type Oid, parseCommit, parseTag, type Tag } from './objects.ts'
import type { GitProcess } from './processes/git-process.ts'
import { startGit } from './processes/spawner.ts'
import { gitStream, startFailure, surroundings } from './run.ts'

type ObjectInfo = { readonly oid: Oid; readonly type: ObjectType; readonly sizeBytes: number }
type GitObject = ObjectInfo & { readonly content: Buffer }

/** Larger objects are streamed (`streamBlob`), not held. */
const defaultMaxBytes = 20 * 1024 * 1024
const maxReaders = 16
const idleMs = 30_000
const answerMs = 20_000
const longestLine = 16 * 1024

/**
 * Look up an object name: `<oid>`, `refs/heads/main^{commit}`, `<oid>:path`. Null when it means nothing here, or more
 * than one thing. Answered by a process that stays, in a fraction of a millisecond.
 */
export async function objectInfo(repo: string, name: string): Promise<ObjectInfo | null> {
  return (await ask(repo, 'info', name))?.info ?? null
}

/** The same for many names at once, in their order. */
export function batchInfo(repo: string, names: readonly string[]): Promise<readonly (ObjectInfo | null)[]> {
  return Promise.all(names.map(name => objectInfo(repo, name)))
}

/** @throws TooLarge  the object is larger than `maxBytes` (20 MiB) */
export async function readObject(
  repo: string,
  name: string,
  { maxBytes = defaultMaxBytes }: { readonly maxBytes?: number } = {},
): Promise<GitObject | null> {
  const info = await objectInfo(repo, name)
  if (info === null) return null
  if (info.sizeBytes > maxBytes) throw new TooLarge(`The object is larger than ${maxBytes} bytes`)
  const answer = await ask(repo, 'contents', info.oid)
  return answer === null ? null : { ...answer.info, content: answer.content }
}

const commits = new ByteCache<string, Commit>({
  name: 'commits',
  maxBytes: 12 * 1024 * 1024,
  sizeOf: (commit, key) => bytesOf(commit) + bytesOf(key),
})
const keptMessageChars = 4_000

/** Much more than people write: of a larger commit, such as a malicious one, only the beginning is read. */
const largestCommit = 1024 * 1024

/** Commits by their ids, in the order asked; null if an id is no commit here. A message ends after a MiB. */
export async function readCommits(repo: string, ids: readonly Oid[]): Promise<readonly (Commit | null)[]> {
  return Promise.all(
    ids.map(async id => {
      const key = `${repo}\0${id}`
      const known = commits.get(key)
      if (known !== undefined) return known
      const object = (await readLooseObject(repo, id)) ?? (await readBeginning(repo, id))
      if (object?.type !== 'commit') return null
      const commit = parseCommit(object.oid, object.content)
      if (commit.message.length <= keptMessageChars) commits.set(key, commit)
      return commit
    }),
  )
}

async function readBeginning(repo: string, id: Oid): Promise<Omit<GitObject, 'sizeBytes'> | null> {
  const info = await objectInfo(repo, id)
  if (info?.type !== 'commit') return info && { ...info, content: noBytes }
  if (info.sizeBytes <= largestCommit) {
    const answer = await ask(repo, 'contents', info.oid)
    return answer && { ...answer.info, content: answer.content }
  }
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of (await gitStream(repo, ['cat-file', info.type, info.oid])) as AsyncIterable<Buffer>) {
    pieces.push(piece)
    size += piece.length
    if (size > largestCommit) break
  }
  return { ...info, content: Buffer.concat(pieces).subarray(0, largestCommit) }
}

/** The tag object of that id; null when it is something else. */
export async function readTagObject(repo: string, id: Oid): Promise<Tag | null> {
  const object = await readObject(repo, id)
  return object?.type === 'tag' ? parseTag(object.oid, object.content) : null
}

/** End the processes of one repository, before its folder goes; without a folder, all of them. */
export function closeReaders(repo?: string): void {
  for (const reader of [...readers.values()]) {
    if (repo === undefined || reader.repo === repo) reader.close(new Unavailable('The repository was closed'))
  }
  closeDiffProcesses(repo)
  commits.deleteWhere(key => repo === undefined || key.startsWith(`${repo}\0`))
}

type ObjectAnswer = { readonly info: ObjectInfo; readonly content: Buffer }
type Question = {
  readonly command: 'info' | 'contents'
  readonly name: Buffer
  resolve(answer: ObjectAnswer | null): void
  reject(error: unknown): void
}

/** The readers by repository; the least recently used first. */
const readers = new Map<string, Reader>()
const waiting: (() => void)[] = []

async function ask(repo: string, command: Question['command'], name: string): Promise<ObjectAnswer | null> {
  // NUL ends a question on the wire, so no object can have such a name.
  if (name.includes('\0') || name === '') return null
  for (;;) {
    const reader = readerOf(repo)
    // The question is asked in the same turn, before another caller can take the reader for idle and close it.
    if (reader !== null) return reader.ask(command, name)
    await new Promise<void>(resolve => waiting.push(resolve))
  }
}

/** Null when all processes are busy with other repositories. */
function readerOf(repo: string): Reader | null {
  const known = readers.get(repo)
  if (known !== undefined) {
    readers.delete(repo)
    readers.set(repo, known)
    return known
  }
  if (readers.size >= maxReaders) {
    const idle = [...readers.values()].find(reader => reader.isIdle())
    if (idle === undefined) return null
    idle.close(new Unavailable('The repository was closed'))
  }
  return new Reader(repo)
}

/** One `cat-file --batch-command` process. Answers come in the order of the questions. */
class Reader {
  readonly repo: string
  /** Null until it has started. */
  #child: GitProcess | null = null
  readonly #questions: Question[] = []
  #unread: Buffer[] = []
  #unreadBytes = 0
  /** Bytes needed before it is worth looking again. */
  #wanted = 0
  #timer: NodeJS.Timeout
  #closed = false
  #unsent = ''

  constructor(repo: string) {
    this.repo = repo
    this.#timer = setTimeout(() => this.#late(), idleMs)
    readers.set(repo, this)
    this.#hold(false)
    this.#start().catch((error: unknown) => this.close(startFailure(repo, error)))
  }

  isIdle(): boolean {
    return this.#questions.length === 0
  }

  ask(command: Question['command'], name: string): Promise<ObjectAnswer | null> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Unavailable('The repository was closed'))
      if (this.isIdle()) this.#hold(true)
      this.#questions.push({ command, name: Buffer.from(name), resolve, reject })
      // Questions of one turn leave in one write.
      if (this.#unsent === '') queueMicrotask(() => this.#send())
      this.#unsent += `${command} ${name}\0`
    })
  }

  close(error: unknown): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    if (readers.get(this.repo) === this) readers.delete(this.repo)
    this.#child?.signal('SIGKILL')
    this.#child?.stdout.destroy()
    for (const question of this.#questions.splice(0)) question.reject(error)
    waiting.shift()?.()
  }

  async #start(): Promise<void> {
    const child = await startGit({
      args: ['--git-dir', this.repo, 'cat-file', '--batch-command', '-z'],
      cwd: this.repo,
      env: surroundings,
      hasInput: true,
      memory: 'usual',
    })
    this.#child = child
    if (this.#closed) {
      child.signal('SIGKILL')
      child.stdout.destroy()
    } else {
      child.stdout.on('data', (chunk: Buffer) => this.#take(chunk))
      child.hold(!this.isIdle())
      this.#send()
    }
    const { stderr } = await child.ended
    throw new Unavailable(`git cat-file ended: ${stderr.slice(0, 500)}`)
  }

  #send(): void {
    if (this.#closed || this.#child === null) return
    const text = this.#unsent
    this.#unsent = ''
    if (text !== '') this.#child.stdin?.write(text)
  }

  /** An idle reader must not keep our own process from ending; one that owes an answer must. */
  #hold(busy: boolean): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#late(), busy ? answerMs : idleMs)
    if (!busy) this.#timer.unref()
    this.#child?.hold(busy)
    if (!busy) waiting.shift()?.()
  }

  #late(): void {
    this.close(new Unavailable('git cat-file took too long'))
  }

  #take(chunk: Buffer): void {
    this.#unread.push(chunk)
    this.#unreadBytes += chunk.length
    if (this.#unreadBytes < this.#wanted) return
    let bytes = this.#unread.length === 1 ? chunk : Buffer.concat(this.#unread, this.#unreadBytes)
    this.#wanted = 0
    const before = this.#questions.length
    for (let question = this.#questions[0]; question !== undefined; question = this.#questions[0]) {
      const read = readAnswer(bytes, question)
      if (typeof read === 'number') {
        this.#wanted = read
        break
      }
      if (read === 'nonsense') {
        this.close(new Unavailable('git cat-file returned unexpected output'))
        return
      }
      bytes = bytes.subarray(read.used)
      this.#questions.shift()
      question.resolve(read.answer)
    }
    this.#unread = bytes.length === 0 ? [] : [bytes]
    this.#unreadBytes = bytes.length
    if (this.#closed || before === this.#questions.length) return
    if (this.isIdle()) this.#hold(false)
    else this.#timer.refresh()
  }
}

type Read = { readonly used: number; readonly answer: ObjectAnswer | null }

/** @returns the first answer in the bytes, or how many bytes it takes to see it whole */
function readAnswer(bytes: Buffer, question: Question): Read | number | 'nonsense' {
  // git repeats a name it does not know as it came, newlines and all, so it is looked for first.
  for (const word of [' missing\n', ' ambiguous\n']) {
    const length = question.name.length + word.length
    const start = bytes.subarray(0, length)
    const expected = Buffer.concat([question.name, Buffer.from(word)])
    if (start.equals(expected)) return { used: length, answer: null }
  }
  const newline = bytes.indexOf(0x0a)
  if (newline < 0) {
    return bytes.length > longestLine + question.name.length ? 'nonsense' : bytes.length + 1
  }
  const line = bytes.toString('latin1', 0, newline)
  const found = /^([0-9a-f]{40}) (commit|tree|blob|tag) (\d+)$/.exec(line)
  if (found === null) {
    if (/^[0-9a-f]{40} submodule$/.test(line)) return { used: newline + 1, answer: null }
    return question.name.includes(0x0a) && bytes.length < question.name.length + 11 ? bytes.length + 1 : 'nonsense'
  }
  const info = { oid: found[1] ?? '', type: (found[2] ?? 'blob') as ObjectType, sizeBytes: Number(found[3]) } // the pattern lists the four
  if (question.command === 'info') return { used: newline + 1, answer: { info, content: noBytes } }
  const end = newline + 1 + info.sizeBytes
  if (bytes.length < end + 1) return end + 1
  return { used: end + 1, answer: { info, content: bytes.subarray(newline + 1, end) } }
}

const noBytes = Buffer.alloc(0)
