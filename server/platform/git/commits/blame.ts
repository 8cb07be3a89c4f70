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
  /** Without their line ends. */
  readonly lines: readonly string[]
  /** Where these lines came from, when the file had another name then. */
  readonly path: string
}

/**
 * Who wrote each line last, neighbouring lines of one commit together.
 *
 * @param range  1-based, both ends inside the file
 * @throws Invalid  the range is not one
 */
export async function blame(
  repo: string,
  commitId: Oid,
  path: string,
  {
    range,
    signal,
  }: { readonly range?: { readonly start: number; readonly end: number }; readonly signal?: AbortSignal } = {},
): Promise<readonly BlameRange[]> {
  const clean = cleanPath(path)
  if (clean === null || clean === '') throw new Invalid('The path is invalid')
  const args = ['blame', '--porcelain']
  if (range !== undefined) {
    const { start, end } = range
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 1 || end < start)
      throw new Invalid('range is invalid')
    args.push(`-L${start},${end}`)
  }
  const { stdout } = await git(repo, [...args, oid(commitId), '--', clean], {
    maxBytes: 32 * 1024 * 1024,
    ...(signal === undefined ? {} : { signal }),
  }).catch(error => {
    if (error instanceof GitFailed && error.stderr.includes('has only'))
      throw new Invalid('range is invalid', { cause: error })
    throw error
  })
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

type Group = { id: Oid; startLine: number; lines: string[]; path: string }

/** @source git-blame(1), "The porcelain format" */
function parsePorcelain(bytes: Buffer): Group[] {
  const groups: Group[] = []
  const paths = new Map<Oid, string>()
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
      else groups.push({ id, startLine: line, lines: [text], path })
    } else {
      const head = bytes.toString('utf8', at, end)
      const found = /^([0-9a-f]{40}) \d+ (\d+)/.exec(head)
      if (found) current = { id: found[1] ?? '', line: Number(found[2]) }
      else if (head.startsWith('filename ') && current !== null) paths.set(current.id, head.slice('filename '.length))
    }
    at = end + 1
  }
  return groups
}
