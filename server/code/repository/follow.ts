import { type Context, transact } from '#server/context.ts'
import { keepContributor } from '#server/foundation/projects/contributors.ts'
import { projectTopic } from '#server/foundation/projects/events.ts'
import { countCommits } from '#server/platform/git/log.ts'
import { maintainAlone, needsMaintenance } from '#server/platform/git/maintain.ts'
import { resolveCommit } from '#server/platform/git/refs.ts'
import { sizeBytes } from '#server/platform/git/storage.ts'
import { later, on } from '#server/slice.ts'
import { repositoryOf } from './open.ts'

const commitsCounted = 100_000

export const repositoryFollowers = [
  on('repository.pushed', async (ctx, { payload }) => {
    if (payload.refs.some(({ after }) => after !== null)) await keepContributor(ctx, payload.projectId)
  }),
  later('repository.pushed', async (ctx, { payload }) => {
    const dir = await repositoryOf(ctx, { id: payload.projectId })
    if (dir === null) return
    await measure(ctx, payload.projectId, dir)
    if (await needsMaintenance(dir)) await maintainAlone(dir)
  }),
]

/** How many commits the default branch has, and what the repository weighs. */
async function measure(ctx: Context, projectId: number, dir: string): Promise<void> {
  const known = await ctx.db
    .selectFrom('projects')
    .select(['defaultBranch', 'commitCount', 'repositorySizeBytes'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (known === undefined) return
  const head = await resolveCommit(dir, `refs/heads/${known.defaultBranch}`)
  const [commitCount, repositorySizeBytes] = await Promise.all([
    head === null ? 0 : countCommits(dir, { from: [head], atMost: commitsCounted }),
    sizeBytes(dir),
  ])
  if (commitCount === known.commitCount && repositorySizeBytes === known.repositorySizeBytes) return
  await transact(ctx, async inner => {
    await inner.db
      .updateTable('projects')
      .set({ commitCount, repositorySizeBytes })
      .where('id', '=', projectId)
      .execute()
    await inner.events.record(
      'repository.measured',
      { projectId },
      { namespaceId: projectId, topics: [projectTopic(projectId)] },
    )
  })
}
