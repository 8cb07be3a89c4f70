import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { createRepository, repositoryDir, repositoryExists, setAsideRepository } from '#server/platform/git/storage.ts'
import { commitFiles } from '#server/platform/git/writing/commit-files.ts'

/**
 * The folder of a project's repository, made empty when nothing has been there yet. So a project that was never
 * committed leaves nothing on the disk.
 */
export async function ensureRepository(
  ctx: Context,
  project: { readonly id: number; readonly defaultBranch: string },
): Promise<string> {
  const dir = repositoryDir(ctx.services.settings.dataDir, project.id)
  if (await repositoryExists(dir)) return dir
  try {
    await createRepository(dir, { defaultBranch: project.defaultBranch })
  } catch (error) {
    // Another request made it in the same moment.
    if (!(error instanceof Conflict)) throw error
  }
  return dir
}

/**
 * Keep the code of a lost project from a new one. A database that replaces a failed one assigns the ids again that only
 * the failed one had assigned, and the repositories of those projects still exist.
 */
export async function refuseOlderRepository({ services }: Context, projectId: number): Promise<void> {
  const dir = repositoryDir(services.settings.dataDir, projectId)
  if (!(await repositoryExists(dir))) return
  services.log.warn({ projectId, dir }, 'a new project has the id of a lost one, whose repository is set aside')
  await setAsideRepository(dir)
}

interface FirstCommit {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly defaultBranch: string
}

/** Begin a project's repository with a README. */
export async function writeReadme(ctx: Context, project: FirstCommit): Promise<void> {
  const dir = await ensureRepository(ctx, project)
  const { description } = project
  await commitFiles(dir, {
    branch: project.defaultBranch,
    message: 'Initial commit',
    author: await signatureOf(ctx),
    actions: [
      {
        action: 'create',
        path: 'README.md',
        content: Buffer.from(`# ${project.name}\n${description === '' ? '' : `\n${description}\n`}`),
      },
    ],
  })
  await ctx.db
    .updateTable('projects')
    .set({ lastPushedAt: ctx.now, commitCount: 1, readmePath: 'README.md' })
    .where('id', '=', project.id)
    .execute()
}

/** The acting user as the author of a commit. */
async function signatureOf(ctx: Context) {
  const { actor } = ctx
  const email =
    actor.kind === 'user'
      ? await sql<{ email: string }>`select email from users where id = ${actor.id}`
          .execute(ctx.db)
          .then(({ rows }) => rows[0]?.email)
      : undefined
  return { name: actor.kind === 'user' ? actor.name : 'Weft', email: email ?? 'weft@localhost', at: new Date(ctx.now) }
}
