import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Invalid } from '#server/errors.ts'
import { readCommits } from '../cat-file.ts'
import { cleanPath } from '../files/tree.ts'
import type { Commit, Oid } from '../objects.ts'
import { oid } from '../objects.ts'
import { GitFailed, git } from '../run.ts'

type BlameRange = {
  readonly commit: Commit
  /** 1-based line of the file as it is now. */
  readonly startLine: number
  /** The lines without their line ends. */
  readonly lines: readonly string[]
  /** The former path of these lines, if the file had another name then. */
  readonly path: string
  /** The commit and the name under which these lines were changed from; null where the file began, or where several files came together. */
  readonly before: { readonly commitId: Oid; readonly path: string } | null
}

interface BlameOptions {
  readonly range?: { readonly start: number; readonly end: number }
  /** Commits that are passed over, such as those that only format: their lines are blamed on who wrote them before. */
  readonly ignored?: readonly Oid[]
  readonly signal?: AbortSignal
}

/**
 * The last author of each line, neighboring lines of one commit together.
 *
 * @param range  1-based, both ends inside the file
 * @throws Invalid  the range is not one
 */
export async function blame(
  repo: string,
  commitId: Oid,
  path: string,
  options: BlameOptions = {},
): Promise<readonly BlameRange[]> {
  const { range, ignored = [], signal } = options
  const clean = cleanPath(path)
  if (clean === null || clean === '') throw new Invalid('The path is invalid')
  const args = ['blame', '--porcelain']
  if (range !== undefined) {
    const { start, end } = range
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 1 || end < start)
      throw new Invalid('range is invalid')
    args.push(`-L${start},${end}`)
  }
  const folder = ignored.length === 0 ? null : await mkdtemp(join(tmpdir(), 'weft-blame-'))
  if (folder !== null) {
    const file = join(folder, 'ignored')
    await writeFile(file, ignored.map(id => `${oid(id)}\n`).join(''))
    args.push(`--ignore-revs-file=${file}`)
  }
  const { stdout } = await git(repo, [...args, oid(commitId), '--', clean], {
    maxBytes: 32 * 1024 * 1024,
    ...(signal === undefined ? {} : { signal }),
  })
    .catch(error => {
      if (error instanceof GitFailed && error.stderr.includes('has only'))
        throw new Invalid('range is invalid', { cause: error })
      throw error
    })
    .finally(() => folder !== null && rm(folder, { recursive: true, force: true }))
  const groups = parsePorcelain(stdout)
  const commits = await readCommits(
    repo,
    groups.map(group => group.id),
  )
  return groups.flatMap(({ id: _, ...group }, index) => {
    const commit = commits[index]
    return commit == null ? [] : [{ commit, ...group }]
  })
}

type BlameGroup = { id: Oid; startLine: number; lines: string[]; path: string; before: BlameRange['before'] }

/** @source git-blame(1), "The porcelain format" */
function parsePorcelain(bytes: Buffer): BlameGroup[] {
  const groups: BlameGroup[] = []
  const paths = new Map<Oid, string>()
  const previous = new Map<Oid, NonNullable<BlameRange['before']>>()
  let current: { id: Oid; line: number } | null = null
  for (let at = 0; at < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, at)
    const end = newline < 0 ? bytes.length : newline
    if (bytes[at] === 0x09 && current !== null) {
      const { id, line } = current
      const path = paths.get(id) ?? ''
      const last = groups.at(-1)
      const text = bytes.toString('utf8', at + 1, end)
      if (last?.id === id && last.path === path) last.lines.push(text)
      else groups.push({ id, startLine: line, lines: [text], path, before: previous.get(id) ?? null })
    } else {
      const head = bytes.toString('utf8', at, end)
      const found = /^([0-9a-f]{40}) \d+ (\d+)/.exec(head)
      if (found) current = { id: found[1] ?? '', line: Number(found[2]) }
      else if (head.startsWith('previous ') && current !== null) {
        const [, commitId = '', path = ''] = /^previous ([0-9a-f]{40}) (.*)$/.exec(head) ?? []
        // A name in quotes has signs that no address of ours needs.
        if (commitId !== '' && !path.startsWith('"')) previous.set(current.id, { commitId, path })
      } else if (head.startsWith('filename ') && current !== null) paths.set(current.id, head.slice('filename '.length))
    }
    at = end + 1
  }
  return groups
}
