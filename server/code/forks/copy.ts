import { sql } from 'kysely'
import { projectTopic, repositoryTopic } from '#contract/live-topics.ts'
import { type Context, transact } from '#server/context.ts'
import { Conflict, Unavailable } from '#server/errors.ts'
import { setImportStatus } from '#server/foundation/projects/fork-relation.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { copyRepository } from '#server/platform/git/writing/copy-repository.ts'
import { measure } from '../repository/follow.ts'
import { messages } from './messages.ts'

interface Copying {
  readonly projectId: number
  readonly sourceId: number
  readonly branches: readonly string[] | null
}

/** Copy the repository of a fork. An interrupted job begins again; refs that exist already count as copied. */
export async function copyFork(ctx: Context, { projectId, sourceId, branches }: Copying): Promise<void> {
  const { rows } = await sql<{ importStatus: string; defaultBranch: string }>`
    select import_status, default_branch from projects where id = ${projectId}`.execute(ctx.db)
  const [fork] = rows
  if (fork === undefined || (fork.importStatus !== 'scheduled' && fork.importStatus !== 'started')) return
  const { dataDir } = ctx.services.settings
  const [from, to] = [repositoryDir(dataDir, sourceId), repositoryDir(dataDir, projectId)]
  await transact(ctx, inner => setImportStatus(inner, projectId, 'started'))
  try {
    const { defaultBranch } = fork
    if (await repositoryExists(from))
      await copyRepository({ from, to, defaultBranch, ...(branches === null ? {} : { branches }) })
  } catch (error) {
    if (error instanceof Unavailable) throw error
    if (!(error instanceof Conflict)) {
      ctx.services.log.error({ err: error, projectId, sourceId }, 'a fork could not be copied')
      return finish(ctx, projectId, 'failed')
    }
  }
  const hasCode = await repositoryExists(to)
  await finish(ctx, projectId, 'finished', hasCode)
  if (hasCode) await measure(ctx, projectId, to)
}

async function finish(ctx: Context, projectId: number, status: 'finished' | 'failed', hasCode = false): Promise<void> {
  await transact(ctx, async inner => {
    if (hasCode)
      await inner.db
        .updateTable('projects')
        .set({ lastPushedAt: inner.now, lastActivityAt: inner.now })
        .where('id', '=', projectId)
        .execute()
    await setImportStatus(inner, projectId, status, status === 'failed' ? messages.copyFailed : null)
    await inner.events.record(
      'fork.copied',
      { projectId, status },
      { namespaceId: projectId, topics: [projectTopic(projectId), repositoryTopic(projectId)] },
    )
  })
}
