import { sql } from 'kysely'
import { environmentAccessLevels } from '#contract/deploy/environments/environment-words.ts'
import type { AccessInput } from '#contract/deploy/environments/protected-environments.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import { levelSql, levels } from '#server/access/levels.ts'
import { type Allowed, loadIfAllowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid, NotFound } from '#server/errors.ts'
import { type GroupRow, groupByRef } from '#server/foundation/namespaces/find-group.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import type { Current } from '#server/slice.ts'
import './events.ts'
import { messages } from './messages.ts'
import { type AccessRow, type ProtectionRow, protectionsOf } from './rules.ts'

/** A project, or a group that protects the environments of a tier in the projects below it. */
type Administered = Allowed<'project:admin-environments', ProjectRow> | Allowed<'group:admin-environments', GroupRow>
type Action = AccessRow['action']

/** Protected environments of a project, and entries of one of them. */
export const mostProtected = 500
const mostEntries = 100

interface Protection {
  readonly name: string
  readonly deployAccessLevels?: readonly AccessInput[] | undefined
  readonly approvalRules?: readonly AccessInput[] | undefined
  readonly requiredApprovalCount?: number | undefined
}

/** Entries by the role, users and groups that they name, in the names of the contract. */
interface NamedChanges {
  readonly deployLevel?: number | undefined
  readonly approvalLevel?: number | undefined
  readonly approvals?: number | undefined
  readonly deployUserIds?: readonly number[] | undefined
  readonly deployGroupIds?: readonly number[] | undefined
  readonly approvalUserIds?: readonly number[] | undefined
  readonly approvalGroupIds?: readonly number[] | undefined
}

/** @throws Conflict  it is protected already · @throws Invalid */
export async function protectEnvironment(ctx: Context, namespace: Administered, given: Protection): Promise<void> {
  const { name, deployAccessLevels = [], approvalRules = [], requiredApprovalCount = 0 } = given
  // Protections are created one at a time, as their number is limited.
  await sql`select 1 from namespaces where id = ${namespace.id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`
    insert into protected_environments (namespace_id, name, required_approvals, created_at)
    select ${namespace.id}, ${name}, ${requiredApprovalCount}, ${ctx.now}::timestamptz
    where (select count(*) from protected_environments where namespace_id = ${namespace.id}) < ${mostProtected} returning id`
    .execute(ctx.db)
    .catch((error: unknown) => {
      if (!isTaken(error)) throw error
      throw new Conflict(messages.taken(name), { cause: error })
    })
  const id = rows[0]?.id
  if (id === undefined) throw new Invalid({ base: [messages.tooMany(mostProtected)] })
  await changeEntries(ctx, namespace, id, [], 'deploy', deployAccessLevels)
  await changeEntries(ctx, namespace, id, [], 'approve', approvalRules)
  await requireDeployers(ctx, id)
  await announce(ctx, 'protected_environment.created', namespace.id, name)
}

/** @throws NotFound  it is not protected · @throws Invalid */
export async function changeProtection(
  ctx: Context,
  namespace: Administered,
  given: Protection & NamedChanges,
): Promise<void> {
  const { name, deployAccessLevels = [], approvalRules = [], requiredApprovalCount } = given
  await sql`update protected_environments set required_approvals = coalesce(${requiredApprovalCount ?? null}::integer, required_approvals)
    where namespace_id = ${namespace.id} and name = ${name}`.execute(ctx.db)
  const { id, access } = await protectionOf(ctx, namespace, name)
  const byName = entriesByName(access, given)
  await changeEntries(ctx, namespace, id, access, 'deploy', [...byName.deploy, ...deployAccessLevels])
  await changeEntries(ctx, namespace, id, access, 'approve', [...byName.approve, ...approvalRules])
  await requireDeployers(ctx, id)
  await announce(ctx, 'protected_environment.updated', namespace.id, name)
}

/** The entry of an action that names a role. */
const roleEntry = (access: readonly AccessRow[], action: Action): AccessRow | undefined =>
  access.find(each => each.action === action && each.accessLevel !== null)

/** The ids that entries of an action name, in order. */
const namedIds = (access: readonly AccessRow[], action: Action, kind: 'userId' | 'groupId'): readonly number[] =>
  [...new Set(access.flatMap(each => (each.action === action ? (each[kind] ?? []) : [])))].toSorted(
    (one, other) => one - other,
  )

/** Changes by which the entries of an action name these ids and no others; entries that stay keep their approvals. */
function entriesByIds(
  access: readonly AccessRow[],
  action: Action,
  kind: 'userId' | 'groupId',
  ids: readonly number[] | undefined,
): readonly AccessInput[] {
  if (ids === undefined) return []
  const present = access.filter(each => each.action === action && each[kind] !== null)
  const gone = present.filter(each => !ids.includes(each[kind] ?? 0))
  const added = [...new Set(ids)].filter(id => !present.some(each => each[kind] === id))
  return [...gone.map(({ id }) => ({ id, Destroy: true })), ...added.map(id => ({ [kind]: id }))]
}

/** Changes by the role, users and groups that entries name, as changes of entries. */
function entriesByName(access: readonly AccessRow[], given: NamedChanges) {
  const { deploy, approve } = entriesByRole(access, given)
  return {
    deploy: [
      ...deploy,
      ...entriesByIds(access, 'deploy', 'userId', given.deployUserIds),
      ...entriesByIds(access, 'deploy', 'groupId', given.deployGroupIds),
    ],
    approve: [
      ...approve,
      ...entriesByIds(access, 'approve', 'userId', given.approvalUserIds),
      ...entriesByIds(access, 'approve', 'groupId', given.approvalGroupIds),
    ],
  }
}

function entriesByRole(access: readonly AccessRow[], { deployLevel, approvalLevel, approvals }: NamedChanges) {
  const [deployer, approver] = [roleEntry(access, 'deploy'), roleEntry(access, 'approve')]
  const replaced = (entry: AccessRow | undefined, next: AccessInput | null): readonly AccessInput[] => [
    ...(entry === undefined ? [] : [{ id: entry.id, Destroy: true }]),
    ...(next === null ? [] : [next]),
  ]
  const level = approvalLevel ?? approver?.accessLevel ?? levels.maintainer
  const requiredApprovals = approvals ?? approver?.requiredApprovals ?? 1
  return {
    deploy:
      deployLevel === undefined ? [] : replaced(deployer, deployLevel === 0 ? null : { accessLevel: deployLevel }),
    approve:
      approvalLevel === undefined && approvals === undefined
        ? []
        : replaced(approver, level === 0 || requiredApprovals === 0 ? null : { accessLevel: level, requiredApprovals }),
  }
}

/** A protection as it is, held until the transaction ends, by the names of the contract. @throws NotFound */
export async function lockedProtection(ctx: Context, namespace: Administered, name: string): Promise<Current> {
  await sql`select from protected_environments where namespace_id = ${namespace.id} and name = ${name} for no key update`.execute(
    ctx.db,
  )
  const { access, requiredApprovals } = await protectionOf(ctx, namespace, name)
  return {
    requiredApprovalCount: requiredApprovals,
    deployLevel: roleEntry(access, 'deploy')?.accessLevel ?? 0,
    approvalLevel: roleEntry(access, 'approve')?.accessLevel ?? levels.maintainer,
    approvals: roleEntry(access, 'approve')?.requiredApprovals ?? 0,
    deployUserIds: namedIds(access, 'deploy', 'userId'),
    deployGroupIds: namedIds(access, 'deploy', 'groupId'),
    approvalUserIds: namedIds(access, 'approve', 'userId'),
    approvalGroupIds: namedIds(access, 'approve', 'groupId'),
  }
}

/** @throws NotFound */
export async function unprotectEnvironment(ctx: Context, namespace: Administered, name: string): Promise<void> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('protectedEnvironments')
    .where('namespaceId', '=', namespace.id)
    .where('name', '=', name)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new NotFound('Protected Environment')
  await announce(ctx, 'protected_environment.deleted', namespace.id, name)
}

/** @throws NotFound */
export async function protectionOf(
  ctx: Context,
  namespace: Pick<Administered, 'id' | 'facts'>,
  name: string,
): Promise<ProtectionRow> {
  const [protection] = await protectionsOf(ctx, namespace, sql`pe.name = ${name}`)
  if (protection === undefined) throw new NotFound('Protected Environment')
  return protection
}

/** Someone who cannot be deployed to by anyone would have to be unprotected first: it is refused. */
async function requireDeployers(ctx: Context, protectedEnvironmentId: number): Promise<void> {
  const { rows } = await sql<{
    deploy: number
    approve: number
  }>`select count(*) filter (where action = 'deploy')::integer as deploy,
      count(*) filter (where action = 'approve')::integer as approve
    from protected_environment_access where protected_environment_id = ${protectedEnvironmentId}`.execute(ctx.db)
  const { deploy = 0, approve = 0 } = rows[0] ?? {}
  if (deploy === 0) throw new Invalid({ deployAccessLevels: [messages.noDeployers] })
  if (deploy > mostEntries) throw new Invalid({ deployAccessLevels: [messages.tooManyEntries(mostEntries)] })
  if (approve > mostEntries) throw new Invalid({ approvalRules: [messages.tooManyEntries(mostEntries)] })
}

/** Add entries, and change or remove those that are named by their ids. */
async function changeEntries(
  ctx: Context,
  namespace: Administered,
  protectedEnvironmentId: number,
  present: readonly AccessRow[],
  action: Action,
  given: readonly AccessInput[],
): Promise<void> {
  const field = action === 'deploy' ? 'deployAccessLevels' : 'approvalRules'
  const own = new Map(present.filter(access => access.action === action).map(access => [access.id, access]))
  const unknown = given.find(({ id }) => id !== undefined && !own.has(id))
  if (unknown?.id !== undefined) throw new Invalid({ [field]: [messages.noEntry(unknown.id)] })
  const gone = given.flatMap(({ id, Destroy }) => (id !== undefined && Destroy ? [id] : []))
  if (gone.length > 0) await ctx.db.deleteFrom('protectedEnvironmentAccess').where('id', 'in', gone).execute()
  const kept = given.filter(({ Destroy }) => Destroy !== true)
  const values = kept.map(entry => ({ id: entry.id, ...readEntry(entry, action, field, own.get(entry.id ?? 0)) }))
  await checkUsers(ctx, namespace, action, field, values)
  await checkGroups(ctx, namespace, field, values)
  const added = values.filter(({ id }) => id === undefined)
  if (added.length > 0)
    await ctx.db
      .insertInto('protectedEnvironmentAccess')
      .values(added.map(({ id: _, ...entry }) => ({ ...entry, action, protectedEnvironmentId })))
      .execute()
  const changed = values.flatMap(({ id, ...entry }) => (id === undefined ? [] : [{ id, ...entry }]))
  if (changed.length === 0) return
  // One statement for all of them.
  await sql`update protected_environment_access pa set access_level = given.access_level, user_id = given.user_id, group_id = given.group_id,
      inherits = given.inherits, required_approvals = given.required_approvals
    from unnest(${changed.map(each => each.id)}::bigint[], ${changed.map(each => each.accessLevel)}::smallint[],
      ${changed.map(each => each.userId)}::bigint[], ${changed.map(each => each.groupId)}::bigint[],
      ${changed.map(each => each.inherits)}::boolean[], ${changed.map(each => each.requiredApprovals)}::integer[])
      as given (id, access_level, user_id, group_id, inherits, required_approvals)
    where pa.id = given.id`.execute(ctx.db)
}

interface AccessEntry {
  readonly accessLevel: number | null
  readonly userId: number | null
  readonly groupId: number | null
  readonly inherits: boolean
  readonly requiredApprovals: number | null
}

/** @param before  the entry that is changed: what is left out stays · @throws Invalid */
function readEntry(given: AccessInput, action: Action, field: string, before: AccessRow | undefined): AccessEntry {
  const named = [given.accessLevel, given.userId, given.groupId].filter(value => value != null).length
  if (named > 1 || (named === 0 && before === undefined)) throw new Invalid({ [field]: [messages.oneOf] })
  const known = Object.keys(environmentAccessLevels).map(Number)
  if (given.accessLevel != null && !known.includes(given.accessLevel))
    throw new Invalid({ [field]: [messages.noLevel(known)] })
  const { groupInheritanceType: type } = given
  const who = named === 1 ? given : before
  return {
    accessLevel: who?.accessLevel ?? null,
    userId: who?.userId ?? null,
    groupId: who?.groupId ?? null,
    inherits: type === undefined ? (before?.inherits ?? false) : type === 1,
    requiredApprovals: action === 'approve' ? (given.requiredApprovals ?? before?.requiredApprovals ?? 1) : null,
  }
}

async function checkUsers(
  ctx: Context,
  namespace: Administered,
  action: Action,
  field: string,
  entries: readonly AccessEntry[],
): Promise<void> {
  const userIds = entries.flatMap(({ userId }) => userId ?? [])
  if (userIds.length === 0) return
  const isOfGroup = namespace.facts.kind === 'group'
  const least = levelSql(isOfGroup ? 'maintainer' : action === 'deploy' ? 'developer' : 'reporter')
  const { rows } = await sql<{ userId: number }>`select distinct m.user_id from memberships m
    where m.namespace_id = any (${namespace.ancestorIds}::bigint[]) and m.user_id = any (${userIds}::bigint[])
      and m.access_level >= ${least}`.execute(ctx.db)
  const known = new Set(rows.map(({ userId }) => userId))
  if (userIds.some(id => !known.has(id)))
    throw new Invalid({
      [field]: [isOfGroup ? messages.noMaintainer : action === 'deploy' ? messages.noDeployer : messages.noUser],
    })
}

async function checkGroups(
  ctx: Context,
  namespace: Administered,
  field: string,
  entries: readonly AccessEntry[],
): Promise<void> {
  const groupIds = new Set(entries.flatMap(({ groupId }) => groupId ?? []))
  const groups = await Promise.all([...groupIds].map(id => loadIfAllowed(ctx, 'group:read', groupByRef, { id })))
  if (groups.includes(null)) throw new Invalid({ [field]: [messages.noGroup] })
  const isBelow = (group: GroupRow | null) => group?.id !== namespace.id && group?.ancestorIds.includes(namespace.id)
  if (namespace.facts.kind === 'group' && !groups.every(isBelow)) throw new Invalid({ [field]: [messages.noSubgroup] })
}

const announce = (
  ctx: Context,
  event: 'protected_environment.created' | 'protected_environment.updated' | 'protected_environment.deleted',
  namespaceId: number,
  name: string,
): Promise<void> =>
  ctx.events.record(event, { namespaceId, name }, { namespaceId, topics: [environmentsTopic(namespaceId)] })
