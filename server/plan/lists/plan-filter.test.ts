import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateGroup } from '#contract/foundation/groups.ts'
import { getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { listGroupIssues, listProjectIssues } from '#contract/plan/issues/issues.ts'
import { listGroupFilterOptions, listProjectFilterOptions } from '#contract/plan/lists/filter-options.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

type Asked = Readonly<Record<string, unknown>>

/** Five issues and an incident, whose titles are one letter each, planned with all that has an id. */
async function planned() {
  const made = await world()
  const { as, build, db, group, users } = made
  for (const [name, level] of [
    ['rita', 20],
    ['gus', 10],
  ] as const)
    await build.member({ at: group.id, userId: users[name].id, level })
  await as('root').call(updateGroup, { id: group.id, crmEnabled: true })
  const insert = async (table: string, columns: string, values: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.raw(columns)}) values (${values}) returning id`.execute(db)
    return rows[0]?.id ?? 0
  }
  const epic = (title: string, more: object = {}) =>
    build.issue({ projectId: group.id, type: 'epic', title, ...more }).then(({ id }) => id)
  const [launch, landing, secret] = [
    await epic('Launch'),
    await epic('Landing'),
    await epic('Secret', { hidden: true }),
  ]
  await sql`update issuables set parent_id = ${launch} where id = ${landing}`.execute(db)
  const cadence = await insert('iteration_cadences', 'namespace_id, title', sql`${group.id}, 'Sprints'`)
  const iteration = (iid: number, title: string, start: number) =>
    insert(
      'iterations',
      'namespace_id, cadence_id, iid, title, start_date, due_date',
      sql`${group.id}, ${cadence}, ${iid}, ${title}, current_date + ${start}::integer, current_date + ${start + 6}::integer`,
    )
  const [now, next] = [await iteration(1, 'Now', -2), await iteration(2, 'Next', 10)]
  const weavers = await insert('organizations', 'namespace_id, name', sql`${group.id}, 'Weavers'`)
  const contact = (name: string, organization: number | null) =>
    insert(
      'contacts',
      'namespace_id, first_name, last_name, organization_id',
      sql`${group.id}, ${name}, 'Thread', ${organization}`,
    )
  const [ann, bob] = [await contact('Ann', weavers), await contact('Bob', null)]
  const issue = async (
    title: string,
    more: object,
    { epicId = null, iterationId = null, contactId = null }: Readonly<Record<string, number | null>> = {},
  ) => {
    const { id } = await build.issue({ title, ...more })
    await sql`update issuables set parent_id = ${epicId}, iteration_id = ${iterationId} where id = ${id}`.execute(db)
    if (contactId !== null)
      await sql`insert into issuable_contacts (issuable_id, contact_id, namespace_id) values (${id}, ${contactId}, ${made.project.id})`.execute(
        db,
      )
    return id
  }
  await issue('a', {}, { epicId: launch, iterationId: now, contactId: ann })
  await issue('b', {}, { epicId: landing, iterationId: next, contactId: bob })
  await issue('c', { locked: true }, { epicId: secret })
  const d = await issue('d', { type: 'incident' })
  await issue('e', { type: 'incident' })
  await sql`update issuables set severity = 'HIGH' where id = ${d}`.execute(db)
  return { ...made, ids: { launch, landing, secret, cadence, now, next, weavers, ann, bob } }
}

type Ids = Awaited<ReturnType<typeof planned>>['ids']

const titlesOf = (body: unknown): string =>
  (body as readonly { readonly title: string }[])
    .map(issue => issue.title)
    .sort()
    .join('')

test.each<[string, (ids: Ids) => Asked, string]>([
  ['an epic', ({ launch }) => ({ epic_id: launch }), 'a'],
  ['an epic with those below it', ({ launch }) => ({ epic_id: launch, include_subepics: true }), 'ab'],
  ['any epic', () => ({ epic_id: 'Any' }), 'ab'],
  ['no epic', () => ({ epic_id: 'None' }), 'cde'],
  ['not an epic nor those below it', ({ launch }) => ({ not: { epic_id: launch, include_subepics: true } }), 'cde'],
  ['not an epic', ({ launch }) => ({ not: { epic_id: launch } }), 'bcde'],
  ['one of two epics', ({ launch, landing }) => ({ or: { epic_id: [launch, landing] } }), 'ab'],
  ['an epic or an iteration', ({ launch, next }) => ({ any: { epic_id: [launch], iteration_id: [next] } }), 'ab'],
  [
    'an epic with those below it or a severity',
    ({ launch }) => ({ any: { epic_id: [launch], severity: ['HIGH'] }, include_subepics: true }),
    'abd',
  ],
  ['a contact or a severity', ({ ann }) => ({ any: { crm_contact_id: [ann], severity: ['UNKNOWN'] } }), 'ae'],
  [
    'an epic that the reader may not know of, or a contact',
    ({ secret, bob }) => ({ any: { epic_id: [secret], crm_contact_id: [bob] } }),
    'b',
  ],
  ['an epic that the reader may not know of', ({ secret }) => ({ epic_id: secret }), ''],
  ['an iteration', ({ now }) => ({ iteration_id: now }), 'a'],
  ['the current iteration', () => ({ iteration_id: 'Current' }), 'a'],
  ['not the current iteration', () => ({ not: { iteration_id: 'Current' } }), 'bcde'],
  ['one of two iterations', ({ now, next }) => ({ or: { iteration_id: [now, next] } }), 'ab'],
  ['a cadence', ({ cadence }) => ({ iteration_cadence_id: [cadence] }), 'ab'],
  ['not a cadence', ({ cadence }) => ({ not: { iteration_cadence_id: [cadence] } }), 'cde'],
  ['a contact', ({ ann }) => ({ crm_contact_id: ann }), 'a'],
  ['any contact', () => ({ crm_contact_id: 'Any' }), 'ab'],
  ['no contact', () => ({ crm_contact_id: 'None' }), 'cde'],
  ['not a contact', ({ ann }) => ({ not: { crm_contact_id: ann } }), 'bcde'],
  ['one of two contacts', ({ ann, bob }) => ({ or: { crm_contact_id: [ann, bob] } }), 'ab'],
  ['an organization', ({ weavers }) => ({ crm_organization_id: weavers }), 'a'],
  ['not an organization', ({ weavers }) => ({ not: { crm_organization_id: weavers } }), 'bcde'],
  ['a severity', () => ({ severity: 'high' }), 'd'],
  ['an unknown severity', () => ({ severity: 'UNKNOWN' }), 'e'],
  ['any severity', () => ({ severity: 'Any' }), 'de'],
  ['not a severity', () => ({ not: { severity: 'HIGH' } }), 'abce'],
  ['one of two severities', () => ({ or: { severity: ['HIGH', 'UNKNOWN'] } }), 'de'],
  ['locked ones', () => ({ discussion_locked: true }), 'c'],
  ['those that are not locked', () => ({ discussion_locked: false }), 'abde'],
])('a list asked for %s', async (_name, asked, titles) => {
  const { as, project, group, ids } = await planned()
  for (const [list, id] of [
    [listProjectIssues, project.id],
    [listGroupIssues, group.id],
  ] as const) {
    const reply = await as('rita').reply(list, { id, ...asked(ids) })
    expect([reply.status, reply.headers['x-total']]).toEqual([200, String(titles.length)])
    expect(titlesOf(reply.body)).toBe(titles)
  }
  const { body } = await as('rita').reply(getIssuesPage, { namespace: project.fullPath, ...asked(ids) })
  expect(titlesOf((body as { readonly issues: unknown }).issues)).toBe(titles)
})

test('CRM-001 PERM-002 a filter by contact or organization finds nothing for people who cannot read contacts', async () => {
  const { as, project, ids } = await planned()
  const titles = async (asked: Asked) =>
    titlesOf((await as('gus').reply(listProjectIssues, { id: project.id, ...asked })).body)
  for (const asked of [
    { crm_contact_id: ids.ann },
    { crm_contact_id: 'Any' },
    { crm_organization_id: ids.weavers },
    { or: { crm_contact_id: [ids.ann] } },
    { any: { crm_contact_id: [ids.ann], crm_organization_id: [ids.weavers] } },
  ])
    await expect(titles(asked)).resolves.toBe('')
  await expect(titles({ not: { crm_contact_id: ids.ann } })).resolves.toBe('abcde')
  await expect(titles({ crm_contact_id: 'None' })).resolves.toBe('abcde')
})

test.each<[string, (ids: Ids) => string, string]>([
  ['epicId', ({ launch }) => `epicId: "gid://gitlab/Epic/${launch}"`, 'a'],
  ['includeSubepics', ({ launch }) => `epicId: "${launch}", includeSubepics: true`, 'ab'],
  ['epicWildcardId', () => 'epicWildcardId: NONE', 'cde'],
  ['not.epicId', ({ launch }) => `not: { epicId: "${launch}" }`, 'bcde'],
  ['not.includeSubepics', ({ launch }) => `not: { epicId: "${launch}", includeSubepics: true }`, 'cde'],
  ['crmContactId', ({ ann }) => `crmContactId: "${ann}"`, 'a'],
  [
    'crmOrganizationId',
    ({ weavers }) => `crmOrganizationId: "gid://gitlab/CustomerRelations::Organization/${weavers}"`,
    'a',
  ],
  ['iterationCadenceId', ({ cadence }) => `iterationCadenceId: ["gid://gitlab/Iterations::Cadence/${cadence}"]`, 'ab'],
])('GraphQL filters issues by %s', async (_name, argument, titles) => {
  const { as, ids } = await planned()
  const answer = await askGraphql(
    as('rita').ctx,
    `{ project(fullPath: "weft/loom") { issues(${argument(ids)}) { nodes { title } } } }`,
  )
  expect(answer.errors).toEqual([])
  expect(titlesOf(answer.data.project.issues.nodes)).toBe(titles)
})

test.each<[Asked, string]>([
  [{ epic_id: 'soon' }, 'epic_id is invalid'],
  [{ crm_contact_id: 'ann' }, 'crm_contact_id is invalid'],
  [{ or: { epic_id: ['x'] } }, 'or[epic_id] is invalid'],
  [{ severity: 'great' }, 'severity is invalid'],
])('a list asked for %j answers 400', async (asked, error) => {
  const { as, project } = await world()
  await expect(as('rita').reply(listProjectIssues, { id: project.id, ...asked })).resolves.toMatchObject({
    status: 400,
    body: { error },
  })
})

test('PERM-002 filter values are found by text and by id, limited to those that the reader can see', async () => {
  const { as, project, group, ids, statements } = await planned()
  const found = async (who: 'rita' | 'gus', asked: Asked) => {
    const names: string[][] = []
    for (const [list, id] of [
      [listProjectFilterOptions, project.id],
      [listGroupFilterOptions, group.id],
    ] as const)
      names.push((await as(who).call(list, { id, ...asked })).map(each => `${each.name} ${each.detail ?? ''}`.trim()))
    expect(names[1]).toEqual(names[0])
    return names[0]
  }
  await expect(found('rita', { field: 'epic' })).resolves.toEqual(['Landing weft&2', 'Launch weft&1'])
  await expect(found('rita', { field: 'epic', search: '&1' })).resolves.toEqual(['Launch weft&1'])
  await expect(found('rita', { field: 'iteration', search: 'n' })).resolves.toEqual(['Now Sprints', 'Next Sprints'])
  await expect(found('rita', { field: 'cadence' })).resolves.toEqual(['Sprints'])
  await expect(found('rita', { field: 'contact', search: 'ann' })).resolves.toEqual(['Ann Thread Weavers'])
  await expect(found('rita', { field: 'organization' })).resolves.toEqual(['Weavers'])
  const refs = [`epic:${ids.launch}`, `epic:${ids.secret}`, `iteration:${ids.now}`, `contact:${ids.bob}`]
  await expect(found('rita', { refs })).resolves.toEqual(['Launch weft&1', 'Now Sprints', 'Bob Thread'])
  await expect(found('gus', { refs })).resolves.toEqual(['Launch weft&1', 'Now Sprints'])
  await expect(found('gus', { field: 'contact' })).resolves.toEqual([])
  const ask = (asked: Asked) =>
    statements(() => as('rita').reply(listProjectFilterOptions, { id: project.id, ...asked }))
  expect(await ask({ refs })).toBe(await ask({ field: 'epic' }))
})
