import { randomUUID } from 'node:crypto'
import { Unavailable } from '#server/errors.ts'
import { type Oid, oid } from '../objects.ts'
import type { Ending, GitProcess } from '../processes/git-process.ts'
import { startGit } from '../processes/spawner.ts'
import { enterLane, failureOf, startFailure, surroundings } from '../run.ts'

/**
 * The arguments of `diff-tree` for a comparison with patches. Ids are written in full, as git would have to look up the
 * shortest unique beginning of each.
 */
export const patchArguments = [
  ...['-r', '-M', '--raw', '--no-abbrev', '--full-index', '--patch'],
  ...['--no-ext-diff', '--no-textconv', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'],
] as const

/** Processes that wait, of all repositories together. */
const maxIdle = 3
const idleMs = 30_000
const answerMs = 60_000
/** Comparisons after which a process is replaced, before the data that git keeps of each fills its memory limit. */
const mostComparisons = 200
/** A process that waits keeps its cache of delta bases, whose usual limit is 96 MiB. */
const memory = ['-c', 'core.deltaBaseCacheLimit=16m'] as const

/** Waiting for their next comparison, least recently used first. */
const idle: DiffProcess[] = []

/**
 * Compare two commits, with patches, by a process that stays for the next comparison in the repository: git takes half the time
 * when it has opened the packs and read objects already.
 *
 * @param take  called with each piece of the output of `git diff-tree --raw --patch`; returns false to end the comparison
 * @throws GitFailed  a commit does not exist · @throws Unavailable  it took longer than 60 s, or the queue is full
 */
export async function compareByProcess(
  repo: string,
  from: Oid,
  to: Oid,
  take: (bytes: Buffer) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  const release = await enterLane('page', signal)
  try {
    for (;;) {
      const waiting = takeIdle(repo)
      const differ = waiting ?? (await DiffProcess.start(repo))
      const outcome = await differ.compare(from, to, take, signal)
      if (outcome === 'done') keep(differ)
      if (outcome !== 'gone') return
    }
  } finally {
    release()
  }
}

/** End the processes that wait: those of a repository, before its folder is deleted, or all. */
export function closeDiffProcesses(repo?: string): void {
  for (const differ of [...idle]) if (repo === undefined || differ.repo === repo) differ.close()
}

function takeIdle(repo: string): DiffProcess | null {
  const differ = idle.findLast(each => each.repo === repo)
  if (differ === undefined) return null
  idle.splice(idle.indexOf(differ), 1)
  return differ
}

function keep(differ: DiffProcess): void {
  idle.push(differ)
  differ.waitForNext()
  if (idle.length > maxIdle) idle[0]?.close()
}

/** `enough`: the caller ended it; `gone`: the process had ended while it waited. */
type ReadingOutcome = 'done' | 'enough' | 'gone'

class DiffProcess {
  readonly repo: string
  readonly #child: GitProcess
  /** A line that names no commits: git repeats it once it has written the comparison before it. */
  readonly #mark = Buffer.from(`end of ${randomUUID()}\n`)
  #timer: NodeJS.Timeout | undefined
  #hasEnded = false
  #comparisons = 0
  /**
   * Ends the comparison under way. A promise for the end of the process itself would keep all comparisons until then.
   */
  #onEnd: ((ending: Ending | Error) => void) | null = null

  static async start(repo: string): Promise<DiffProcess> {
    try {
      const child = await startGit({
        args: ['--git-dir', repo, ...memory, 'diff-tree', '--stdin', '--no-commit-id', ...patchArguments],
        cwd: repo,
        env: surroundings,
        hasInput: true,
        memory: 'usual',
      })
      return new DiffProcess(repo, child)
    } catch (error) {
      throw startFailure(repo, error)
    }
  }

  private constructor(repo: string, child: GitProcess) {
    this.repo = repo
    this.#child = child
    child.stdin?.on('error', () => undefined)
    child.ended
      .catch((error: Error) => error)
      .then(ending => {
        this.#hasEnded = true
        this.close()
        this.#onEnd?.(ending)
      })
  }

  async compare(
    from: Oid,
    to: Oid,
    take: (bytes: Buffer) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<ReadingOutcome> {
    clearTimeout(this.#timer)
    if (this.#hasEnded) return 'gone'
    this.#child.hold(true)
    const { promise, resolve, reject } = Promise.withResolvers<ReadingOutcome>()
    let isSilent = true
    let held: Buffer = Buffer.alloc(0)
    const onData = (chunk: Buffer) => {
      isSilent = false
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const isOver = bytes.subarray(-this.#mark.length).equals(this.#mark)
      // The mark may be split between two pieces, so the last bytes are held back.
      const end = Math.max(0, bytes.length - this.#mark.length + (isOver ? 0 : 1))
      held = bytes.subarray(end)
      try {
        const wantsMore = end === 0 || take(bytes.subarray(0, end))
        if (isOver) resolve('done')
        else if (!wantsMore) resolve('enough')
      } catch (error) {
        reject(error)
      }
    }
    const stop = (reason: unknown) => reject(reason)
    const onAbort = () => stop(signal?.reason)
    const late = setTimeout(() => stop(new Unavailable(`git diff-tree took longer than ${answerMs} ms`)), answerMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#onEnd = ending => {
      if (ending instanceof Error) reject(ending)
      else if (isSilent && this.#comparisons > 0) resolve('gone')
      else reject(failureOf(['diff-tree'], ending))
    }
    this.#child.stdout.on('data', onData)
    this.#child.stdin?.write(`${oid(to)} ${oid(from)}\n${this.#mark}`)
    if (signal?.aborted) onAbort()
    let outcome: ReadingOutcome | null = null
    try {
      outcome = await promise
      this.#comparisons += 1
      return outcome
    } finally {
      this.#onEnd = null
      clearTimeout(late)
      signal?.removeEventListener('abort', onAbort)
      this.#child.stdout.off('data', onData)
      if (outcome !== 'done') this.close()
    }
  }

  /** Wait for the next comparison, for 30 s at most. A process that has made as many as it may ends instead. */
  waitForNext(): void {
    if (this.#comparisons >= mostComparisons) {
      this.close()
      return
    }
    this.#child.hold(false)
    this.#timer = setTimeout(() => this.close(), idleMs).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
    const at = idle.indexOf(this)
    if (at >= 0) idle.splice(at, 1)
    if (this.#hasEnded) return
    this.#child.signal('SIGKILL')
    this.#child.stdout.destroy()
  }
}
