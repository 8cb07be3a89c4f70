import { type RawBuilder, sql } from 'kysely'
import { environmentAccessLevels } from '#contract/deploy/environments/environment-words.ts'
import { isAdmin, type NamespaceFacts } from '#server/access/facts.ts'
import { levelOf, levelSql } from '#server/access/levels.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { tierOf } from './tier.ts'

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
  /** The name of the project or group. */
  readonly namespaceName: string
  readonly name: string
  readonly requiredApprovals: number
  readonly access: readonly AccessRow[]
}

/** The role, user or group that an access names. */
export const describeAccess = ({ accessLevel, name }: Pick<AccessRow, 'accessLevel' | 'name'>): string =>
  // The column's check holds it to these levels.
  name ?? environmentAccessLevels[accessLevel as keyof typeof environmentAccessLevels] ?? ''

/** A project or group, with the facts of the actor in it. */
export interface ProtectingNamespace {
  readonly id: number
  readonly facts: NamespaceFacts
}

/**
 * Protections of a project or group, by name, with what they mean for the actor.
 *
 * @param where  on `protected_environments pe`
 */
export const protectionsOf = (
  ctx: Context,
  namespace: ProtectingNamespace,
  where: RawBuilder<unknown> = sql`true`,
): Promise<readonly ProtectionRow[]> =>
  findProtections(ctx, namespace, sql`pe.namespace_id = ${namespace.id} and ${where}`)

/** @param where  on `protected_environments pe` and its `namespaces pn` */
async function findProtections(
  ctx: Context,
  namespace: ProtectingNamespace,
  where: RawBuilder<unknown>,
): Promise<readonly ProtectionRow[]> {
  const { actor } = ctx
  // In the groups above, the role there counts.
  const level = sql`case when pe.namespace_id = ${namespace.id} then ${levelOf(actor, namespace.facts)}::integer
    when ${isAdmin(actor)}::boolean then ${levelSql('owner')} else access_level_of(${userIdOrZero(ctx)}, pn.ancestor_ids) end`
  const userId = userIdOrZero(ctx)
  const { rows } = await sql<ProtectionRow>`select pe.id, pn.name as namespace_name, pe.name, pe.required_approvals,
      (select coalesce(json_agg(json_build_object('id', pa.id, 'action', pa.action, 'accessLevel', pa.access_level, 'userId', pa.user_id,
        'groupId', pa.group_id, 'inherits', pa.inherits, 'requiredApprovals', pa.required_approvals,
        'name', coalesce(au.name, ag.name),
        'isForActor', case
          when pa.user_id is not null then pa.user_id = ${userId}
          when pa.group_id is not null and pa.inherits then access_level_of(${userId}, ag.ancestor_ids) >= ${levelSql('guest')}
          when pa.group_id is not null then exists (select 1 from memberships gm where gm.namespace_id = pa.group_id
            and gm.user_id = ${userId} and gm.access_level >= ${levelSql('guest')})
          when pa.access_level = 60 then ${isAdmin(actor)}::boolean
          else ${level} >= pa.access_level end) order by pa.id), '[]')
       from protected_environment_access pa left join users au on au.id = pa.user_id left join namespaces ag on ag.id = pa.group_id
       where pa.protected_environment_id = pe.id) as access
    from protected_environments pe join namespaces pn on pn.id = pe.namespace_id where ${where} order by pe.name, pe.id`.execute(
    ctx.db,
  )
  return rows
}

/** The namespaces above a project that may protect its environments. */
const above = (project: ProtectingNamespace) =>
  sql`pe.namespace_id <> ${project.id} and pe.namespace_id = any (array(
    select unnest(own.ancestor_ids) from namespaces own where own.id = ${project.id}))`

/** The protections of tiers by the groups above a project. */
export const inheritedProtections = (ctx: Context, project: ProtectingNamespace): Promise<readonly ProtectionRow[]> =>
  findProtections(ctx, project, above(project))

/** The protections of an environment: its own, and those of its tier by the groups above. */
export const protectionsOfEnvironment = (
  ctx: Context,
  project: ProtectingNamespace,
  { name, tier }: { readonly name: string; readonly tier: RawBuilder<unknown> },
): Promise<readonly ProtectionRow[]> =>
  findProtections(
    ctx,
    project,
    sql`(pe.namespace_id = ${project.id} and pe.name = ${name} or pe.name = ${tier} and ${above(project)})`,
  )

/** Whether `environments e` is protected, by its project or by a group above. */
export const isProtectedSql = sql<boolean>`exists (select 1 from namespaces own join protected_environments pe on pe.namespace_id = any (own.ancestor_ids)
  where own.id = e.namespace_id and pe.name = case when pe.namespace_id = own.id then e.name else e.tier end)`

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

/** The rights of the actor, who has the role to deploy, on an environment as its protections have them. It may be one to come. */
export async function deployRights(
  ctx: Context,
  project: ProtectingNamespace,
  environment: string,
): Promise<DeployRights> {
  const tier = sql`coalesce((select e.tier from environments e where e.namespace_id = ${project.id} and e.name = ${environment}),
    ${tierOf(environment)})`
  return rightsBy(await protectionsOfEnvironment(ctx, project, { name: environment, tier }))
}

/** The rights by all protections of an environment: each of them must let the actor deploy, and each has its approvals. */
function rightsBy(protections: readonly ProtectionRow[]): DeployRights {
  const all = protections.map(rightsByOne)
  const rules = all.flatMap(each => each.rules)
  const ofAll = rules.filter(rule => rule.id === null)
  return {
    isProtected: all.length > 0,
    mayDeploy: all.every(each => each.mayDeploy),
    // The approvals of those who may deploy count for each protection that asks for them: the one that asks for most is shown.
    rules: [
      ...rules.filter(rule => rule.id !== null),
      ...ofAll
        .toSorted((one, other) => other.requiredApprovals - one.requiredApprovals)
        .slice(0, 1)
        .map(rule => ({ ...rule, isForActor: ofAll.every(each => each.isForActor) })),
    ],
  }
}

function rightsByOne(protection: ProtectionRow): Pick<DeployRights, 'mayDeploy' | 'rules'> {
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
    mayDeploy,
    rules: rules.length > 0 ? rules : protection.requiredApprovals > 0 ? [ofAll] : [],
  }
}

/** The rights of the actor on the protected environments of a project, by name: those to come that it protects, too. */
export async function protectedRights(
  ctx: Context,
  project: ProtectingNamespace,
): Promise<ReadonlyMap<string, DeployRights>> {
  const own = await protectionsOf(ctx, project)
  const inherited = await inheritedProtections(ctx, project)
  const names = own.map(({ name }) => name)
  const { rows } = await sql<{ name: string; tier: string }>`select name, tier from environments
    where namespace_id = ${project.id} and (name = any (${names}::text[]) or tier = any (${inherited.map(({ name }) => name)}::text[]))`.execute(
    ctx.db,
  )
  const tiers = new Map(rows.map(({ name, tier }) => [name, tier]))
  return new Map(
    [...new Set([...names, ...tiers.keys()])].map(name => {
      const tier = tiers.get(name) ?? tierOf(name)
      return [
        name,
        rightsBy([...own.filter(each => each.name === name), ...inherited.filter(each => each.name === tier)]),
      ]
    }),
  )
}

/** The environments of a project that are protected from the actor, by name. */
export const closedEnvironments = async (ctx: Context, project: ProtectingNamespace): Promise<readonly string[]> =>
  [...(await protectedRights(ctx, project))].filter(([_name, rights]) => !rights.mayDeploy).map(([name]) => name)
