import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { type IssuableKind, issuableKinds } from '#contract/issuable-kinds.ts'
import type { IssuableFacts, NamespaceFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { roleNames } from '#server/access/levels.ts'
import { finder, loadIfAllowed } from '#server/access/load.ts'
import { type AbilityOf, may } from '#server/access/may.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import { mayReadIssuable } from '#server/access/readers.ts'
import {
  placesOfIssuables,
  projectsWith,
  readsAllInPlaces,
  visibleInPlaces,
  visibleIssuables,
} from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import { world } from '#test/world/world.ts'

// An object's keys are its kinds.
const kinds = Object.keys(issuableKinds) as IssuableKind[]

const roles = { olga: 50, mina: 40, dan: 30, rita: 20, gus: 10 } as const

/** A situation that changes who may read an issuable: `<visibility>, <issues and merge requests>, <code>, <itself>`. */
interface Situation {
  readonly name: string
  readonly id: number
  readonly namespaceId: number
}

/**
 * An issuable of a kind in each situation, in namespaces where the whole cast has its roles: pia is a planner, bea a guest of
 * another project below the group, moe has minimal access to the group, mel too and is a guest below, and ned is external and no
 * member.
 */
async function situations(kind: IssuableKind) {
  const built = await world()
  const { build, db, users, as } = built
  const pia = await build.user({ username: 'pia' })
  const moe = await build.user({ username: 'moe' })
  const mel = await build.user({ username: 'mel' })
  const ned = await build.user({ username: 'ned' })
  const bea = await build.user({ username: 'bea' })
  await db.updateTable('users').set({ isExternal: true }).where('id', '=', ned.id).execute()
  const all: Situation[] = []

  const { namespace, series } = issuableKinds[kind]
  for (const visibility of ['private', 'internal', 'public'] as const)
    for (const [issues, code] of [
      ['enabled', 'enabled'],
      ['enabled', 'private'],
      ['private', 'enabled'],
      ['disabled', 'enabled'],
    ] as const) {
      const group = await build.group({ visibility })
      const parent = { ...group, fullName: group.fullPath, ancestorIds: [group.id] }
      const project = await build.project({ visibility, parent })
      const below = await build.project({ visibility: 'private', parent })
      const place = namespace === 'group' ? group : project
      const members = Object.entries(roles).map(([who, level]) => [users[who as keyof typeof roles].id, level] as const)
      for (const [userId, level] of [...members, [pia.id, 15] as const])
        await build.member({ at: place.id, userId, level })
      for (const { id } of [bea, mel]) await build.member({ at: below.id, userId: id, level: 10 })
      for (const { id } of [moe, mel]) await build.member({ at: group.id, userId: id, level: 5 })
      await db
        .updateTable('projects')
        .set({ issuesAccessLevel: issues, mergeRequestsAccessLevel: issues, repositoryAccessLevel: code })
        .where('id', '=', place.id)
        .execute()
      if (code === 'private')
        await db.updateTable('namespaces').set({ archived: true }).where('id', '=', place.id).execute()
      for (const [name, given] of [
        ['open', {}],
        ['confidential', { confidential: true }],
        ['hidden', { hidden: true }],
        ['confidential, by nina', { confidential: true, authorId: users.nina.id }],
        ['confidential, by gus', { confidential: true, authorId: users.gus.id }],
        ['confidential, to nina and gus', { confidential: true, assigneeIds: [users.nina.id, users.gus.id] }],
        ['hidden, by gus', { hidden: true, authorId: users.gus.id }],
        ['locked', { locked: true }],
      ] as const) {
        const { id } = await build.issue({
          ...given,
          projectId: place.id,
          type: kind,
          authorId: users.mina.id,
          ...given,
        })
        all.push({ name: `${visibility}, ${issues}, ${code} code, ${name}`, id, namespaceId: place.id })
      }
    }
  const people: readonly (readonly [string, number | null, Context])[] = [
    ...(['root', 'olga', 'mina', 'dan', 'rita', 'gus', 'nina'] as const).map(
      who => [who, users[who].id, as(who).ctx] as const,
    ),
    ['pia', pia.id, as(pia.id).ctx],
    ['bea', bea.id, as(bea.id).ctx],
    ['moe', moe.id, as(moe.id).ctx],
    ['mel', mel.id, as(mel.id).ctx],
    ['ned', ned.id, external(as(ned.id).ctx)],
    ['anon', null, as('anon').ctx],
  ]
  return { ...built, all, people, series }
}

function external(ctx: Context): Context {
  if (ctx.actor.kind !== 'user') throw new Error('only users are external')
  return { ...ctx, actor: { ...ctx.actor, isExternal: true } }
}

test.each(kinds)('PERM-002 PERM-003 load, lists and recipients agree on who reads issuables of kind %s', async kind => {
  const { all, people, db, series } = await situations(kind)
  const names = new Map(all.map(each => [each.id, each.name]))
  const ids = [...names.keys()]
  const { rows: told } = await sql<{ userId: number; id: number }>`
    select u.id as user_id, i.id from issuables i join namespaces n on n.id = i.namespace_id cross join users u
    where i.id = any (${ids}::bigint[]) and ${mayReadIssuable('u', 'i', 'n')} order by i.id`.execute(db)
  for (const [who, userId, ctx] of people) {
    const { actor } = ctx
    const { rows } = await sql<{ id: number; namespaceId: number; facts: IssuableFacts; short: IssuableFacts }>`
      select i.id, i.namespace_id, ${issuableFacts(actor, 'i', 'n')} as facts, ${issuableFacts(actor, 'i', 'n', series)} as short
      from issuables i join namespaces n on n.id = i.namespace_id where i.id = any (${ids}::bigint[]) order by i.id`.execute(
      db,
    )
    const byId = new Map(rows.map(row => [row.id, row]))
    const found = finder('issuable', null, async (_ctx, id: number) => {
      const row = byId.get(id)
      return row === undefined ? null : { row: { id }, facts: row.facts }
    })
    const loaded: string[] = []
    for (const { id, name } of all)
      if ((await loadIfAllowed(ctx, 'issuable:read', found, id)) !== null) loaded.push(name)

    const listed = async (condition: ReturnType<typeof visibleIssuables>) => {
      const list = await sql<{ id: number }>`
        with place as (
          select n.id, n.kind, n.visibility, p.issues_access_level, p.merge_requests_access_level, p.repository_access_level,
            ${actor.kind === 'user' ? sql`access_level_of(${actor.id}, n.ancestor_ids)` : sql`0`} as level
          from namespaces n left join projects p on p.id = n.id
        )
        select i.id from issuables i join place on place.id = i.namespace_id
        where i.id = any (${ids}::bigint[]) and ${condition} order by i.id`.execute(db)
      return list.rows.map(({ id }) => names.get(id))
    }
    const within = { alias: 'place' }
    const forms = [{}, { series }, { within }, { series, within }] as const
    for (const form of forms) expect([who, await listed(visibleIssuables(actor, 'i', form))]).toEqual([who, loaded])
    const ofPlaces = async (places: RawBuilder<unknown>, condition: RawBuilder<boolean>) => {
      const list = await sql<{ id: number }>`with places as materialized (${places})
        select i.id from issuables i where i.id = any (${ids}::bigint[]) and ${condition} order by i.id`.execute(db)
      return list.rows.map(({ id }) => names.get(id))
    }
    const everywhere = placesOfIssuables(actor, sql`true`)
    expect([who, await ofPlaces(everywhere, visibleInPlaces(actor, 'i'))]).toEqual([who, loaded])
    const columns = { namespace: sql.ref('i.namespace_id'), issuable: sql.ref('i.id') }
    const surely = await ofPlaces(everywhere, readsAllInPlaces(actor, columns))
    expect([who, surely.filter(name => !loaded.includes(name ?? ''))]).toEqual([who, []])
    if (who === 'olga') expect(surely).not.toEqual([])
    if (series !== 'epic') {
      const projects = projectsWith(series, actor, sql`true`)
      expect([who, await ofPlaces(projects, visibleInPlaces(actor, 'i', series))]).toEqual([who, loaded])
    }
    if (userId !== null)
      expect([who, told.filter(row => row.userId === userId).map(row => names.get(row.id))]).toEqual([who, loaded])
    expect(rows.map(row => row.short)).toEqual(rows.map(row => row.facts))

    const { rows: places } = await sql<{ id: number; facts: NamespaceFacts }>`
      select n.id, ${namespaceFacts(actor, 'n')} as facts from namespaces n where n.id = any (${all.map(each => each.namespaceId)}::bigint[])
      order by n.id`.execute(db)
    const inPlaces: (string | undefined)[] = []
    for (const { id, facts } of places)
      for (const form of [{ within: facts }, { series, within: facts }])
        inPlaces.push(
          ...(await listed(sql<boolean>`(i.namespace_id = ${id} and ${visibleIssuables(actor, 'i', form)})`)),
        )
    expect([who, inPlaces.toSorted()]).toEqual([who, [...loaded, ...loaded].toSorted()])
  }
})

const somebody = { kind: 'user', id: 7, username: 'ann', name: 'Ann', isAdmin: false, isExternal: false } as const

/** An issuable of a kind in a private namespace in which the actor has a level. */
function facts(kind: IssuableKind, level: number, more: Partial<IssuableFacts> = {}): IssuableFacts {
  const namespace: NamespaceFacts = {
    id: 1,
    kind: issuableKinds[kind].namespace,
    visibility: 'private',
    level,
    hasMembershipBelow: false,
    archived: false,
    pendingDeletion: false,
    ownerId: null,
    issues: 'enabled',
    repository: 'enabled',
    mergeRequests: 'enabled',
    environments: 'enabled',
    releases: 'enabled',
    featureFlags: 'enabled',
    projectCreation: 'developer',
    subgroupCreation: 'maintainer',
  }
  return {
    namespace,
    type: kind,
    confidential: false,
    hidden: false,
    locked: false,
    state: 'opened',
    authorId: 1,
    isAssignee: false,
    ...more,
  }
}

test.each([
  ['minimal access', 5, false, false],
  ['minimal access and a membership below', 5, true, false],
  ['a membership below', 0, true, true],
  ['the guest role', 10, false, true],
] as const)('PERM-001 PERM-003 epics of a private group, with %s', (_name, level, hasMembershipBelow, isShown) => {
  const it = facts('epic', level)
  const epic = { ...it, namespace: { ...it.namespace, hasMembershipBelow } }
  expect(may(somebody, 'issuable:read', epic)).toBe(isShown)
})

const lowest = (ability: AbilityOf<'issuable'>, kind: IssuableKind, more: Partial<IssuableFacts> = {}) =>
  [...roleNames].find(([level]) => may(somebody, ability, facts(kind, level, more)))?.[1] ?? null

const own = { authorId: somebody.id }

test.each<[IssuableKind, Readonly<Record<string, string | null>>]>([
  ['issue', { reads: 'Guest', plans: 'Planner', edits: 'Guest', deletes: 'Planner', confidential: 'Guest' }],
  ['incident', { reads: 'Guest', plans: 'Reporter', edits: 'Reporter', deletes: 'Owner', confidential: 'Guest' }],
  ['task', { reads: 'Guest', plans: 'Planner', edits: 'Guest', deletes: 'Planner', confidential: 'Guest' }],
  [
    'merge_request',
    { reads: 'Planner', plans: 'Developer', edits: 'Planner', deletes: 'Owner', confidential: 'Planner' },
  ],
  ['epic', { reads: 'Guest', plans: 'Planner', edits: 'Planner', deletes: 'Planner', confidential: 'Planner' }],
])(
  'PERM-002 PERM-003 the lowest role that reads and plans a private %s, and edits, deletes and reads its own',
  (kind, expected) => {
    expect({
      reads: lowest('issuable:read', kind),
      plans: lowest('issuable:set-metadata', kind),
      edits: lowest('issuable:update', kind, own),
      deletes: lowest('issuable:delete', kind, own),
      confidential: lowest('issuable:read', kind, { ...own, confidential: true }),
    }).toEqual(expected)
  },
)
