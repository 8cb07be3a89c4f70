import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { acknowledgeByMail, askToAcknowledge, resolveByMail } from '#contract/feeds/notifications.ts'
import { archiveProject } from '#contract/foundation/projects.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { pageDue } from '#server/plan/escalations/paging.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'
import { purgeSentNotices } from './write.ts'

const createPolicy = `mutation($input: EscalationPolicyCreateInput!) {
  escalationPolicyCreate(input: $input) { errors escalationPolicy { id name rules { status elapsedTimeSeconds user { username } } } } }`
const updatePolicy = `mutation($id: IncidentManagementEscalationPolicyID!, $rules: [EscalationRuleInput!]) {
  escalationPolicyUpdate(input: { id: $id, rules: $rules }) { errors } }`
const setPolicy = `mutation($projectPath: ID!, $iid: String!, $id: IncidentManagementEscalationPolicyID) {
  issueSetEscalationPolicy(input: { projectPath: $projectPath, iid: $iid, escalationPolicyId: $id }) {
    errors issue { escalationStatus escalationPolicy { name } } } }`
const setStatus = `mutation($projectPath: ID!, $iid: String!, $status: IssueEscalationStatus!) {
  issueSetEscalationStatus(input: { projectPath: $projectPath, iid: $iid, status: $status }) { errors } }`

const rule = (username: string, minutes: number, status: 'ACKNOWLEDGED' | 'RESOLVED' = 'ACKNOWLEDGED') => ({
  ...{ username, elapsedTimeSeconds: minutes * 60, status },
})

async function scene(rules = [rule('dan', 0), rule('mina', 5), rule('olga', 10, 'RESOLVED')]) {
  const made = await world()
  const { as, build, project, db, deliver, services } = made
  const incident = await build.issue({ type: 'incident', title: 'The loom burns' })
  const where = { projectPath: project.fullPath, iid: String(incident.iid) }
  const ask = (who: Member, query: string, variables: object) => askGraphql(as(who).ctx, query, { ...variables })
  const created = await ask('mina', createPolicy, {
    input: { projectPath: project.fullPath, name: 'Night watch', rules },
  })
  const policyId: string = created.data.escalationPolicyCreate.escalationPolicy.id
  return {
    ...made,
    ...{ incident, where, ask, policyId },
    choose: (id: string | null, who: Member = 'dan') => ask(who, setPolicy, { ...where, id }),
    status: (status: string) => ask('dan', setStatus, { ...where, status }),
    /** The recipients of mails, once the given minutes have passed. */
    pagedAfter: async (minutes: number) => {
      await deliver()
      await pageDue(db, services, new Date(Date.now() + minutes * 60_000).toISOString())
      await deliver()
      const rows = await db
        .selectFrom('mails as m')
        .innerJoin('users as u', 'u.id', 'm.userId')
        .select(['u.username', 'm.text'])
        .orderBy('m.id')
        .execute()
      return rows.map(row => row.username)
    },
  }
}

test('ESCAL-012 choosing a policy triggers the incident and pages the user of each rule once, when it is due', async () => {
  const { choose, status, pagedAfter, policyId, db } = await scene()
  await status('RESOLVED')
  const { data } = await choose(policyId)
  expect(data.issueSetEscalationPolicy).toEqual({
    errors: [],
    issue: { escalationStatus: 'TRIGGERED', escalationPolicy: { name: 'Night watch' } },
  })
  expect(await pagedAfter(0)).toEqual(['dan'])
  expect(await pagedAfter(4)).toEqual(['dan'])
  expect(await pagedAfter(6)).toEqual(['dan', 'mina'])
  expect(await pagedAfter(6)).toEqual(['dan', 'mina'])
  expect(await pagedAfter(11)).toEqual(['dan', 'mina', 'olga'])
  expect(await pagedAfter(2000)).toEqual(['dan', 'mina', 'olga'])
  const mail = await db.selectFrom('mails').select('text').orderBy('id').execute()
  expect(mail[1]?.text).toMatch(/^An incident was triggered 5 minutes ago and has not been acknowledged yet:/)
  expect(mail[1]?.text).toContain('because you were paged')
})

test('ESCAL-012 PERM-003 the history of the incident tells whom a page was sent to, for those alone who may read policies', async () => {
  const it = await scene([rule('dan', 0), rule('mina', 5)])
  await it.choose(it.policyId)
  await it.pagedAfter(6)
  const told = async (who: Member) =>
    (await it.as(who).call(issueDiscussion.listNotes, { id: it.project.id, issueIid: it.incident.iid, sort: 'asc' }))
      .map(note => note.body)
      .filter(body => body.startsWith('paged'))
  expect(await told('rita')).toEqual(['paged @dan by the escalation policy', 'paged @mina by the escalation policy'])
  expect(await told('gus')).toEqual([])
})

test.each<[string, (it: Awaited<ReturnType<typeof scene>>) => Promise<unknown>, readonly string[]]>([
  ['acknowledging it', it => it.status('ACKNOWLEDGED'), ['dan', 'olga']],
  ['resolving it', it => it.status('RESOLVED'), ['dan']],
  ['ignoring it', it => it.status('IGNORED'), ['dan']],
  ['removing the policy', it => it.choose(null), ['dan']],
  ['closing it', it => it.as('dan').call(updateIssue, { ...it.incident.ref, stateEvent: 'close' }), ['dan']],
  ['archiving its project', it => it.as('olga').call(archiveProject, { id: it.project.id }), ['dan']],
  ['making it an issue', it => it.as('dan').call(updateIssue, { ...it.incident.ref, issueType: 'issue' }), ['dan']],
])('ESCAL-012 %s cancels the pages that no longer apply', async (_what, act, paged) => {
  const it = await scene()
  await it.choose(it.policyId)
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await act(it)
  expect(await it.pagedAfter(60)).toEqual(paged)
})

test('ESCAL-012 an incident that is triggered again is escalated from the start', async () => {
  const it = await scene([rule('dan', 0)])
  await it.choose(it.policyId)
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await it.status('RESOLVED')
  await it.status('TRIGGERED')
  expect(await it.pagedAfter(0)).toEqual(['dan', 'dan'])
})

test('ESCAL-012 an incident that is set to triggered while it is closed is escalated when it is reopened', async () => {
  const it = await scene([rule('dan', 0)])
  await it.choose(it.policyId)
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await it.as('dan').call(updateIssue, { ...it.incident.ref, stateEvent: 'close' })
  await it.status('TRIGGERED')
  expect(await it.pagedAfter(0)).toEqual(['dan'])
  await it.as('dan').call(updateIssue, { ...it.incident.ref, stateEvent: 'reopen' })
  expect(await it.pagedAfter(0)).toEqual(['dan', 'dan'])
})

test('ESCAL-012 a user who can no longer read the incident is not paged', async () => {
  const it = await scene([rule('rita', 5)])
  await it.choose(it.policyId)
  await it.db.updateTable('members').set({ accessLevel: 5 }).where('userId', '=', it.users.rita.id).execute()
  expect(await it.pagedAfter(6)).toEqual([])
})

test('ESCAL-012 somebody who has not confirmed their address is not paged', async () => {
  const it = await scene([rule('rita', 5)])
  await it.choose(it.policyId)
  await it.db.updateTable('users').set({ confirmedAt: null }).where('id', '=', it.users.rita.id).execute()
  expect(await it.pagedAfter(6)).toEqual([])
})

test('ESCAL-012 an account that is deleted before its page is sent keeps nobody else from being paged', async () => {
  const it = await scene()
  const { id, username } = await it.build.user()
  await it.build.member({ at: it.project.id, userId: id, level: 30 })
  await it.ask('mina', updatePolicy, { id: it.policyId, rules: [rule(username, 5), rule('olga', 5)] })
  await it.choose(it.policyId)
  await pageDue(it.db, it.services, new Date(Date.now() + 6 * 60_000).toISOString())
  await it.db.deleteFrom('users').where('id', '=', id).execute()
  expect(await it.pagedAfter(6)).toEqual(['olga'])
})

test('FORM-033 /page starts escalation by the policy that it names', async () => {
  const it = await scene([rule('dan', 0)])
  const say = (note: string) =>
    it.as('dan').reply(createPageNote, {
      ...{ namespace: it.project.fullPath, targetType: 'issue', targetId: it.incident.id, note: { note } },
    })
  await say('/page Nobody')
  expect(await it.pagedAfter(0)).toEqual([])
  await say('/page Night watch')
  expect(await it.pagedAfter(0)).toEqual(['dan'])
})

const scheduleOf = async (it: Awaited<ReturnType<typeof scene>>, username: string, startsAt = '2020-01-06') => {
  const projectPath = it.project.fullPath
  const { data } = await it.ask(
    'mina',
    'mutation($input: OncallScheduleCreateInput!) { oncallScheduleCreate(input: $input) { errors oncallSchedule { iid } } }',
    { input: { projectPath, name: `Watch of ${username}`, timezone: 'Europe/Berlin' } },
  )
  const { iid } = data.oncallScheduleCreate.oncallSchedule
  const made = await it.ask(
    'mina',
    'mutation($input: OncallRotationCreateInput!) { oncallRotationCreate(input: $input) { errors oncallRotation { id } } }',
    {
      input: {
        ...{ projectPath, scheduleIid: iid, name: 'Primary', participants: [{ username }] },
        ...{ rotationLength: { length: 1, unit: 'WEEKS' }, startsAt: { date: startsAt, time: '09:00' } },
      },
    },
  )
  expect(made.data.oncallRotationCreate.errors).toEqual([])
  return { iid, rotationId: made.data.oncallRotationCreate.oncallRotation.id as string }
}

const toldOf = async (it: Awaited<ReturnType<typeof scene>>) =>
  (await it.as('mina').call(issueDiscussion.listNotes, { id: it.project.id, issueIid: it.incident.iid, sort: 'asc' }))
    .map(note => note.body)
    .filter(body => body.startsWith('paged') || body.startsWith('found no one'))

test('ESCAL-012 a schedule is asked who is on call at the moment of the page', async () => {
  const it = await scene()
  const { iid, rotationId } = await scheduleOf(it, 'rita')
  const onSchedule = { oncallScheduleIid: iid, elapsedTimeSeconds: 300, status: 'ACKNOWLEDGED' }
  const changed = await it.ask('mina', updatePolicy, { id: it.policyId, rules: [onSchedule] })
  expect(changed.data.escalationPolicyUpdate.errors).toEqual([])
  await it.choose(it.policyId)
  expect(await it.pagedAfter(4)).toEqual([])
  // The override is made while the page is pending.
  const day = (days: number) => ({
    date: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    time: '00:00',
  })
  await it.ask(
    'dan',
    'mutation($input: OncallOverrideCreateInput!) { oncallOverrideCreate(input: $input) { errors } }',
    { input: { rotationId, username: 'olga', startsAt: day(-1), endsAt: day(2) } },
  )
  expect(await it.pagedAfter(6)).toEqual(['olga'])
  expect(await toldOf(it)).toEqual(['paged @olga by the escalation policy'])
})

test('ESCAL-012 a level at which no one is on call goes to the next one at once, which the history says', async () => {
  const it = await scene()
  const { iid } = await scheduleOf(it, 'rita', '2200-01-01')
  const rules = [
    { oncallScheduleIid: iid, elapsedTimeSeconds: 300, status: 'ACKNOWLEDGED' },
    rule('olga', 60),
    rule('dan', 90),
  ]
  await it.ask('mina', updatePolicy, { id: it.policyId, rules })
  await it.choose(it.policyId)
  expect(await it.pagedAfter(6)).toEqual(['olga'])
  expect(await toldOf(it)).toEqual([
    'found no one to page by the escalation policy: no one is on call in Watch of rita, and went to the next level',
    'paged @olga by the escalation policy',
  ])
  const { text } = await it.db.selectFrom('mails').select('text').executeTakeFirstOrThrow()
  expect(text).toMatch(/^An incident was triggered, no one could be paged at the level before yours, and it has not/)
  // The level that did not wait is not paged again at its time; the one after it is.
  expect(await it.pagedAfter(61)).toEqual(['olga'])
  expect(await it.pagedAfter(91)).toEqual(['olga', 'dan'])
})

test('ESCAL-012 where no level reaches anybody, the history says so, and nothing stays pending', async () => {
  const it = await scene()
  const { iid } = await scheduleOf(it, 'rita', '2200-01-01')
  await it.ask('mina', updatePolicy, {
    id: it.policyId,
    rules: [{ oncallScheduleIid: iid, elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' }],
  })
  await it.choose(it.policyId)
  expect(await it.pagedAfter(1)).toEqual([])
  expect(await toldOf(it)).toEqual([
    'found no one to page by the escalation policy: no one is on call in Watch of rita',
  ])
  expect(await it.db.selectFrom('pendingPages').select('ruleId').execute()).toEqual([])
})

test('ESCAL-012 a rule pages the members of a group that the project is in, and no other group', async () => {
  const it = await scene()
  const inGroup = (groupPath: string) => [{ groupPath, elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' }]
  const changed = await it.ask('mina', updatePolicy, {
    id: it.policyId,
    rules: inGroup(it.group.fullPath.toUpperCase()),
  })
  expect(changed.data.escalationPolicyUpdate.errors).toEqual([])
  for (const [who, level] of [
    ['rita', 20],
    ['olga', 50],
    ['gus', 10],
  ] as const)
    await it.build.member({ at: it.group.id, userId: it.users[who].id, level })
  await it.choose(it.policyId)
  expect((await it.pagedAfter(1)).toSorted()).toEqual(['olga', 'rita'])
  const refused = await it.ask('mina', updatePolicy, { id: it.policyId, rules: inGroup('elsewhere') })
  expect(refused.data.escalationPolicyUpdate.errors).toEqual([
    'Rules must each use a group that this project is in or shared with',
  ])
})

test('ESCAL-012 rules are repeated as often as the policy says, until the incident is acknowledged', async () => {
  const it = await scene([rule('dan', 0), rule('mina', 5)])
  const repeated = `mutation($id: IncidentManagementEscalationPolicyID!) {
    escalationPolicyUpdate(input: { id: $id, repeatCount: 2, repeatMinutes: 10 }) { errors escalationPolicy { repeatCount repeatMinutes reminderMinutes } } }`
  const { data } = await it.ask('mina', repeated, { id: it.policyId })
  expect(data.escalationPolicyUpdate).toEqual({
    errors: [],
    escalationPolicy: { repeatCount: 2, repeatMinutes: 10, reminderMinutes: null },
  })
  await it.choose(it.policyId)
  expect(await it.pagedAfter(14)).toEqual(['dan', 'mina'])
  expect(await it.pagedAfter(16)).toEqual(['dan', 'mina', 'dan'])
  expect(await it.pagedAfter(21)).toEqual(['dan', 'mina', 'dan', 'mina'])
  const texts = await it.db.selectFrom('mails').select('text').orderBy('id').execute()
  expect(texts[3]?.text).toMatch(/^An incident was triggered 20 minutes ago/)
  await it.status('ACKNOWLEDGED')
  expect(await it.pagedAfter(2000)).toHaveLength(4)
})

test('whoever acknowledged is reminded every so many minutes, until the incident is resolved', async () => {
  const it = await scene([rule('mina', 60)])
  await it.ask(
    'mina',
    'mutation($id: IncidentManagementEscalationPolicyID!) { escalationPolicyUpdate(input: { id: $id, reminderMinutes: 30 }) { errors } }',
    { id: it.policyId },
  )
  await it.choose(it.policyId)
  await it.status('ACKNOWLEDGED')
  expect(await it.pagedAfter(29)).toEqual([])
  expect(await it.pagedAfter(31)).toEqual(['dan'])
  expect(await it.pagedAfter(31)).toEqual(['dan'])
  expect(await it.pagedAfter(62)).toEqual(['dan', 'dan'])
  const mail = await it.db.selectFrom('mails').select('text').orderBy('id').execute()
  expect(mail[0]?.text).toMatch(
    /^You are working on an incident that has not been resolved yet. This reminder comes every 30 minutes:/,
  )
  await it.status('RESOLVED')
  expect(await it.pagedAfter(200)).toEqual(['dan', 'dan'])
})

test('“Page now” opens an incident and pages whoever is on call', async () => {
  const it = await scene()
  const { iid } = await scheduleOf(it, 'rita')
  const page = (who: Member, title = 'The warp is torn') =>
    it.ask(
      who,
      `mutation($input: OncallSchedulePageInput!) { oncallSchedulePage(input: $input) { errors issue { iid title type } } }`,
      { input: { projectPath: it.project.fullPath, iid, title } },
    )
  const { data } = await page('rita')
  expect(data.oncallSchedulePage).toMatchObject({ errors: [], issue: { title: 'The warp is torn', type: 'INCIDENT' } })
  await it.deliver()
  const mails = await it.db.selectFrom('mails').select(['userId']).where('subject', 'like', '%warp is torn%').execute()
  expect(mails).toEqual([{ userId: it.users.rita.id }])
  const notes = await it.as('mina').call(issueDiscussion.listNotes, {
    ...{ id: it.project.id, issueIid: Number(data.oncallSchedulePage.issue.iid) },
  })
  expect(notes.map(note => note.body)).toContain('paged @rita, who is on call in Watch of rita')
  expect((await page('gus')).errors).toHaveLength(1)
  expect((await page('nina')).errors).toHaveLength(1)
  await it.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', it.users.rita.id).execute()
  expect((await page('dan')).data.oncallSchedulePage.errors).toEqual(['No one is on call in Watch of rita'])
})

test('ESCAL-003 a page by a policy opens an incident with it and pages its people, for those who may escalate', async () => {
  const it = await scene()
  const page = (who: Member) =>
    it.ask(
      who,
      `mutation($input: EscalationPolicyPageInput!) { escalationPolicyPage(input: $input) { errors issue { iid escalationPolicy { id } } } }`,
      { input: { id: it.policyId, title: 'The weft is torn' } },
    )
  const { data } = await page('dan')
  expect(data.escalationPolicyPage).toMatchObject({
    errors: [],
    issue: { escalationPolicy: { id: it.policyId } },
  })
  await it.pagedAfter(0)
  const mails = await it.db.selectFrom('mails').select(['userId']).where('subject', 'like', '%weft is torn%').execute()
  expect(mails.length).toBeGreaterThan(0)
  const count = () =>
    it.db
      .selectFrom('issuables')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .executeTakeFirst()
  const before = await count()
  expect((await page('gus')).errors).toHaveLength(1)
  expect((await page('nina')).errors).toHaveLength(1)
  expect(await count()).toEqual(before)
})

/** The key of the links in the last page. */
async function pageKey(it: Awaited<ReturnType<typeof scene>>): Promise<string> {
  await it.choose(it.policyId)
  await it.pagedAfter(0)
  const { text } = await it.db.selectFrom('mails').select('text').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const [, key = ''] =
    /Acknowledge: http:\/\/weft\.test\/-\/sent_notifications\/([\w-]{43})\/acknowledge\n/.exec(text) ?? []
  expect(text).toContain(`Resolve: http://weft.test/-/sent_notifications/${key}/resolve`)
  return key
}

const statusOf = async ({ db, incident }: Awaited<ReturnType<typeof scene>>) =>
  (await db.selectFrom('issuables').select('escalationStatus').where('id', '=', incident.id).executeTakeFirstOrThrow())
    .escalationStatus ?? 'TRIGGERED'

test('ALERT-005 a link in a page acknowledges once, by a press alone, in the name of the person who was paged', async () => {
  const it = await scene()
  const key = await pageKey(it)
  const page = async (operation: typeof askToAcknowledge | typeof acknowledgeByMail | typeof resolveByMail) => {
    const { status, body } = await it.as('anon').reply(operation, { key })
    return { status, title: /<h1>(.*?)<\/h1>/.exec(String(body))?.[1] }
  }
  const incident = `the incident #${it.incident.iid}`
  // Programs that look where links lead change nothing, however often they come.
  for (let visits = 0; visits < 2; visits++)
    expect(await page(askToAcknowledge)).toEqual({ status: 200, title: `Acknowledge ${incident}?` })
  expect(await statusOf(it)).toBe('TRIGGERED')
  expect(await page(acknowledgeByMail)).toEqual({ status: 200, title: `You acknowledged ${incident}` })
  expect(await statusOf(it)).toBe('ACKNOWLEDGED')
  const notes = await it.as('mina').call(issueDiscussion.listNotes, { id: it.project.id, issueIid: it.incident.iid })
  const note = notes.find(({ body }) => /status to \W*Acknowledged/.test(body))
  expect(note?.author?.username).toBe('dan')
  // The status is set back; the link does not work a second time.
  await it.status('TRIGGERED')
  for (const operation of [askToAcknowledge, acknowledgeByMail] as const)
    expect(await page(operation)).toEqual({ status: 200, title: `You have already acknowledged ${incident}` })
  expect(await statusOf(it)).toBe('TRIGGERED')
  expect(await page(resolveByMail)).toEqual({ status: 200, title: `You resolved ${incident}` })
  expect(await statusOf(it)).toBe('RESOLVED')
})

test('ALERT-005 the page behind a link shows the facts of the incident, to people who may still read it', async () => {
  const it = await scene()
  await it.db.updateTable('issuables').set({ severity: 'HIGH' }).where('id', '=', it.incident.id).execute()
  const key = await pageKey(it)
  const shown = async () => String((await it.as('anon').reply(askToAcknowledge, { key })).body)
  const page = await shown()
  expect(page).toContain('<p class="title">The loom burns</p>')
  expect(page).toContain('<dt>Severity</dt><dd>High</dd>')
  expect(page).toMatch(/<dt>Started<\/dt><dd>[\d-]+ \d\d:\d\d UTC<\/dd>/)
  expect(page).not.toContain('<dt>Alerts</dt>')
  await it.db.deleteFrom('members').where('userId', '=', it.users.dan.id).execute()
  expect(await shown()).not.toContain('The loom burns')
})

test.each<[string, (it: Awaited<ReturnType<typeof scene>>, key: string) => Promise<unknown>, number]>([
  ['with another key', async () => undefined, 404],
  [
    'after three days',
    it =>
      it.db
        .updateTable('pageLinks')
        .set({ createdAt: new Date(Date.now() - 73 * 3_600_000).toISOString() })
        .execute(),
    410,
  ],
  [
    'of a person who is a reporter now',
    it => it.db.updateTable('members').set({ accessLevel: 20 }).where('userId', '=', it.users.dan.id).execute(),
    403,
  ],
  [
    'of a person who left the project',
    it => it.db.deleteFrom('members').where('userId', '=', it.users.dan.id).execute(),
    403,
  ],
  [
    'of a person who is blocked',
    it => it.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', it.users.dan.id).execute(),
    404,
  ],
])('ALERT-005 a link %s changes nothing, and shows no more than the mail did', async (what, change, status) => {
  const it = await scene()
  const key = await pageKey(it)
  await change(it, key)
  for (const operation of [acknowledgeByMail, resolveByMail]) {
    const reply = await it.as('anon').reply(operation, { key: what === 'with another key' ? 'x'.repeat(43) : key })
    expect(reply.status).toBe(status)
    expect(JSON.stringify(reply.body)).not.toContain('The loom burns')
  }
  expect(await statusOf(it)).toBe('TRIGGERED')
})

test('the links of a page are among the secrets of its mail, and are forgotten', async () => {
  const it = await scene()
  const key = await pageKey(it)
  const stored = await sql<{ held: string }>`select coalesce(json_agg(m)::text, '') as held from page_links m`.execute(
    it.db,
  )
  expect(stored.rows[0]?.held).not.toContain(key)
  const { secrets } = await it.db.selectFrom('mails').select('secrets').executeTakeFirstOrThrow()
  expect(secrets).toContain(key)
  await sql`update page_links set created_at = now() - interval '7 days'`.execute(it.db)
  await purgeSentNotices(it.db)
  expect(await it.db.selectFrom('pageLinks').select('userId').execute()).toEqual([])
})
