import type { Context } from '#server/context.ts'
import { branchProtectionOf } from '#server/foundation/namespaces/branch-protection.ts'

/** Protect the default branch of a new project, as its group or the site has it. */
export async function protectDefaultBranch(ctx: Context, projectId: number): Promise<void> {
  const protection = await branchProtectionOf(ctx, projectId)
  if (protection === null) return
  const { pushLevel, mergeLevel, allowForcePush } = protection
  const { id } = await ctx.db
    .insertInto('protectedRefs')
    .columns(['projectId', 'kind', 'name', 'allowForcePush'])
    .expression(eb =>
      eb
        .selectFrom('projects')
        .select(eb => ['id', eb.val('branch').as('kind'), 'defaultBranch', eb.val(allowForcePush).as('allowForcePush')])
        .where('id', '=', projectId),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('protectedRefAccess')
    .values([
      { protectedRefId: id, action: 'push', accessLevel: pushLevel },
      { protectedRefId: id, action: 'merge', accessLevel: mergeLevel },
    ])
    .execute()
}

/** The first push to a project made another branch its default one: the rule of the former follows. */
export async function moveDefaultRule(
  ctx: Context,
  projectId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await ctx.db
    .updateTable('protectedRefs')
    .set({ name: to })
    .where('projectId', '=', projectId)
    .where('kind', '=', 'branch')
    .where('name', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('protectedRefs as other')
            .select('other.id')
            .where('other.projectId', '=', projectId)
            .where('other.kind', '=', 'branch')
            .where('other.name', '=', to),
        ),
      ),
    )
    .execute()
}
