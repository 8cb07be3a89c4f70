import { posix } from 'node:path'
import type { codeTreePage } from '#contract/code/code-pages.ts'
import { rowsOfFolder } from '#contract/code/files/rows-of-folder.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { type EntryWithCommit, lastCommit, lastCommits } from '#server/platform/git/commits/last-commits.ts'
import { type File, readFile } from '#server/platform/git/files/blob.ts'
import { fileText } from '#server/platform/git/files/file-text.ts'
import { readTree } from '#server/platform/git/files/tree.ts'
import { fileModes, type TreeEntry } from '#server/platform/git/objects.ts'
import { countRefs } from '#server/platform/git/refs/refs.ts'
import type { Shown } from '#server/slice.ts'
import { submoduleHrefs } from '../../diffs/submodule.ts'
import { pipelineMarks } from '../../pipelines/head-pipeline.ts'
import { knownLanguages } from '../files/languages.ts'
import { readmeIn } from '../files/readme.ts'
import { isMarkdown, renderedFile } from '../files/rendered.ts'
import { readRefAndPath, repositoryOf } from '../open.ts'
import { peopleOf } from '../people.ts'
import { presentLast, presentLine, presentPlace, presentRef } from '../present-on-page.ts'

/** A page does not wait longer for the commits of its entries: they come with the next look. */
const patienceMs = 1_200
const readmeLimitBytes = 512 * 1024

/** @throws NotFound  no such ref or folder */
export async function showTree(
  ctx: Context,
  project: ReadableProject,
  words: string,
  maxRows = rowsOfFolder,
): Promise<Shown<ReplyOf<typeof codeTreePage>>> {
  const dir = await repositoryOf(ctx, project)
  const [branchCount, tagCount] =
    dir === null ? [0, 0] : await Promise.all([countRefs(dir, 'branch'), countRefs(dir, 'tag')])
  const found = dir === null ? null : await readRefAndPath(dir, project, words)
  const place = await presentPlace(ctx, project, branchCount + tagCount === 0, found?.ref)
  if (dir === null || found === null) {
    if (words !== '' && !(place.isEmpty && words.replace(/(?<!\/)\/+$/, '') === project.defaultBranch))
      throw new NotFound('Tree')
    return { ...nothing, place, branchCount, tagCount }
  }
  const { ref, path } = found
  const entries = await readTree(dir, ref.commitId, path)
  if (entries === null) throw new NotFound('Tree')
  const [withCommits, last, readme, commitCount] = await Promise.all([
    commitsOf(dir, ref.commitId, path),
    lastCommit(dir, ref.commitId, path),
    readmeOf(ctx, project, dir, ref, entries),
    countOf(ctx, project),
  ])
  const [people, marks] = await Promise.all([
    peopleOf(ctx, [last]),
    pipelineMarks(ctx, project.id, last === null ? [] : [last.id]),
  ])
  const byName = new Map(withCommits?.map(entry => [entry.name, entry.lastCommit]))
  const rowsShown = entries.slice(0, maxRows)
  const hrefOf = await submoduleHrefs({ dir, namespace: project.fullPath }, ref.commitId, rowsShown)
  const rows = rowsShown.map(entry => {
    const { id, name, path: at, type, mode } = entry
    const commit = byName.get(name) ?? null
    return {
      id,
      name,
      path: at,
      type,
      mode,
      submoduleHref: hrefOf(entry),
      lastCommit: commit === null ? null : presentLast(commit),
    }
  })
  return {
    place,
    ref: presentRef(project, ref),
    path,
    entries: rows,
    isCut: rows.length < entries.length,
    isSearching: withCommits === null,
    lastCommit: last === null ? null : presentLine(last, people, marks),
    readme,
    branchCount,
    tagCount,
    commitCount,
    languages: path === '' && ref.kind === 'branch' ? knownLanguages(dir, ref.commitId) : [],
  }
}

const nothing = {
  ref: null,
  path: '',
  entries: [],
  isCut: false,
  isSearching: false,
  lastCommit: null,
  readme: null,
  commitCount: 0,
  languages: [],
}

const searches = new Map<string, Promise<readonly EntryWithCommit[] | null>>()

/** Null when it takes longer than a page waits; the search goes on then, and its outcome is kept. */
async function commitsOf(dir: string, commitId: string, path: string): Promise<readonly EntryWithCommit[] | null> {
  const key = `${dir}\0${commitId}\0${path}`
  const known = searches.get(key)
  const search = known ?? lastCommits(dir, commitId, path).finally(() => searches.delete(key))
  if (known === undefined) {
    searches.set(key, search)
    // Callers that still wait handle the failure; when there are none, the next look searches again.
    search.catch(() => undefined)
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(resolve, patienceMs, null)
  })
  return Promise.race([search, late]).finally(() => clearTimeout(timer))
}

async function readmeOf(
  ctx: Context,
  project: ReadableProject,
  dir: string,
  ref: { readonly name: string; readonly commitId: string },
  entries: readonly TreeEntry[],
) {
  const entry = readmeIn(entries)
  if (entry === null) return null
  const file = await readThroughLinks(dir, ref.commitId, entry)
  if (file === null) return null
  const { name, path } = file
  if (!isMarkdown(name)) return { name, path, html: null, text: fileText(file.content)?.text ?? '' }
  return { name, path, html: await renderedFile(ctx, project, { dir, ref }, file), text: null }
}

const mostLinks = 5

/** The file that a symbolic link leads to, by way of others, inside of the repository; null where it leads nowhere. */
async function readThroughLinks(dir: string, commitId: string, entry: TreeEntry): Promise<File | null> {
  let { path } = entry
  for (let links = 0; links <= mostLinks; links++) {
    const file = await readFile(dir, commitId, path, { maxBytes: readmeLimitBytes }).catch(() => null)
    if (file === null || file.mode !== fileModes.link) return file
    const target = posix.join(posix.dirname(path), file.content.toString('utf8'))
    if (file.content.at(0) === 0x2f || target === '..' || target.startsWith('../')) return null
    path = target
  }
  return null
}

async function countOf(ctx: Context, project: ProjectRow): Promise<number> {
  const row = await ctx.db.selectFrom('projects').select('commitCount').where('id', '=', project.id).executeTakeFirst()
  return row?.commitCount ?? 0
}
