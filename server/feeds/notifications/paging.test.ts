import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { archiveProject } from '#contract/foundation/projects.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { pageDue } from '#server/plan/escalations/paging.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

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
  expect(mail[1]?.text).toContain('because you are in an escalation policy of this project')
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
