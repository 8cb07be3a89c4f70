import { sql } from 'kysely'
import type { forkProject as forkOperation } from '#contract/code/forks.ts'
import { projectTopic } from '#contract/live-topics.ts'
import type { InputOf } from '#contract/operation.ts'
import type { Visibility } from '#contract/shapes.ts'
import { type Allowed, load } from '#server/access/load.ts'
import { type Context, selfId } from '#server/context.ts'
import { Conflict } from '#server/errors.ts'
import { namespaceByRef, namespaceOfUser } from '#server/foundation/namespaces/find.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { unrestricted } from '#server/foundation/namespaces/visibility.ts'
import { createProject } from '#server/foundation/projects/create.ts'
import { linkFork, refuseWider } from '#server/foundation/projects/fork-relation.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { messages } from './messages.ts'

type Fork = Omit<InputOf<typeof forkOperation>, 'id'>

/**
 * Make a copy of a project in another namespace, the actor's own without one. A job copies the repository.
 *
 * @returns the id of the new project
 * @throws Conflict  the name or path is taken there
 * @throws Invalid  it would be seen by more people than its source, or its namespace
 */
export async function forkProject(
  ctx: Context,
  source: Allowed<'project:fork', ProjectRow>,
  { namespaceId, namespacePath, namespace, ...given }: Fork,
): Promise<number> {
  const asked = namespaceId ?? namespacePath ?? namespace
  const parent =
    asked === undefined
      ? await load(ctx, 'namespace:create-project', namespaceOfUser, { userId: selfId(ctx) })
      : await load(ctx, 'namespace:create-project', namespaceByRef, { id: asked })
  const { rows } = await sql<{ description: string; visibility: Visibility }>`
    select description, visibility from namespaces where id = ${source.id} for share`.execute(ctx.db)
  const { description = '', visibility = source.visibility } = rows[0] ?? {}
  if (given.visibility !== undefined) refuseWider(visibility, given.visibility)
  const name = given.name || source.name
  const path = given.path || (given.name ? undefined : source.path)
  if (await isTaken(ctx, parent.id, path)) throw new Conflict(messages.taken)
  const made = await createProject(ctx, parent, {
    name,
    ...(path === undefined ? {} : { path }),
    description: given.description ?? description,
    visibility:
      given.visibility ??
      unrestricted(
        ctx.actor,
        await readSiteSettings(ctx.db),
        visibility,
        parent.kind === 'group' ? parent.visibility : visibility,
      ),
    defaultBranch: source.defaultBranch,
    mrDefaultTargetSelf: given.mrDefaultTargetSelf ?? false,
  })
  await linkFork(ctx, { forkId: made.id, sourceId: source.id, importStatus: 'scheduled' })
  const branches = given.branches === undefined || given.branches === '' ? null : [given.branches]
  await ctx.events.record(
    'project.forked',
    { projectId: made.id, sourceId: source.id, branches },
    { namespaceId: made.id, topics: [projectTopic(source.id), projectTopic(made.id)] },
  )
  return made.id
}

async function isTaken(ctx: Context, parentId: number, path: string | undefined): Promise<boolean> {
  if (path === undefined) return false
  const { rows } =
    await sql`select 1 from namespaces where parent_id = ${parentId} and lower(path) = lower(${path}) limit 1`.execute(
      ctx.db,
    )
  return rows.length > 0
}
