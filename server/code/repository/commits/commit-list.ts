import type { listCommits } from '#contract/code/commits/commits.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { commitStats } from '#server/platform/git/commits/commit.ts'
import { type LogOptions, readLog } from '#server/platform/git/commits/log.ts'
import { Paged, pageOf } from '#server/slice.ts'
import { lookUpRef, repositoryOf } from '../open.ts'
import { presentCommit, presentStats } from '../present.ts'

/**
 * Commits, newest first; never counted.
 *
 * @throws NotFound  no such ref, or an empty repository
 */
export async function showCommitList(
  ctx: Context,
  project: ProjectRow,
  input: InputOf<typeof listCommits>,
): Promise<Paged<ReplyOf<typeof listCommits>>> {
  const { page, perPage, offset } = pageOf(input)
  const dir = await repositoryOf(ctx, project)
  if (dir === null) throw new NotFound('Repository')
  const { path, author, since, until, withStats, firstParent, order, follow } = input
  const found = await readLog(dir, {
    ...(await range(dir, project, input)),
    ...(path ? { path } : {}),
    ...(author ? { author } : {}),
    ...(since === undefined ? {} : { since: new Date(since) }),
    ...(until === undefined ? {} : { until: new Date(until) }),
    ...(firstParent === true ? { firstParent } : {}),
    ...(follow === true && path ? { follow } : {}),
    ...(order === undefined ? {} : { order }),
    skip: offset,
    limit: perPage + 1,
  })
  const commits = found.slice(0, perPage)
  const ids = commits.map(commit => commit.id)
  const stats = withStats === true ? await commitStats(dir, ids) : null
  const items = commits.map(commit => {
    const own = stats?.get(commit.id)
    return { ...presentCommit(ctx, project, commit), ...(own === undefined ? {} : { stats: presentStats(own) }) }
  })
  return Paged.uncounted(items, { page, perPage, hasNext: found.length > perPage })
}

/** All commits, those of one ref, or those that one has and another has not: `main..feature`. */
async function range(
  dir: string,
  project: ProjectRow,
  { all, refName }: InputOf<typeof listCommits>,
): Promise<LogOptions> {
  if (all === true) return { all }
  const place = await lookUpRef(dir, project, refName || 'HEAD')
  if (place !== null) return { from: [place.commitId] }
  const [, from = '', to = ''] = /^(.+?)\.\.(?!\.)(.+)$/s.exec(refName ?? '') ?? []
  const [one, other] =
    from === '' ? [null, null] : await Promise.all([lookUpRef(dir, project, from), lookUpRef(dir, project, to)])
  if (one === null || other === null) throw new NotFound('Commit')
  return { from: [other.commitId], notFrom: [one.commitId] }
}
