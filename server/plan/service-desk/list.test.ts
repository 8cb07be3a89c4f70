import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getServiceDeskPage } from '#contract/plan/issues/issue-pages.ts'
import { updateServiceDesk } from '#contract/plan/service-desk/service-desk.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'
import { findDesk } from './desk.ts'
import { createRequest } from './request.ts'

async function desk() {
  const it = await world({ settings: { SMTP_IN_PORT: '2525' } })
  const namespace = it.project.fullPath
  await it.as('mina').call(updateServiceDesk, { namespace, enabled: true, firstAnswerHours: 1 })
  const request = async (title: string, email = 'carla@shop.example') => {
    const found = await findDesk(it.as('anon').ctx, sql`n.id = ${it.project.id}`)
    if (found === null) throw new Error('no service desk')
    const given = { title, text: 'It creaks.', files: [], others: [], messageId: null, isConfirmed: false }
    return createRequest(it.as('anon').ctx, found, { email, name: 'Carla Kunde', isUnverified: false }, given)
  }
  const list = async (who: Member, filter: object = {}) => it.as(who).call(getServiceDeskPage, { namespace, ...filter })
  return { ...it, namespace, request, list }
}

test('SDESK-001 SDESK-002 the list has the requests alone, whatever author its address names; labels and text narrow it', async () => {
  const it = await desk()
  await it.build.issue({ title: 'Of dan', authorId: it.users.dan.id })
  const first = await it.request('The loom creaks')
  await it.request('The shuttle jams')
  const titles = async (filter: object) => (await it.list('rita', filter)).issues.map(issue => issue.title).sort()
  const all = ['The loom creaks', 'The shuttle jams']
  expect(await titles({})).toEqual(all)
  for (const filter of [
    { authorUsername: 'dan' },
    { authorId: it.users.dan.id },
    { not: { authorUsername: 'support-bot' } },
  ])
    expect(await titles(filter)).toEqual(all)
  await it
    .as('rita')
    .call(issueDiscussion.createNote, { id: it.project.id, issueIid: first?.iid ?? 0, body: '/label ~bug' })
  await it.build.label({ title: 'bug' })
  expect(await titles({ search: 'shuttle' })).toEqual(['The shuttle jams'])
  expect(await titles({ labels: ['bug'] })).toEqual([])
  expect(await titles({ assigneeUsername: ['dan'] })).toEqual([])
})

test('SDESK-001 guests do not find the list; it says how requests come in and which are overdue', async () => {
  const it = await desk()
  expect(await outcomeOf(it.list('gus'))).toBe('not_found')
  const { serviceDesk, permissions } = await it.list('mina')
  expect(serviceDesk).toEqual({
    isEnabled: true,
    address: expect.stringContaining('@weft.test'),
    hasForm: false,
    canAdmin: true,
  })
  expect(permissions.canCreateIssue).toBe(false)
  const answered = await it.request('Answered')
  const late = await it.request('Late')
  const id = it.project.id
  await it.as('dan').call(issueDiscussion.createNote, { id, issueIid: answered?.iid ?? 0, body: 'Oil it.' })
  await it.as('dan').call(issueDiscussion.createNote, { id, issueIid: late?.iid ?? 0, body: 'Hm', internal: true })
  await it.deliver()
  await sql`update service_desk_requests set created_at = created_at - interval '2 hours'`.execute(it.db)
  const { issues } = await it.list('dan')
  expect(
    issues.map(issue => [
      issue.title,
      issue.request?.email,
      issue.request?.answeredAt !== null,
      issue.request?.isOverdue,
    ]),
  ).toEqual([
    ['Late', 'carla@shop.example', false, true],
    ['Answered', 'carla@shop.example', true, false],
  ])
})
