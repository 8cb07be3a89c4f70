import { parse, subscribe } from 'graphql'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { completeCommands, completeContacts } from '#contract/discuss/completion.ts'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { groupSettingsPage, updateGroup } from '#contract/foundation/groups.ts'
import { getGroupContactsPage, getGroupOrganizationsPage } from '#contract/plan/contacts/contacts.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssuePage, getNewIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { cloneIssue, createIssue, moveIssue } from '#contract/plan/issues/issues.ts'
import { createGraphqlContext, type Watch } from '#server/graphql/context.ts'
import { schemaOf } from '#server/graphql/schema.ts'
import { slices } from '#server/slices.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Caller, world } from '#test/world/world.ts'
import { renderOldTexts } from './old-texts.ts'

/** A group that keeps contacts, with the cast in their roles in it. */
async function customers() {
  const built = await world()
  const { as, build, group, users } = built
  const levels = { mina: 40, dan: 30, rita: 20, gus: 10 } as const
  for (const [name, level] of Object.entries(levels))
    await build.member({ at: group.id, userId: users[name as keyof typeof levels].id, level })
  await as('root').call(updateGroup, { id: group.id, crmEnabled: true })
  const page = (who: Parameters<typeof as>[0] = 'rita', filter: { state?: 'inactive' | 'all'; search?: string } = {}) =>
    as(who).call(getGroupContactsPage, { namespace: group.fullPath, ...filter })
  const addContact = async (given: Readonly<Record<string, unknown>> = {}) => {
    const made = await mutate(as('dan'), 'customerRelationsContactCreate', 'contact { id }', {
      groupId: `gid://gitlab/Group/${group.id}`,
      ...{ firstName: 'Ann', lastName: 'Thread', email: 'ann@weavers.example', ...given },
    })
    expect(made.errors).toEqual([])
    return { gid: made.contact.id as string, id: Number(made.contact.id.split('/').at(-1)) }
  }
  return { ...built, page, addContact }
}

async function mutate(who: Caller, name: string, fields: string, input: Readonly<Record<string, unknown>>) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
  const { data, errors } = await askGraphql(
    who.ctx,
    `mutation($input: ${type}) { ${name}(input: $input) { errors ${fields} } }`,
    { input },
  )
  return data?.[name] ?? { refused: errors[0]?.message }
}

const shown = 'id firstName lastName email phone description active organization { id name }'

test('CRM-004 a contact has names, email, phone, description and an organization', async () => {
  const { as, group, page } = await customers()
  const groupId = `gid://gitlab/Group/${group.id}`
  const { organization } = await mutate(
    as('dan'),
    'customerRelationsOrganizationCreate',
    'organization { id name description defaultRate active }',
    { groupId, name: ' Weavers Ltd ', description: 'Of wool', defaultRate: 92.5 },
  )
  expect(organization).toMatchObject({ name: 'Weavers Ltd', description: 'Of wool', defaultRate: 92.5, active: true })
  const person = {
    ...{ firstName: 'Ann', lastName: 'Thread', email: 'ann@weavers.example' },
    ...{ phone: '+33 1 23', description: 'Buys looms' },
  }
  const { contact } = await mutate(as('dan'), 'customerRelationsContactCreate', `contact { ${shown} }`, {
    ...{ groupId, ...person, organizationId: organization.id },
  })
  expect(contact).toMatchObject({ ...person, active: true, organization: { id: organization.id, name: 'Weavers Ltd' } })
  const { data } = await askGraphql(
    as('rita').ctx,
    `{ group(fullPath: "weft") { contacts(search: "loom", state: active, sort: EMAIL_DESC) { nodes { ${shown} } }
      organizations(sort: DEFAULT_RATE_ASC) { nodes { name } } userPermissions { readCrmContact } } }`,
  )
  expect(data.group).toEqual({
    contacts: { nodes: [contact] },
    organizations: { nodes: [{ name: 'Weavers Ltd' }] },
    userPermissions: { readCrmContact: true },
  })
  const changed = await mutate(as('dan'), 'customerRelationsContactUpdate', `contact { ${shown} }`, {
    ...{ id: contact.id, active: false, phone: null, organizationId: null, lastName: 'Warp' },
  })
  expect(changed.contact).toMatchObject({ lastName: 'Warp', phone: null, organization: null, active: false })
  expect(await page('rita')).toMatchObject({ contacts: [], counts: { active: 0, inactive: 1 } })
  expect(await page('rita', { state: 'inactive', search: 'warp' })).toMatchObject({
    contacts: [{ firstName: 'Ann', lastName: 'Warp', phone: null, organization: null }],
    permissions: { canAdminContacts: false },
  })
})

test.each([
  [{ firstName: ' ' }, "First name can't be blank"],
  [{ lastName: 'x'.repeat(256) }, 'Last name is too long (maximum is 255 characters)'],
  [{ email: 'nobody' }, 'Email is invalid'],
  [{ email: 'ANN@weavers.example' }, 'Email has already been taken'],
  [{ phone: '1'.repeat(33) }, 'Phone is too long (maximum is 32 characters)'],
  [{ organizationId: 'gid://gitlab/CustomerRelations::Organization/99' }, 'Organization could not be found'],
])('CRM-004 a contact with %j is refused', async (given, sentence) => {
  const { as, group, addContact } = await customers()
  await addContact()
  const input = { groupId: `gid://gitlab/Group/${group.id}`, firstName: 'Ben', lastName: 'Weft', ...given }
  expect(await mutate(as('dan'), 'customerRelationsContactCreate', 'contact { id }', input)).toMatchObject({
    errors: [sentence],
    contact: null,
  })
})

test('CRM-004 reporters read contacts, developers change them, no one does while they are turned off', async () => {
  const { as, group, page, addContact } = await customers()
  const { gid } = await addContact()
  const outcome = (reading: Promise<unknown>) => reading.then(() => 'ok').catch(error => error.status)
  const read = async () => Promise.all((['dan', 'rita', 'gus', 'nina'] as const).map(who => outcome(page(who))))
  expect(await read()).toEqual(['ok', 'ok', 403, 404])
  const rename = async (who: 'dan' | 'rita') =>
    (await mutate(as(who), 'customerRelationsContactUpdate', '', { id: gid, firstName: 'Anna' })).errors ?? 'refused'
  expect([await rename('rita'), await rename('dan')]).toEqual(['refused', []])
  const listed = async (who: 'rita' | 'gus') =>
    (await askGraphql(as(who).ctx, '{ group(fullPath: "weft") { contacts { nodes { id } } } }')).data.group.contacts
      .nodes
  expect([await listed('rita'), await listed('gus')]).toEqual([[{ id: gid }], []])
  await as('root').call(updateGroup, { id: group.id, crmEnabled: false })
  expect(await read()).toEqual([404, 404, 404, 404])
  expect([await rename('dan'), await listed('rita')]).toEqual(['refused', []])
})

test('CRM-004 only a top-level group keeps contacts', async () => {
  const { as, build, group } = await customers()
  const below = await build.group({ parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  await expect(as('root').call(updateGroup, { id: below.id, crmEnabled: true })).rejects.toMatchObject({ status: 400 })
  const setting = async (path: string) => (await as('root').call(groupSettingsPage, { namespace: path })).crmEnabled
  expect([await setting('weft'), await setting(below.fullPath)]).toEqual([true, null])
})

test('CRM-001 CRM-003 the page of an issue lists its contacts with their organizations', async () => {
  const { as, build, addContact } = await customers()
  const [ann, ben] = [await addContact(), await addContact({ firstName: 'Ben', lastName: 'Bobbin', email: null })]
  const issue = await build.issuable()
  const seen = async (who: 'rita' | 'gus') => (await as(who).call(getIssuePage, issue.page)).issue.contacts
  expect([await seen('rita'), await seen('gus')]).toEqual([[], null])
  const change = (given: { addContactIds?: number[]; removeContactIds?: number[] }) =>
    as('rita').call(updateIssueEntity, { ...issue.page, issue: given })
  await change({ addContactIds: [ann.id, ben.id] })
  expect((await seen('rita'))?.map(({ firstName, email }) => [firstName, email])).toEqual([
    ['Ben', null],
    ['Ann', 'ann@weavers.example'],
  ])
  await change({ addContactIds: [], removeContactIds: [ben.id] })
  const history = await as('gus').call(issueDiscussion.listNotes, { ...issue.ref, activityFilter: 'only_activity' })
  expect(history.map(note => note.body)).toEqual(['removed 1 contact', 'added 2 contacts'])
  expect([(await seen('rita'))?.length, await seen('gus')]).toEqual([1, null])
})

test('CRM-001 a new issue names its contacts, where its author can read those of the group', async () => {
  const { as, project, addContact } = await customers()
  const ann = await addContact()
  const offers = async (who: 'rita' | 'gus') =>
    (await as(who).call(getNewIssuePage, { namespace: project.fullPath })).hasContacts
  expect([await offers('rita'), await offers('gus')]).toEqual([true, false])
  const open = (who: 'rita' | 'gus') =>
    as(who).call(createIssue, { id: project.id, title: 'For Ann', addContactIds: [ann.id] })
  const contactsOf = async ({ iid }: { readonly iid: number }) =>
    (await as('rita').call(getIssuePage, { namespace: project.fullPath, iid })).issue.contacts
  expect(await contactsOf(await open('rita'))).toMatchObject([{ id: ann.id, firstName: 'Ann' }])
  expect(await contactsOf(await open('gus'))).toEqual([])
})

test('CRM-003 a user who cannot read the contacts of the group neither adds nor removes any', async () => {
  const { as, build, db, group, users, addContact } = await customers()
  const ann = await addContact()
  const issue = await build.issuable()
  await as('dan').call(updateIssueEntity, { ...issue.page, issue: { addContactIds: [ann.id] } })
  await db.deleteFrom('members').where('userId', '=', users.rita.id).where('namespaceId', '=', group.id).execute()
  const set = await mutate(as('rita'), 'issueSetCrmContacts', 'issue { customerRelationsContacts { nodes { id } } }', {
    ...{ projectPath: 'weft/loom', iid: String(issue.iid), contactIds: [] },
  })
  expect(set).toMatchObject({ errors: ['Contacts are not available here'] })
  await as('rita').call(updateIssueEntity, { ...issue.page, issue: { removeContactIds: [ann.id] } })
  expect(await db.selectFrom('issuableContacts').selectAll().execute()).toMatchObject([{ contactId: ann.id }])
  const { data } = await askGraphql(
    as('rita').ctx,
    `{ issue(id: "gid://gitlab/Issue/${issue.id}") { customerRelationsContacts { nodes { id } } } }`,
  )
  expect(data.issue.customerRelationsContacts.nodes).toEqual([])
})

test('CRM-005 the query of an issue brings its contacts, and so does its work item', async () => {
  const { as, build, addContact } = await customers()
  const [ann, ben] = [await addContact(), await addContact({ firstName: 'Ben', email: null })]
  const issue = await build.issuable()
  const set = (operationMode: string, ...contactIds: string[]) =>
    mutate(as('rita'), 'issueSetCrmContacts', 'issue { customerRelationsContacts { nodes { id } } }', {
      ...{ projectPath: 'weft/loom', iid: String(issue.iid), operationMode, contactIds },
    })
  expect(await set('REPLACE', ann.gid)).toMatchObject({ errors: [] })
  expect(await set('APPEND', ben.gid)).toMatchObject({ errors: [] })
  const { data } = await askGraphql(
    as('rita').ctx,
    `{ issue(id: "gid://gitlab/Issue/${issue.id}") { customerRelationsContacts { nodes { ${shown} } } } }`,
  )
  expect(data.issue.customerRelationsContacts.nodes).toMatchObject([
    { id: ann.gid, firstName: 'Ann', lastName: 'Thread', email: 'ann@weavers.example', organization: null },
    { id: ben.gid, firstName: 'Ben' },
  ])
  const removed = await mutate(
    as('rita'),
    'workItemUpdate',
    'workItem { widgets(onlyTypes: [CRM_CONTACTS]) { ... on WorkItemWidgetCrmContacts { contactsAvailable contacts { nodes { id } } } } }',
    {
      id: `gid://gitlab/WorkItem/${issue.id}`,
      crmContactsWidget: { contactIds: [ann.gid], operationMode: 'REMOVE' },
    },
  )
  expect(removed.workItem.widgets).toEqual([{ contactsAvailable: true, contacts: { nodes: [{ id: ben.gid }] } }])
})

test('CRM-006 subscribers of an issue are notified when its contacts change', async () => {
  const { as, build, addContact } = await customers()
  const { gid, id } = await addContact()
  const issue = await build.issuable()
  const change = (given: object) => as('rita').call(updateIssueEntity, { ...issue.page, issue: given })
  // Looks after each change.
  const watch: Watch = async function* (_topics, look) {
    for (const given of [{ weight: 3 }, { addContactIds: [id] }]) {
      await change(given)
      const found = await look()
      if (typeof found === 'object') yield found.value
    }
  }
  const heard = await subscribe({
    schema: schemaOf(slices),
    document: parse(
      'subscription($id: IssuableID!) { issueCrmContactsUpdated(issuableId: $id) { ... on Issue { customerRelationsContacts { nodes { id } } } } }',
    ),
    variableValues: { id: `gid://gitlab/Issue/${issue.id}` },
    contextValue: createGraphqlContext({ weft: as('rita').ctx, mayWrite: false, watch }),
  })
  if (!(Symbol.asyncIterator in heard)) throw new Error('nothing is heard')
  const told: unknown[] = []
  for await (const each of heard) told.push(each.data)
  expect(told).toEqual([{ issueCrmContactsUpdated: { customerRelationsContacts: { nodes: [{ id: gid }] } } }])
})

const sentence = (words: string) => `Could not apply add_contacts command. ${words}`

test('CRM-003 quick actions add and remove contacts by their addresses', async () => {
  const { as, build, addContact } = await customers()
  await addContact()
  await addContact({ firstName: 'Ben', email: 'ben@weavers.example' })
  const issue = await build.issuable()
  const say = async (note: string) =>
    (await as('rita').call(createPageNote, { ...issue.target, note: { note } })).quickActionsStatus
  const names = async () =>
    (await as('rita').call(getIssuePage, issue.page)).issue.contacts?.map(contact => contact.firstName)
  expect((await say('/add_contacts [contact:ANN@weavers.example] [contact:ben@weavers.example]'))?.messages).toEqual([
    'Added contacts ANN@weavers.example, ben@weavers.example.',
  ])
  expect(await names()).toEqual(['Ann', 'Ben'])
  expect((await say('/remove_contacts ben@weavers.example'))?.messages).toEqual([
    'Removed contact ben@weavers.example.',
  ])
  expect(await names()).toEqual(['Ann'])
  expect((await say('Text\n/add_contacts'))?.errorMessages).toEqual([
    sentence('Enter contacts as [contact:ann@example.com].'),
  ])
  for (const long of [`a@b${','.repeat(20_000)}x`, `${'@'.repeat(200_000)}:`])
    expect((await say(`Text\n/add_contacts ${long}`))?.errorMessages).toEqual([
      sentence('Enter contacts as [contact:ann@example.com].'),
    ])
  expect((await say('Text\n/add_contacts [contact:nobody@weavers.example]'))?.errorMessages).toEqual([
    sentence('Contacts could not be found: nobody@weavers.example.'),
  ])
})

test('CRM-003 contacts and their quick actions are suggested to who can read them', async () => {
  const { as, build, group, addContact } = await customers()
  const ann = await addContact()
  await addContact({ firstName: 'Ben', email: null })
  await addContact({ firstName: 'Clara', email: 'clara@weavers.example' })
  const issue = await build.issuable()
  await as('dan').call(updateIssueEntity, { ...issue.page, issue: { addContactIds: [ann.id] } })
  const given = { namespace: 'weft/loom', type: 'Issue', typeId: issue.iid }
  const suggested = async (who: 'rita' | 'gus', search = '') =>
    (await as(who).call(completeContacts, { ...given, search })).map(({ email, set }) => [email, set])
  const both = [
    ['ann@weavers.example', true],
    ['clara@weavers.example', false],
  ]
  expect([await suggested('rita'), await suggested('rita', 'CLA'), await suggested('gus')]).toEqual([
    both,
    [both[1]],
    [],
  ])
  const names = async () => (await as('rita').call(completeCommands, given)).map(command => command.name)
  expect(await names()).toEqual(expect.arrayContaining(['add_contacts', 'remove_contacts']))
  await as('root').call(updateGroup, { id: group.id, crmEnabled: false })
  expect(await suggested('rita')).toEqual([])
  expect(await names()).not.toContain('add_contacts')
})

test('CRM-003 contacts go along with an issue within a top-level group, and stay behind otherwise', async () => {
  const { as, build, group, addContact } = await customers()
  const { id } = await addContact()
  const issue = await build.issuable()
  await as('rita').call(updateIssueEntity, { ...issue.page, issue: { addContactIds: [id] } })
  const near = await build.project({ parent: { ...group, fullName: 'Weft', ancestorIds: [group.id] } })
  const far = await build.project({ parent: await build.group({ path: 'elsewhere' }) })
  const contactsOf = async (namespace: string, iid: number) =>
    (await as('root').call(getIssuePage, { namespace, iid })).issue.contacts?.map(contact => contact.id) ?? null
  const copy = await as('root').call(cloneIssue, { ...issue.ref, toProjectId: far.id })
  expect(await contactsOf(far.fullPath, copy.iid)).toBeNull()
  const moved = await as('root').call(moveIssue, { ...issue.ref, toProjectId: near.id })
  expect(await contactsOf(near.fullPath, moved.iid)).toEqual([id])
})

test('the pages of contacts and organizations cost as many statements for 20 rows as for 2', async () => {
  const { as, group, db, statements } = await customers()
  const add = (count: number) =>
    db
      .insertInto('contacts')
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...{ namespaceId: group.id, firstName: 'Ann', lastName: `Thread ${count} ${index}` },
        })),
      )
      .execute()
  const read = async () => {
    await as('rita').call(getGroupContactsPage, { namespace: 'weft' })
    await as('rita').call(getGroupOrganizationsPage, { namespace: 'weft' })
  }
  await add(2)
  const few = await statements(read)
  await add(20)
  expect(await statements(read)).toBe(few)
})

test('PERM-002 a guest cannot find out which contacts and organizations exist', async () => {
  const { as, addContact } = await customers()
  const { gid } = await addContact()
  const change = async (who: 'gus' | 'rita', id: string) =>
    (await mutate(as(who), 'customerRelationsContactUpdate', 'contact { id }', { id, firstName: 'Eve' })).refused
  const missing = await change('gus', 'gid://gitlab/CustomerRelations::Contact/999999')
  expect(missing).toEqual(expect.any(String))
  expect(await change('gus', gid)).toBe(missing)
})

test('CRM-003 a text that was stored before contacts were rendered shows their names after the nightly job', async () => {
  const { as, build, addContact, db } = await customers()
  await addContact()
  const body = 'Ask [contact:ann@weavers.example]'
  const issue = await build.issuable()
  await as('dan').call(issueDiscussion.createNote, { ...issue.ref, body })
  await sql`update notes set body_html = '<p>Old</p>', markdown_version = 2`.execute(db)
  await sql`update issuables set description = ${body}, description_html = '<p>Old</p>', markdown_version = 2`.execute(
    db,
  )
  await renderOldTexts(db, as('dan').ctx.services)
  const [note] = (await as('rita').call(issueDiscussionPage.listPageDiscussions, issue.page))[0]?.notes ?? []
  expect(note?.noteHtml).toContain('>Ann Thread</a>')
  const { rows } = await sql<{ html: string }>`select description_html as html from issuables`.execute(db)
  expect(rows[0]?.html).toContain('>Ann Thread</a>')
})

test('CRM-003 the nightly job leaves out a text that fails, goes on with the next, and tries the text again the next night', async () => {
  const { as, build, addContact, db } = await customers()
  await addContact()
  const issue = await build.issuable()
  for (const name of ['eve', 'ann'])
    await as('dan').call(issueDiscussion.createNote, { ...issue.ref, body: `Ask [contact:${name}@weavers.example]` })
  await sql`update notes set body_html = '<p>Old</p>', markdown_version = 2`.execute(db)
  const { services } = as('dan').ctx
  const referenceKinds = services.plugs.referenceKinds.map(kind => ({
    ...kind,
    resolve: (...given: Parameters<typeof kind.resolve>) =>
      given[2].some(match => match.original.includes('eve@'))
        ? Promise.reject(new Error('no such contact'))
        : kind.resolve(...given),
  }))
  const texts = async () =>
    (await sql<{ html: string }>`select body_html as html from notes order by id`.execute(db)).rows.map(row => row.html)
  await renderOldTexts(db, { ...services, plugs: { ...services.plugs, referenceKinds } })
  expect(await texts()).toEqual(['<p>Old</p>', expect.stringContaining('>Ann Thread</a>')])
  await renderOldTexts(db, services)
  expect(await texts()).toEqual([
    expect.stringContaining('eve@weavers.example'),
    expect.stringContaining('>Ann Thread'),
  ])
})

test('CRM-003 PERM-002 a text shows the name of a contact to people who can read contacts, and to others the text as typed', async () => {
  const { as, build, addContact } = await customers()
  await addContact()
  const issue = await build.issuable()
  const body = 'Ask [contact:ANN@weavers.example], not [contact:eve@weavers.example]'
  await as('dan').call(issueDiscussion.createNote, { ...issue.ref, body })
  const html = async (who: 'rita' | 'gus') => {
    const discussions = await as(who).call(issueDiscussionPage.listPageDiscussions, issue.page)
    return discussions[0]?.notes[0]?.noteHtml ?? ''
  }
  expect(await html('rita')).toMatch(
    / href="\/groups\/weft\/-\/crm\/contacts\?search=ann%40weavers.example">Ann Thread<\/a>/,
  )
  expect(await html('rita')).toContain('eve@weavers.example')
  const guest = await html('gus')
  expect(guest).not.toContain('Thread')
  expect(guest.replace(/<[^>]*>/g, '')).toContain('Ask [contact:ANN@weavers.example], not')
})
