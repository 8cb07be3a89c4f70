import { Invalid } from '#server/errors.ts'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { readCommits } from '../cat-file.ts'
import { cleanPath } from '../files/tree.ts'
import { type Commit, isOid, type Oid, oid } from '../objects.ts'
import { git, gitStream } from '../run.ts'

export type LogOptions = {
  /** Commits from which to walk; none together with `all` means every branch and tag. */
  readonly from?: readonly Oid[]
  /** Commits reachable from these are left out. */
  readonly notFrom?: readonly Oid[]
  readonly all?: boolean
  readonly path?: string | undefined
  /** Follow one file through its renames. */
  readonly follow?: boolean
  /** Part of "Name <email>", taken literally, in either case. */
  readonly author?: string | undefined
  /** Part of the message, taken literally, in either case. */
  readonly search?: string | undefined
  readonly since?: Date | undefined
  readonly until?: Date | undefined
  readonly firstParent?: boolean
  readonly noMerges?: boolean
  readonly order?: 'default' | 'topo'
  /** Oldest first: still the newest `limit` of them. */
  readonly reverse?: boolean
  readonly skip?: number
  /** Default 20. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** Commits, newest first, as `git log` walks them. */
export async function readLog(repo: string, options: LogOptions): Promise<readonly Commit[]> {
  const ids = await logIds(repo, options)
  const commits = await readCommits(repo, ids)
  return commits.filter(commit => commit !== null)
}

/** Commits that a search examines in one step. */
const searchedAtOnce = 4_000

interface SearchedLog {
  readonly ids: readonly Oid[]
  /** Commits examined so far, including those skipped; null once the end of the history is reached. */
  readonly searched: number | null
}

/**
 * Search a history step by step, newest commits first, until there are enough hits, its end is reached, or the time is over.
 *
 * @param skip  newest commits that an earlier search has examined
 * @param limit  most hits
 * @param maxMs  time after which no further step begins
 * @param atOnce  commits of one step
 * @returns the ids of the hits, newest first
 */
export async function searchLog(
  repo: string,
  {
    skip = 0,
    limit = 20,
    maxMs,
    atOnce = searchedAtOnce,
    ...options
  }: Pick<LogOptions, 'author' | 'search' | 'skip' | 'limit'> & {
    readonly from: readonly Oid[]
    readonly maxMs: number
    readonly atOnce?: number
  },
): Promise<SearchedLog> {
  const endMs = performance.now() + maxMs
  const ids: Oid[] = []
  for (let searched = skip; ; ) {
    const walked = await logIds(repo, { from: options.from, skip: searched, limit: atOnce })
    const hits = walked.length === 0 ? [] : await hitsAmong(repo, walked, options)
    const taken = hits.slice(0, limit - ids.length)
    ids.push(...taken)
    const last = taken.at(-1)
    if (hits.length > taken.length && last !== undefined) return { ids, searched: searched + walked.indexOf(last) + 1 }
    searched += walked.length
    if (walked.length < atOnce) return { ids, searched: null }
    if (ids.length === limit || performance.now() > endMs) return { ids, searched }
  }
}

async function hitsAmong(repo: string, ids: readonly Oid[], { author, search }: LogOptions): Promise<readonly Oid[]> {
  const args = ['log', '--format=%H', '--no-walk=unsorted', '--stdin', ...conditions({ author, search })]
  const { stdout } = await git(repo, args, { input: `${ids.join('\n')}\n` })
  return stdout.toString('latin1').split('\n').filter(isOid)
}

/** The ids alone. */
export async function logIds(repo: string, options: LogOptions): Promise<readonly Oid[]> {
  const { skip = 0, limit = 20, order, follow, reverse, path = '', signal } = options
  const isFiltered = [options.author, options.search, options.since, options.until, order, reverse].some(Boolean)
  const clean = cleanPath(path)
  if (follow === true && clean && !isFiltered) return followedIds(repo, { ...options, path: clean })
  const args = ['log', '--format=%H', `--skip=${count(skip)}`, `--max-count=${count(limit)}`]
  if (order === 'topo') args.push('--topo-order')
  if (reverse === true) args.push('--reverse')
  if (follow === true && path !== '') args.push('--follow')
  args.push(...selection(options))
  const { stdout } = await git(repo, args, signal === undefined ? {} : { signal })
  return stdout.toString('latin1').split('\n').filter(isOid)
}

/**
 * The commits of one file through its renames. `git log --follow` compares every commit with its parent; this asks for the
 * commits of one path at a time, which the commit graph's filters answer, and looks for a rename where the file was added.
 */
async function followedIds(repo: string, options: LogOptions & { readonly path: string }): Promise<readonly Oid[]> {
  const { skip = 0, limit = 20, signal } = options
  const signalled = signal === undefined ? {} : { signal }
  const found: Oid[] = []
  const seen = new Set<string>()
  let next: LogOptions & { readonly path: string } = options
  for (;;) {
    const missing = skip + limit - found.length
    if (missing <= 0 || seen.has(next.path)) break
    seen.add(next.path)
    const args = ['log', '--format=%H', '--name-status', `--max-count=${count(missing)}`, ...selection(next)]
    const renamed = await takeUpToRename(repo, await gitStream(repo, args, signalled), next.path, found)
    if (renamed === null) break
    next = { ...next, from: [renamed.before], path: renamed.path }
  }
  return found.slice(skip, skip + limit)
}

/** Take commits up to the one that gave the file its name, if it had another one before: git looks no further back then. */
async function takeUpToRename(
  repo: string,
  log: AsyncIterable<Buffer>,
  path: string,
  found: Oid[],
): Promise<{ readonly before: Oid; readonly path: string } | null> {
  let rest = ''
  for await (const chunk of log) {
    const lines = `${rest}${chunk.toString('latin1')}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isOid(line)) found.push(line)
      const last = found.at(-1)
      if (!line.startsWith('A\t') || last === undefined) continue
      const [commit] = await readCommits(repo, [last])
      const before = commit?.parentIds[0]
      const former = before === undefined ? null : await formerPath(repo, before, last, path)
      if (before !== undefined && former !== null) return { before, path: former }
    }
  }
  return null
}

/** The name that a file had before a commit renamed it; null where the commit made it. The log that named the commit waits. */
async function formerPath(repo: string, before: Oid, after: Oid, path: string): Promise<string | null> {
  const args = ['diff-tree', '-r', '-z', '-M', '--diff-filter=R', '--name-status', '--end-of-options', before, after]
  const { stdout } = await git(repo, args, { lane: 'held' })
  const words = stdout.toString().split('\0')
  for (let at = 0; at + 2 < words.length; at += 3) if (words[at + 2] === path) return words[at + 1] ?? null
  return null
}

const counts = new ByteCache<string, number>({
  name: 'commit_counts',
  maxBytes: 1024 * 1024,
  sizeOf: (number, key) => bytesOf(number) + bytesOf(key),
})

/** The number of commits; stops counting at `max`. It is cached, unless it depends on the current branches and tags. */
export async function countCommits(repo: string, options: LogOptions & { readonly max?: number }): Promise<number> {
  const args = ['rev-list', '--count']
  if (options.max !== undefined) args.push(`--max-count=${count(options.max)}`)
  args.push(...selection(options))
  const key = options.all === true ? null : [repo, ...args].join('\0')
  const known = key === null ? undefined : counts.get(key)
  if (known !== undefined) return known
  const { stdout } = await git(repo, args, options.signal === undefined ? {} : { signal: options.signal })
  const counted = Number(stdout.toString('latin1'))
  if (key !== null) counts.set(key, counted)
  return counted
}

function selection({
  from = [],
  notFrom = [],
  all,
  path,
  author,
  search,
  since,
  until,
  firstParent,
  noMerges,
}: LogOptions): string[] {
  const args = conditions({ author, search })
  if (since !== undefined) args.push(`--since=${seconds(since)}`)
  if (until !== undefined) args.push(`--until=${seconds(until)}`)
  if (firstParent === true) args.push('--first-parent')
  if (noMerges === true) args.push('--no-merges')
  if (all === true) args.push('--branches', '--tags')
  args.push('--end-of-options', ...from.map(oid), ...notFrom.map(id => `^${oid(id)}`), '--')
  const clean = path === undefined ? '' : cleanPath(path)
  if (clean === null) throw new Invalid('The path is invalid')
  if (clean !== '') args.push(clean)
  return args
}

/** The options that select commits by author and message. */
function conditions({ author, search }: Pick<LogOptions, 'author' | 'search'>): string[] {
  const args: string[] = []
  if (author !== undefined || search !== undefined) args.push('--fixed-strings', '--regexp-ignore-case')
  if (author !== undefined) args.push(`--author=${oneLine(author)}`)
  if (search !== undefined) args.push(`--grep=${oneLine(search)}`)
  return args
}

function oneLine(text: string): string {
  // A newline would make git look for either line, and NUL cannot be passed at all.
  if (text.length > 1_024 || /[\0\n]/.test(text)) throw new Invalid('The search is invalid')
  return text
}

function seconds(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new Invalid('The date is invalid')
  return `@${Math.max(0, Math.floor(date.getTime() / 1000))}`
}

/** git keeps counts in 32 bits, and no history is as long. */
const largestCount = 2_000_000_000

function count(number: number): string {
  if (!Number.isInteger(number) || number < 0) throw new RangeError(`Not a count: ${number}`)
  return String(Math.min(number, largestCount))
}
