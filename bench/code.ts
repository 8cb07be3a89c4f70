import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { maintain } from '#server/platform/git/maintain.ts'
import { createRepository, repositoryDir } from '#server/platform/git/storage.ts'
import type { Target } from './measure.ts'
import type { Dataset } from './seed.ts'

const run = promisify(execFile)

interface CodeSize {
  readonly files: number
  readonly commits: number
}

const pathOf = (file: number): string =>
  `area-${Math.floor(file / 1_000)}/part-${Math.floor(file / 20) % 50}/file-${file % 20}.ts`

const linesOf = (file: number, change: number): string => {
  const lines = Array.from({ length: 40 }, (_, line) => `export const value${line} = 'file ${file}, line ${line}'`)
  if (change > 0) lines[change % 40] = `export const value${change % 40} = 'changed ${change}'`
  return `${lines.join('\n')}\n`
}

export interface SeededCode {
  readonly dir: string
  /** The heads of the two branches. */
  readonly main: string
  readonly change: string
  readonly commit: string
}

/** The server has the first. */
export const loadCore = '1'

const changedFiles = 100
const mostChangedFiles = 10_000
/** How many files the branch `wide` changes in a repository with this many files. */
export const wideFiles = (files: number): number => Math.min(mostChangedFiles, files)
/** Lines of `long.txt` on the branch `long`. */
export const longFileLines = 100_000
/** Entries of the folder `flat` on the same branch. */
export const flatEntries = 4_000

/**
 * A repository of so many files and commits in the data folder of a server, as if it had been pushed long ago: `main`, and branches of
 * one more commit: `change`, `commit` and `compare` with 100 changed files each, and `wide` with 10,000 at most.
 * `long` has a file of 100,000 lines and a folder of 4,000 files.
 */
export async function seedCode(
  dataDir: string,
  { projectId }: Dataset,
  { files, commits }: CodeSize,
): Promise<SeededCode> {
  const dir = repositoryDir(dataDir, projectId)
  await createRepository(dir)
  const child = spawn('git', ['-C', dir, 'fast-import', '--quiet'], { stdio: ['pipe', 'inherit', 'inherit'] })
  const write = async (text: string) => {
    if (!child.stdin.write(text)) await once(child.stdin, 'drain')
  }
  const file = (number: number, change: number) => {
    const content = linesOf(number, change)
    return `M 100644 inline ${pathOf(number)}\ndata ${Buffer.byteLength(content)}\n${content}`
  }
  const commit = (branch: string, second: number, message: string, from = '') =>
    `commit refs/heads/${branch}\ncommitter Ann <ann@bench.test> ${1_600_000_000 + second} +0000\ndata ${message.length}\n${message}\n${from}`
  await write(commit('main', 0, 'Begin'))
  for (let number = 0; number < files; number += 1) await write(file(number, 0))
  for (let second = 1; second < commits; second += 1)
    await write(`${commit('main', second, `Change ${second}`)}${file((second * 7_919) % files, second)}`)
  let written = 0
  for (const [branch, count] of [
    ['change', changedFiles],
    ['commit', changedFiles],
    ['compare', changedFiles],
    ['wide', wideFiles(files)],
  ] as const) {
    await write(commit(branch, commits, 'Change many', 'from refs/heads/main\n'))
    // Other texts on each branch, so that none of them is known from another.
    written += count
    for (let number = 0; number < count; number += 1)
      await write(file((number * 31) % files, commits + written + number))
  }
  const long = `${Array.from({ length: longFileLines }, (_, line) => `Long line ${line}`).join('\n')}\n`
  await write(commit('long', commits, 'Add a long file and a large folder', 'from refs/heads/main\n'))
  await write(`M 100644 inline long.txt\ndata ${long.length}\n${long}\n`)
  for (let number = 0; number < flatEntries; number += 1)
    await write(`M 100644 inline flat/file-${number}.txt\ndata 2\n${number % 10}\n\n`)
  child.stdin.end()
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`git fast-import exited with ${code}`)
  await maintain(dir)
  const { stdout } = await run('git', ['-C', dir, 'rev-parse', 'main', 'change', 'commit'])
  const [main = '', change = '', shown = ''] = stdout.split('\n')
  return { dir, main, change, commit: shown }
}

/** A request, and the git command that finds out the same. */
interface CodeCall {
  readonly name: string
  readonly target: Target
  readonly git: readonly string[]
}

/** @param iid  of the merge request from `change` into `main` */
export function codeCalls(
  { fullPath, projectId, token }: Dataset,
  { main, change, commit }: SeededCode,
  iid: number,
): readonly CodeCall[] {
  const at = `namespace=${encodeURIComponent(fullPath)}`
  const page = (name: string, words: string, holds: string, git: readonly string[]): CodeCall => ({
    name,
    target: { path: `/-/pages/${words}`, headers: { 'private-token': token }, holds },
    git,
  })
  const batch = `/${fullPath}/-/diffs/batch`
  return [
    page('root folder', `code_tree?${at}&path=main`, '"entries"', ['ls-tree', 'main']),
    page('deep folder', `code_tree?${at}&path=main/area-1/part-0`, 'file-7', ['ls-tree', 'main:area-1/part-0']),
    page('file', `code_blob?${at}&path=main/${pathOf(1_007)}`, 'file-7', ['show', `main:${pathOf(1_007)}`]),
    page('blame', `code_blame?${at}&path=main/${pathOf(1_007)}`, '"ranges"', ['blame', 'main', '--', pathOf(1_007)]),
    page('history', `code_commits?${at}&path=main`, '"commits"', ['log', '-n', '40', 'main']),
    page('history of a file', `code_commits?${at}&path=main/${pathOf(1_007)}`, '"commits"', [
      ...['log', '-n', '40', 'main', '--'],
      pathOf(1_007),
    ]),
    page('comparison of 10,000 files', `code_compare?${at}&path=main...wide`, '"files"', [
      'diff',
      '--raw',
      '-M',
      'main...wide',
    ]),
    page('merge request', `merge_request?${at}&iid=${iid}`, 'Change many files', ['rev-parse', 'change']),
    page('merge request of 100 files, changes', `merge_request_changes?${at}&iid=${iid}`, '"first_batch"', [
      ...['diff', '-M', 'main...change'],
    ]),
    {
      name: 'a further batch of 20 files',
      target: {
        path: `${batch}?from=${main}&to=${change}&page=3`,
        headers: { 'private-token': token },
        holds: '"files"',
      },
      git: ['diff', '-M', 'main...change'],
    },
    page('commit of 100 files', `code_commit?${at}&sha=${commit}`, '"first_batch"', ['show', '-M', 'commit']),
    {
      name: 'comparison of 100 files, JSON',
      target: {
        path: `/api/v4/projects/${projectId}/repository/compare?from=main&to=compare`,
        // Almost the same changes, each asked for the first time.
        others: [1, 2, 3, 4].map(
          back => `/api/v4/projects/${projectId}/repository/compare?from=main~${back}&to=compare`,
        ),
        headers: { 'private-token': token },
        holds: 'file-7',
      },
      git: ['diff', '-M', 'main...compare'],
    },
    page('list of merge requests', `merge_requests?${at}`, 'Change many files', ['rev-parse', 'change']),
  ]
}

/** Pages of the project that are asked for while it is cloned. */
export function pagesMeanwhile(
  data: Dataset,
  code: SeededCode,
  iid: number,
): readonly Pick<CodeCall, 'name' | 'target'>[] {
  const names = ['root folder', 'file', 'merge request', 'list of merge requests']
  const issues: Target = {
    path: `/api/v4/projects/${data.projectId}/issues?per_page=25`,
    headers: { 'private-token': data.token },
    holds: '"iid"',
  }
  return [...codeCalls(data, code, iid).filter(({ name }) => names.includes(name)), { name: 'issues', target: issues }]
}

/** The median time of a git command, in ms. */
export async function gitMs(dir: string, args: readonly string[], times: number): Promise<number> {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const start = performance.now()
    await run('git', ['-C', dir, ...args], { maxBuffer: 1024 * 1024 * 1024 })
    taken.push(performance.now() - start)
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

/**
 * Clone a project several times at once: on the core of the load, and after all else there, so that what is measured meanwhile
 * waits for the server and not for the clients.
 *
 * @returns the time of each, in ms
 */
export async function cloneAtOnce(
  origin: string,
  { fullPath, token }: Dataset,
  count: number,
): Promise<readonly number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-clones-'))
  const address = new URL(`${origin}/${fullPath}.git`)
  address.username = 'member1'
  address.password = token
  try {
    return await Promise.all(
      Array.from({ length: count }, async (_, number) => {
        const start = performance.now()
        const clone = ['git', 'clone', '--quiet', '--bare', address.href, join(folder, String(number))]
        await run('taskset', ['-c', loadCore, 'nice', '-n', '19', ...clone])
        return performance.now() - start
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
