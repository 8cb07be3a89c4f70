import { type RawBuilder, sql } from 'kysely'
import { environmentAccessLevels } from '#contract/deploy/environments/environment-words.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { levelOf, levelSql } from '#server/access/levels.ts'
import { type Context, userIdOrZero } from '#server/context.ts'

/** The access of one role, user or group to a protected environment. */
export interface AccessRow {
  readonly id: number
  readonly action: 'deploy' | 'approve'
  readonly accessLevel: number | null
  readonly userId: number | null
  readonly groupId: number | null
  readonly inherits: boolean
  readonly requiredApprovals: number | null
  /** The name of the user or group; null for a role. */
  readonly name: string | null
  /** The actor is one of those it names. */
  readonly isForActor: boolean
}

export interface ProtectionRow {
  readonly id: number
  readonly name: string
  readonly requiredApprovals: number
  readonly access: readonly AccessRow[]
}

/** The role, user or group that an access names. */
export const describeAccess = ({ accessLevel, name }: Pick<AccessRow, 'accessLevel' | 'name'>): string =>
  // The column's check holds it to these levels.
  name ?? environmentAccessLevels[accessLevel as keyof typeof environmentAccessLevels] ?? ''

/**
 * Protections of a project, by name, with what they mean for the actor.
 *
 * @param where  on `protected_environments pe`
 */
export async function protectionsOf(
  ctx: Context,
  project: { readonly id: number; readonly facts: NamespaceFacts },
  where: RawBuilder<unknown> = sql`true`,
): Promise<readonly ProtectionRow[]> {
  const { actor } = ctx
  const level = levelOf(actor, project.facts)
  const isAdmin = actor.kind === 'user' && actor.isAdmin
  const userId = userIdOrZero(ctx)
  const { rows } = await sql<ProtectionRow>`select pe.id, pe.name, pe.required_approvals,
      (select coalesce(json_agg(json_build_object('id', pa.id, 'action', pa.action, 'accessLevel', pa.access_level, 'userId', pa.user_id,
        'groupId', pa.group_id, 'inherits', pa.inherits, 'requiredApprovals', pa.required_approvals,
        'name', coalesce(au.name, ag.name),
        'isForActor', case
          when pa.user_id is not null then pa.user_id = ${userId}
          when pa.group_id is not null and pa.inherits then access_level_of(${userId}, ag.ancestor_ids) >= ${levelSql('guest')}
          when pa.group_id is not null then exists (select 1 from memberships gm where gm.namespace_id = pa.group_id
            and gm.user_id = ${userId} and gm.access_level >= ${levelSql('guest')})
          when pa.access_level = 60 then ${isAdmin}::boolean
          else ${level}::integer >= pa.access_level end) order by pa.id), '[]')
       from protected_environment_access pa left join users au on au.id = pa.user_id left join namespaces ag on ag.id = pa.group_id
       where pa.protected_environment_id = pe.id) as access
    from protected_environments pe where pe.namespace_id = ${project.id} and ${where} order by pe.name`.execute(ctx.db)
  return rows
}

/** A rule of approvals: each is satisfied by itself. */
export interface ApprovalRule {
  /** Null for the one that counts the approvals of everyone who may deploy. */
  readonly id: number | null
  readonly requiredApprovals: number
  readonly access: AccessRow | null
  readonly isForActor: boolean
}

export interface DeployRights {
  readonly isProtected: boolean
  readonly mayDeploy: boolean
  readonly rules: readonly ApprovalRule[]
}

/** The rights of the actor, who has the role to deploy, on an environment as its protection has them. */
export async function deployRights(
  ctx: Context,
  project: { readonly id: number; readonly facts: NamespaceFacts },
  environment: string,
): Promise<DeployRights> {
  const [protection] = await protectionsOf(ctx, project, sql`pe.name = ${environment}`)
  return rightsBy(protection)
}

export function rightsBy(protection: ProtectionRow | undefined): DeployRights {
  if (protection === undefined) return { isProtected: false, mayDeploy: true, rules: [] }
  const mayDeploy = protection.access.some(access => access.action === 'deploy' && access.isForActor)
  const rules = protection.access
    .filter(access => access.action === 'approve')
    .map(access => ({
      id: access.id,
      requiredApprovals: access.requiredApprovals ?? 1,
      access,
      isForActor: access.isForActor,
    }))
  const ofAll = { id: null, requiredApprovals: protection.requiredApprovals, access: null, isForActor: mayDeploy }
  return {
    isProtected: true,
    mayDeploy,
    rules: rules.length > 0 ? rules : protection.requiredApprovals > 0 ? [ofAll] : [],
  }
}
