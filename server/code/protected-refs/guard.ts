import { sql } from 'kysely'
import type { RefKind } from '#contract/code/ref-kinds.ts'
import { isAdmin, type NamespaceFacts } from '#server/access/facts.ts'
import { levelOf } from '#server/access/levels.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { Forbidden } from '#server/errors.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { messages } from './messages.ts'
import { type Pusher, type RefRights, type RefRule, refRights } from './rights.ts'

const a = columnsOf('protectedRefAccess', 'a')

interface GuardedProject {
  readonly id: number
  readonly facts: NamespaceFacts
}

/** The rules of a project, for one actor. */
export interface RefGuard {
  /** The actor's rights to a branch or tag. */
  of(kind: RefKind, name: string): RefRights
}

/** Read the rules of a project for its branches and tags, in one statement. */
export async function refGuard(ctx: Context, project: GuardedProject): Promise<RefGuard> {
  const rules = await refRulesOf(ctx, project.id)
  const who = pusherOf(ctx, project)
  return { of: (kind, name) => refRights(rules, who, kind, name) }
}

export const pusherOf = ({ actor, deployToken }: Context, { facts }: GuardedProject): Pusher => ({
  level: levelOf(actor, facts),
  isAdmin: isAdmin(actor),
  userId: userIdOf({ actor }),
  deployKeyId: deployToken?.deployKeyId ?? null,
  openBranches: facts.openBranches ?? [],
})

/** All rules of a project, by name: `maxRefRules` bounds them. */
export const refRulesOf = (ctx: Context, projectId: number): Promise<readonly RefRule[]> =>
  rulesOfProjects(ctx, [projectId])

interface StoredRule extends RefRule {
  readonly projectId: number
  readonly createdAt: string
}

/** All rules of projects, by name. */
export async function rulesOfProjects(ctx: Context, ids: readonly number[]): Promise<readonly StoredRule[]> {
  const values = { ids: [...ids] }
  return runStatement<StoredRule, typeof values>(
    ctx.db,
    'ref rules',
    values,
    parameter => sql`
    select r.id, r.project_id, r.created_at, r.kind, r.name, r.allow_force_push, r.code_owner_approval_required, coalesce((
      select json_agg(${object({
        ...a.fields('id', 'action'),
        accessLevel: a('accessLevel'),
        userId: a('userId'),
        deployKeyId: a('deployKeyId'),
      })} order by a.id)
      from protected_ref_access a where a.protected_ref_id = r.id), '[]') as access
    from protected_refs r where r.project_id = any (${parameter.ids}::bigint[]) order by r.name, r.id`,
  )
}

/** Moves of refs that are no git push. */
type Move = 'push' | 'create' | 'force' | 'delete'

/** @throws Forbidden  a rule keeps the actor from it */
export async function checkMove(
  ctx: Context,
  project: GuardedProject,
  move: Move,
  kind: RefKind,
  name: string,
): Promise<void> {
  const refusal = refusalOf((await refGuard(ctx, project)).of(kind, name), move, kind, name)
  if (refusal !== null) throw new Forbidden(refusal)
}

/** The reason why a ref may not be moved; null where it may. */
export function refusalOf(rights: RefRights, move: Move, kind: RefKind, name: string): string | null {
  switch (move) {
    case 'push':
      if (kind === 'tag') return rights.canForcePush ? null : messages.tagStays(name)
      return rights.canPush ? null : messages.noPush(name)
    case 'create':
      return rights.canPush ? null : kind === 'tag' ? messages.noTag(name) : messages.noBranch(name)
    case 'force':
      if (!rights.canPush) return messages.noPush(name)
      return rights.canForcePush ? null : messages.noForce(name)
    case 'delete':
      return rights.canDelete ? null : messages.noDelete(kind, name)
    default:
      return move satisfies never
  }
}
