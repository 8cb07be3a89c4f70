import type { codeBlamePage, codeBlobPage } from '#contract/code/code-pages.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { showCodeOwners } from '#server/code/code-owners/show.ts'
import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { NotFound } from '#server/errors.ts'
import { blame } from '#server/platform/git/commits/blame.ts'
import { lastCommit } from '#server/platform/git/commits/last-commits.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import { fileInfo, readFile } from '#server/platform/git/files/blob.ts'
import { fileKindOf } from '#server/platform/git/files/file-kind.ts'
import { encodingOf, fileText } from '#server/platform/git/files/file-text.ts'
import { findEntry } from '#server/platform/git/files/tree.ts'
import { fileModes, type TreeEntry } from '#server/platform/git/objects.ts'
import type { Shown } from '#server/slice.ts'
import { languageOf } from '../files/language.ts'
import { isMarkdown, renderedFile } from '../files/rendered.ts'
import { readRefAndPath, repositoryOf } from '../open.ts'
import { peopleOf } from '../people.ts'
import { presentLine, presentPlace, presentRef } from '../present-on-page.ts'

/** Larger texts are not shown, only offered for download. */
const textLimitBytes = 2 * 1024 * 1024
const markdownLimitBytes = 512 * 1024
const headBytes = 20 * 1024 * 1024

type BlobPage = Shown<ReplyOf<typeof codeBlobPage>>

/** @throws NotFound  no such ref, or no file there */
export async function showBlob(ctx: Context, project: ReadableProject, words: string): Promise<BlobPage> {
  const { dir, ref, path } = await fileAt(ctx, project, words)
  const owning = showCodeOwners(ctx, project, dir, { commitId: ref.commitId, path })
  owning.catch(() => undefined)
  const finding = findLast(ctx, dir, ref.commitId, path)
  const entry = await findEntry(dir, ref.commitId, path)
  if (entry === null || entry.type === 'tree') throw new NotFound('File')
  const { file, text, content } = await readForPage(dir, ref.commitId, path, entry)
  const base = siteBase(ctx)
  const { last, people } = await finding
  const { owners, problems } = await owning
  return {
    place: await presentPlace(ctx, project, false, ref),
    ref: presentRef(project, ref),
    path,
    file,
    text,
    lineCount: text === null ? 0 : linesOf(text),
    html:
      content !== null && file.show === 'text' && isMarkdown(entry.name) && file.sizeBytes <= markdownLimitBytes
        ? await renderedFile(ctx, project, { dir, ref }, content)
        : null,
    rawPath: `${base}/${project.fullPath}/-/raw/${addressOf(ref.name, path)}`,
    permalink: `${base}/${project.fullPath}/-/blob/${addressOf(ref.commitId, path)}`,
    lastCommit: last === null ? null : presentLine(last, people),
    codeOwners: owners,
    codeOwnersProblems: problems,
  }
}

/** A file as pages show it: its text, where it is one, and all that was read of it. */
export async function readForPage(dir: string, commitId: string, path: string, entry: TreeEntry) {
  const info = entry.type === 'commit' ? null : await fileInfo(dir, commitId, path)
  const sizeBytes = info?.sizeBytes ?? 0
  const content =
    entry.type === 'commit' || sizeBytes > headBytes
      ? null
      : await readFile(dir, commitId, path, { maxBytes: headBytes })
  const show = shownAs(entry, sizeBytes, content?.content ?? null)
  const read = content !== null && show === 'text' ? fileText(content.content) : null
  const text = read?.text ?? (content !== null && show === 'link' ? content.content.toString('utf8') : null)
  const encoding = read?.encoding ?? null
  const { id, name, mode } = entry
  return {
    file: { id, name, mode, sizeBytes, language: languageOf(path)?.name ?? null, show, encoding },
    text,
    content,
  }
}

/** The slowest query of the page of a file, so that it runs beside the others. */
function findLast(ctx: Context, dir: string, commitId: string, path: string) {
  const finding = lastCommit(dir, commitId, path).then(async last => ({ last, people: await peopleOf(ctx, [last]) }))
  // The page may end before it needs the outcome.
  finding.catch(() => undefined)
  return finding
}

/** @throws NotFound  no such ref, no file there, or one that has no lines */
export async function showBlame(
  ctx: Context,
  project: ReadableProject,
  { path: words = '', ignoreRevs = true }: InputOf<typeof codeBlamePage>,
): Promise<Shown<ReplyOf<typeof codeBlamePage>>> {
  const { dir, ref, path } = await fileAt(ctx, project, words)
  const file = await readFile(dir, ref.commitId, path, { maxBytes: textLimitBytes })
  if (file === null || encodingOf(file.content) === null) throw new NotFound('File')
  const listed = await ignoredCommits(dir, ref.commitId)
  const ranges = await blame(dir, ref.commitId, path, { ignored: ignoreRevs ? listed : [] })
  const people = await peopleOf(
    ctx,
    ranges.map(range => range.commit),
  )
  return {
    place: await presentPlace(ctx, project, false),
    ref: presentRef(project, ref),
    path,
    ignoredRevs: listed.length === 0 ? null : ignoreRevs,
    ranges: ranges.map(({ startLine, lines, commit, before }) => ({
      startLine,
      lines,
      commit: presentLine(commit, people),
      before,
    })),
  }
}

const ignoreFile = '.git-blame-ignore-revs'
const maxIgnoreBytes = 1024 * 1024

/**
 * The commits that a repository wants to be passed over. A line that is not a full object name is left out, as git
 * would refuse the whole file.
 */
async function ignoredCommits(dir: string, commitId: string): Promise<readonly string[]> {
  const file = await readFile(dir, commitId, ignoreFile, { maxBytes: maxIgnoreBytes })
  if (file === null) return []
  return file.content
    .toString('latin1')
    .split('\n')
    .flatMap(line => /^\s*([0-9a-f]{40})\s*(?:#|$)/.exec(line)?.[1] ?? [])
}

async function fileAt(ctx: Context, project: ReadableProject, words: string) {
  const dir = await repositoryOf(ctx, project)
  const found = dir === null ? null : await readRefAndPath(dir, project, words)
  if (dir === null || found === null || found.path === '') throw new NotFound('File')
  return { dir, ...found }
}

function shownAs(
  entry: { readonly type: string; readonly mode: string; readonly name: string },
  sizeBytes: number,
  content: Buffer | null,
): ReplyOf<typeof codeBlobPage>['file']['show'] {
  if (entry.type === 'commit') return 'submodule'
  if (content === null) return 'large'
  if (entry.mode === fileModes.link) return 'link'
  const kind = fileKindOf(entry.name, content)
  return kind === 'text' && sizeBytes > textLimitBytes ? 'large' : kind
}

const linesOf = (text: string): number => {
  if (text === '') return 0
  let count = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
