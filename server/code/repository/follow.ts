import { isDeepStrictEqual } from 'node:util'
import { projectTopic } from '#contract/live-topics.ts'
import { type Context, transact } from '#server/context.ts'
import { countCommits } from '#server/platform/git/commits/log.ts'
import { readTree } from '#server/platform/git/files/tree.ts'
import { maintainAlone, maintenanceDue } from '#server/platform/git/maintain.ts'
import { branchRef } from '#server/platform/git/refs/full-name.ts'
import { resolveCommit } from '#server/platform/git/refs/refs.ts'
import { sizeBytes } from '#server/platform/git/storage.ts'
import { later } from '#server/slice.ts'
import { languagesOf } from './files/languages.ts'
import { licenseIn } from './files/license.ts'
import { readmeIn } from './files/readme.ts'
import { repositoryOf } from './open.ts'

const commitsCounted = 100_000

export const repositoryFollowers = [
  later('repository.pushed', async (ctx, { payload }) => {
    const dir = await repositoryOf(ctx, { id: payload.projectId })
    if (dir === null) return
    await measure(ctx, payload.projectId, dir, payload.refs)
    const due = await maintenanceDue(dir)
    if (due !== null) await maintainAlone(dir, due)
  }),
  later('project.updated', async (ctx, { payload: { projectId, fields } }) => {
    if (!fields.includes('defaultBranch')) return
    const dir = await repositoryOf(ctx, { id: projectId })
    if (dir !== null) await measure(ctx, projectId, dir)
  }),
]

/**
 * Keep the facts of a repository that lists and pages show: its size, and the commits, languages, README and license of the default
 * branch.
 *
 * @param moved  the refs that a push has moved; without the default branch among them, only the size is new
 */
export async function measure(
  ctx: Context,
  projectId: number,
  dir: string,
  moved?: readonly { readonly ref: string }[],
): Promise<void> {
  const known = await ctx.db
    .selectFrom('projects')
    .select([
      'defaultBranch',
      'commitCount',
      'repositorySizeBytes',
      'readmePath',
      'languages',
      'licensePath',
      'licenseKey',
    ])
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (known === undefined) return
  const { defaultBranch, ...before } = known
  const isHeadNew = moved?.some(({ ref }) => ref === branchRef(defaultBranch)) ?? true
  const [repositorySizeBytes, ofHead] = await Promise.all([
    sizeBytes(dir),
    isHeadNew ? measureHead(dir, defaultBranch) : null,
  ])
  // Only the measured values: a push to the default branch may have its own facts stored in the meantime.
  const measured = { ...ofHead, repositorySizeBytes }
  if (isDeepStrictEqual({ ...before, ...measured }, before)) return
  await transact(ctx, async inner => {
    await inner.db.updateTable('projects').set(measured).where('id', '=', projectId).execute()
    await inner.events.record(
      'repository.measured',
      { projectId },
      { namespaceId: projectId, topics: [projectTopic(projectId)] },
    )
  })
}

async function measureHead(dir: string, defaultBranch: string) {
  const head = await resolveCommit(dir, branchRef(defaultBranch))
  const [commitCount, root, shares] = await Promise.all([
    head === null ? 0 : countCommits(dir, { from: [head], max: commitsCounted }),
    head === null ? null : readTree(dir, head),
    head === null ? [] : languagesOf(dir, head),
  ])
  return {
    commitCount,
    readmePath: readmeIn(root ?? [])?.path ?? null,
    languages: shares.map(({ name }) => name),
    ...(await licenseIn(dir, root ?? [])),
  }
}
