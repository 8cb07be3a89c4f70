import { sql } from 'kysely'
import { load } from '#server/access/load.ts'
import { repositoryOf } from '#server/code/repository/open.ts'
import type { Context } from '#server/context.ts'
import { NotFound, TooLarge } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { fileText } from '#server/platform/git/files/file-text.ts'
import { cleanPath, findEntry } from '#server/platform/git/files/tree.ts'
import { oid } from '#server/platform/git/objects.ts'
import type { ReadableVulnerability } from './page.ts'
import type { ReadLines, RepositoryFacts, WantedLines } from './reports/read-report.ts'

/** Lines that are shown around the place. */
const around = 4
const mostLines = 60
const mostCharacters = 400
const largestBytes = 1024 * 1024

/**
 * The code that a vulnerability is about, at the commit that was scanned.
 *
 * @throws NotFound  the reader cannot read code, or the commit has no such lines
 */
export async function showCode(ctx: Context, { id, namespaceId }: ReadableVulnerability) {
  const project = await load(ctx, 'project:read-code', projectByRef, { id: namespaceId })
  const { rows } = await sql<{ sha: string; location: Readonly<Record<string, unknown>> }>`
    select sha, location from vulnerabilities where id = ${id}`.execute(ctx.db)
  const [row] = rows
  const dir = await repositoryOf(ctx, project)
  const { file, start_line: start, end_line: end } = row?.location ?? {}
  if (row === undefined || dir === null || row.sha === '' || typeof file !== 'string' || typeof start !== 'number')
    throw new NotFound('Code')
  const lines = await linesOfFile(dir, row.sha, file)
  if (lines === null || start > lines.length) throw new NotFound('Code')
  const endLine = Math.min(Math.max(typeof end === 'number' ? end : start, start), start + mostLines, lines.length)
  const firstLine = Math.max(1, start - around)
  return {
    path: file,
    blobPath: `/${project.fullPath}/-/blob/${addressOf(row.sha, file)}#L${start}${endLine > start ? `-${endLine}` : ''}`,
    firstLine,
    lines: lines.slice(firstLine - 1, endLine + around).map(line => line.slice(0, mostCharacters).toWellFormed()),
    startLine: start,
    endLine,
  }
}

/** Files of one report whose lines are read. */
const mostFiles = 500
const mostBytes = 32 * 1024 * 1024

/**
 * Answer at a commit what a report asks about its places. Lines that are not there, or beyond the limits, are left out.
 *
 * @param absolute  files with absolute paths
 */
export async function askCommit(
  { dir, sha }: { readonly dir: string; readonly sha: string },
  wanted: WantedLines,
  absolute: readonly string[],
): Promise<RepositoryFacts> {
  const root = await rootAt(dir, sha, absolute)
  return { root, lines: await linesAt(dir, sha, wanted, root) }
}

const deepestFolder = 40

/** The folder in which the scanner had the repository: what stands before the longest part of a path that the commit has. */
async function rootAt(dir: string, sha: string, absolute: readonly string[]): Promise<string> {
  for (const file of absolute) {
    const parts = file.split('/').slice(-deepestFolder)
    for (let first = 1; first < parts.length; first += 1) {
      const path = cleanPath(parts.slice(first).join('/'))
      if (path !== null && path !== '' && (await findEntry(dir, oid(sha), path)) !== null)
        return file.slice(0, file.length - path.length)
    }
  }
  return ''
}

async function linesAt(dir: string, sha: string, wanted: WantedLines, root: string): Promise<ReadLines> {
  const found = new Map<string, ReadonlyMap<number, string>>()
  let left = mostBytes
  for (const [file, numbers] of [...wanted].toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(0, mostFiles)) {
    if (left <= 0) break
    const lines = await linesOfFile(dir, sha, file.startsWith(root) ? file.slice(root.length) : file)
    if (lines === null) continue
    left -= lines.reduce((sum, line) => sum + line.length, 0)
    found.set(
      file,
      new Map(numbers.flatMap(number => (lines[number - 1] === undefined ? [] : [[number, lines[number - 1] ?? '']]))),
    )
  }
  return found
}

/** @returns null for a path that is no text file of the commit */
async function linesOfFile(dir: string, sha: string, path: string): Promise<readonly string[] | null> {
  const clean = cleanPath(path)
  if (clean === null || clean === '') return null
  const file = await readFile(dir, oid(sha), clean, { maxBytes: largestBytes }).catch((error: unknown) => {
    if (error instanceof TooLarge) return null
    throw error
  })
  const text = file === null ? null : fileText(file.content)
  return text === null ? null : text.text.replace(/\r?\n$/, '').split(/\r?\n/)
}
