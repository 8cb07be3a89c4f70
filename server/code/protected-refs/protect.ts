import { sql } from 'kysely'
import { type Grant as GivenGrant, maxRefRules, refAccessLevels } from '#contract/code/protected-refs.ts'
import { type RefKind, refKinds } from '#contract/code/ref-kinds.ts'
import { repositoryTopic } from '#contract/live-topics.ts'
import { levels } from '#server/access/levels.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import type { Current } from '#server/slice.ts'
import './events.ts'
import { pusherOf, refRulesOf } from './guard.ts'
import { messages } from './messages.ts'
import { mayUnprotect, type RefAction, type RefRule } from './rights.ts'

export type Administered = Allowed<'project:admin-code', ProjectRow>

/** The access to an action, as callers give it. */
export interface GivenAccess {
  readonly action: RefAction
  /** The role; replaces other roles of a rule there is. */
  readonly level: number | undefined
  readonly grants: readonly GivenGrant[] | undefined
  /** The role of a new rule for which nothing is given; null for none. */
  readonly usual: number | null
}

/**
 * Protect a branch, a tag, or all that match a wildcard.
 *
 * @throws Conflict  it is protected already · @throws Invalid
 */
export async function protectRef(
  ctx: Context,
  project: Administered,
  given: {
    readonly kind: RefKind
    readonly name: string
    readonly allowForcePush?: boolean | undefined
    readonly codeOwnerApprovalRequired?: boolean | undefined
    readonly access: readonly GivenAccess[]
  },
): Promise<RefRule> {
  const { kind, access, allowForcePush = false, codeOwnerApprovalRequired = false } = given
  const name = given.name.trim()
  if (name === '') throw new Invalid({ name: ["can't be blank"] })
  const rules = await refRulesOf(ctx, project.id)
  if (rules.filter(rule => rule.kind === kind).length >= maxRefRules)
    throw new Invalid({ base: [messages.tooMany(maxRefRules)] })
  const row = await ctx.db
    .insertInto('protectedRefs')
    .values({ projectId: project.id, kind, name, allowForcePush, codeOwnerApprovalRequired, createdAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (!isTaken(error, 'protected_refs_by_name')) throw error
      throw new Conflict(messages.taken(`${kind} '${name}'`), { cause: error })
    })
  const wanted = access.flatMap(({ action, level, grants = [], usual }) => {
    const role = level ?? (grants.length === 0 ? usual : null)
    return [
      ...(role === null ? [] : [{ ...nobody, action, accessLevel: checkedLevel(action, role) }]),
      ...grants.map(grant => readGrant(action, grant)),
    ]
  })
  await insertGrants(ctx, project, row.id, wanted)
  await tell(ctx, 'protected_ref.created', project.id, { kind, name })
  return ruleOf(ctx, project.id, kind, name)
}

/**
 * Change the access of a rule.
 *
 * @throws NotFound  no such rule · @throws Forbidden  it is others' to change · @throws Invalid
 */
export async function changeRule(
  ctx: Context,
  project: Administered,
  given: {
    readonly kind: RefKind
    readonly name: string
    readonly allowForcePush?: boolean | undefined
    readonly codeOwnerApprovalRequired?: boolean | undefined
    readonly access: readonly GivenAccess[]
  },
): Promise<RefRule> {
  const { kind, name, access, allowForcePush, codeOwnerApprovalRequired } = given
  const rule = await changeable(ctx, project, kind, name)
  const set = {
    ...(allowForcePush === undefined ? {} : { allowForcePush }),
    ...(codeOwnerApprovalRequired === undefined ? {} : { codeOwnerApprovalRequired }),
  }
  if (Object.keys(set).length > 0)
    await ctx.db.updateTable('protectedRefs').set(set).where('id', '=', rule.id).execute()
  const gone: number[] = []
  const wanted: NewGrant[] = []
  for (const { action, level, grants = [] } of access) {
    const there = rule.access.filter(grant => grant.action === action)
    if (level !== undefined) {
      gone.push(...there.filter(grant => grant.accessLevel !== null).map(grant => grant.id))
      wanted.push({ ...nobody, action, accessLevel: checkedLevel(action, level) })
    }
    for (const grant of grants) {
      if (grant.id !== undefined && !there.some(each => each.id === grant.id))
        throw new Invalid({ [fieldOf(action)]: [messages.noSuchGrant(grant.id)] })
      if (grant.id !== undefined) gone.push(grant.id)
      if (grant.Destroy !== true) wanted.push(readGrant(action, grant))
    }
  }
  if (gone.length > 0) await ctx.db.deleteFrom('protectedRefAccess').where('id', 'in', gone).execute()
  await insertGrants(ctx, project, rule.id, wanted)
  await tell(ctx, 'protected_ref.updated', project.id, { kind, name })
  return ruleOf(ctx, project.id, kind, name)
}

/** The older form: protect one branch, or change the access to push to and merge into a protected one. */
export async function keepOneProtected(
  ctx: Context,
  project: Administered,
  name: string,
  { push, merge }: { readonly push: number | undefined; readonly merge: number | undefined },
): Promise<void> {
  const access: readonly GivenAccess[] = [
    { action: 'push', level: push, grants: undefined, usual: levels.maintainer },
    { action: 'merge', level: merge, grants: undefined, usual: levels.maintainer },
  ]
  const isThere = (await refRulesOf(ctx, project.id)).some(rule => rule.kind === 'branch' && rule.name === name)
  await (isThere ? changeRule : protectRef)(ctx, project, { kind: 'branch', name, access })
}

/** Remove a rule. @throws NotFound  there is none · @throws Forbidden  it is others' to change */
export async function unprotectRef(
  ctx: Context,
  project: Administered,
  { kind, name }: { readonly kind: RefKind; readonly name: string },
): Promise<void> {
  const rule = await changeable(ctx, project, kind, name)
  await ctx.db.deleteFrom('protectedRefs').where('id', '=', rule.id).execute()
  await tell(ctx, 'protected_ref.deleted', project.id, { kind, name })
}

/** @throws NotFound  there is none */
export async function ruleOf(ctx: Context, projectId: number, kind: RefKind, name: string): Promise<RefRule> {
  const rule = (await refRulesOf(ctx, projectId)).find(each => each.kind === kind && each.name === name)
  if (rule === undefined) throw new NotFound(`Protected ${refKinds[kind].name}`)
  return rule
}

/** A rule as it is, held until the transaction ends, by the names that callers give. @throws NotFound  there is none */
export async function currentRule(ctx: Context, projectId: number, kind: RefKind, name: string): Promise<Current> {
  await ctx.db
    .selectFrom('protectedRefs')
    .select('id')
    .where('projectId', '=', projectId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .forNoKeyUpdate()
    .execute()
  const { access, ...rule } = await ruleOf(ctx, projectId, kind, name)
  const roleFor = (action: RefAction) =>
    access.find(grant => grant.action === action && grant.accessLevel !== null)?.accessLevel ?? 0
  return {
    ...rule,
    pushAccessLevel: roleFor('push'),
    mergeAccessLevel: roleFor('merge'),
    pushDeployKeyIds: access.flatMap(({ action, deployKeyId }) => (action === 'push' ? (deployKeyId ?? []) : [])),
  }
}

async function changeable(ctx: Context, project: Administered, kind: RefKind, name: string): Promise<RefRule> {
  const rule = await ruleOf(ctx, project.id, kind, name)
  if (!mayUnprotect(rule, pusherOf(ctx, project))) throw new Forbidden(messages.noUnprotect(name))
  return rule
}

interface NewGrant {
  readonly action: RefAction
  readonly accessLevel: number | null
  readonly userId: number | null
  readonly deployKeyId: number | null
}

const nobody = { accessLevel: null, userId: null, deployKeyId: null } as const

function readGrant(action: RefAction, { accessLevel, userId, deployKeyId }: GivenGrant): NewGrant {
  if (deployKeyId !== undefined) {
    // A key moves refs, and does nothing else.
    if (action === 'merge' || action === 'unprotect') throw new Invalid({ [fieldOf(action)]: [messages.noKeyHere] })
    return { ...nobody, action, deployKeyId }
  }
  if (userId !== undefined) return { ...nobody, action, userId }
  if (accessLevel === undefined) throw new Invalid({ [fieldOf(action)]: [messages.noGrant] })
  return { ...nobody, action, accessLevel: checkedLevel(action, accessLevel) }
}

/** @throws Invalid  an unknown level; a protection that no one may remove would stay forever */
function checkedLevel(action: RefAction, level: number): number {
  const known = Object.keys(refAccessLevels)
    .map(Number)
    .filter(each => each > 0 || action !== 'unprotect')
  if (known.includes(level)) return level
  throw new Invalid({ [`${action}AccessLevel`]: [messages.noLevel(known)] })
}

const fieldOf = (action: RefAction): string => `allowedTo${action.charAt(0).toUpperCase()}${action.slice(1)}`

/** @throws Invalid  a user or a deploy key is named that cannot push here at all */
async function insertGrants(
  ctx: Context,
  project: Administered,
  protectedRefId: number,
  wanted: readonly NewGrant[],
): Promise<void> {
  if (wanted.length === 0) return
  const userIds = wanted.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  if (userIds.length > 0) {
    const { rows } = await sql<{ userId: number }>`
      select distinct m.user_id from memberships m
      where m.namespace_id = any (${project.ancestorIds}::bigint[]) and m.user_id = any (${userIds}::bigint[])
        and m.access_level >= ${levels.developer}`.execute(ctx.db)
    const known = new Set(rows.map(({ userId }) => userId))
    const stranger = wanted.find(({ userId }) => userId !== null && !known.has(userId))
    if (stranger !== undefined) throw new Invalid({ [fieldOf(stranger.action)]: [messages.noUser] })
  }
  await checkKeys(ctx, project, wanted)
  await ctx.db
    .insertInto('protectedRefAccess')
    .values(wanted.map(grant => ({ ...grant, protectedRefId })))
    .execute()
}

async function checkKeys(ctx: Context, project: Administered, wanted: readonly NewGrant[]): Promise<void> {
  const keyIds = wanted.flatMap(({ deployKeyId }) => (deployKeyId === null ? [] : [deployKeyId]))
  if (keyIds.length === 0) return
  // Locked, so that a key that is removed meanwhile takes the grant along.
  const { rows } = await sql<{ deployKeyId: number }>`
    select deploy_key_id from deploy_keys_projects
    where namespace_id = ${project.id} and deploy_key_id = any (${keyIds}::bigint[]) and can_push for share`.execute(
    ctx.db,
  )
  const known = new Set(rows.map(({ deployKeyId }) => deployKeyId))
  const stranger = wanted.find(({ deployKeyId }) => deployKeyId !== null && !known.has(deployKeyId))
  if (stranger !== undefined) throw new Invalid({ [fieldOf(stranger.action)]: [messages.noKey] })
}

function tell(
  ctx: Context,
  name: 'protected_ref.created' | 'protected_ref.updated' | 'protected_ref.deleted',
  projectId: number,
  ref: { readonly kind: RefKind; readonly name: string },
): Promise<void> {
  return ctx.events.record(
    name,
    { projectId, ...ref },
    { namespaceId: projectId, topics: [repositoryTopic(projectId)] },
  )
}
