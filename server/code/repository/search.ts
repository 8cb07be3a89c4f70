import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { readLog } from '#server/platform/git/commits/log.ts'
import { grep } from '#server/platform/git/files/grep.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { Paged, type Paging, pageOf } from '#server/slice.ts'
import { lastPipelines } from '../pipelines/head-pipeline.ts'
import { lookUpRef, repositoryOf } from './open.ts'
import { presentCommitDetail } from './present.ts'

/** The query of a search in a project's code. */
interface CodeSearch extends Paging {
  readonly search: string
  /** The default branch when left out. */
  readonly ref?: string | undefined
}

/**
 * Commits whose message holds a text, as CommitDetail without statistics; newest first, never counted.
 *
 * @throws NotFound  no such ref
 * @source rest.md 16, scope `commits`
 */
export async function searchCommits(ctx: Context, project: ReadableProject, asked: CodeSearch): Promise<Paged<never>> {
  const { page, perPage, offset } = pageOf(asked)
  const at = await placeIn(ctx, project, asked.ref)
  const found =
    at === null
      ? []
      : await readLog(at.dir, { from: [at.commitId], search: asked.search, skip: offset, limit: perPage + 1 })
  const shown = found.slice(0, perPage)
  const pipelines = await lastPipelines(
    ctx,
    project.id,
    shown.map(({ id }) => id),
  )
  const items = shown.map(commit =>
    wire(presentCommitDetail(ctx, project, commit, { stats: null, pipeline: pipelines.get(commit.id) })),
  )
  return Paged.uncounted<never>(json(items), { page, perPage, hasNext: found.length > perPage })
}

/**
 * Places in the files that hold a text.
 *
 * @throws NotFound  no such ref
 * @source rest.md 16, scope `blobs`
 */
export async function searchBlobs(ctx: Context, project: ReadableProject, asked: CodeSearch): Promise<Paged<never>> {
  const { page, perPage, offset } = pageOf(asked)
  const at = await placeIn(ctx, project, asked.ref)
  const hits = at === null ? [] : await grep(at.dir, at.commitId, asked.search, { limit: offset + perPage + 1 })
  const items = hits.slice(offset, offset + perPage).map(({ path, startLine, text }) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const dot = name.lastIndexOf('.')
    return {
      basename: dot > 0 ? path.slice(0, path.length - name.length + dot) : path,
      data: text,
      path,
      filename: path,
      id: null,
      ref: asked.ref ?? project.defaultBranch,
      startline: startLine,
      projectId: project.id,
    }
  })
  return Paged.uncounted<never>(json(items.map(wire)), { page, perPage, hasNext: hits.length > offset + perPage })
}

/** Null in an empty repository. */
async function placeIn(ctx: Context, project: ReadableProject, ref: string | undefined) {
  const dir = await repositoryOf(ctx, project)
  const place = dir === null ? null : await lookUpRef(dir, project, ref || 'HEAD')
  if (place === null && ref) throw new NotFound('Ref')
  return dir === null || place === null ? null : { dir, commitId: place.commitId }
}

// The reply of a search is JSON that its contract does not look into, so the names of the wire are made here.
const wire = (item: object) =>
  Object.fromEntries(
    Object.entries(item).map(([name, each]: [string, unknown]) => [
      snakeCase(name),
      each instanceof RawJson ? JSON.parse(each.text) : each,
    ]),
  )
const json = (items: readonly object[]) => new RawJson(JSON.stringify(items))
