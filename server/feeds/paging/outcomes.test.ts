import { expect, test } from 'vitest'
import { setPagingWebhook, updatePagingSettings } from '#contract/feeds/paging.ts'
import { type Context, transact } from '#server/context.ts'
import { deliverMails } from '#server/foundation/mails/deliver.ts'
import { startEscalation } from '#server/plan/escalations/paging.ts'
import { closeMail } from '#server/platform/mail/send.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { mailServer } from '#test/world/mail-server.ts'
import { webhookReceiver } from '#test/world/webhook-receiver.ts'
import { webhookSettings } from '#test/world/webhook-settings.ts'
import { type Member, world } from '#test/world/world.ts'
import { sendDueDeliveries } from './deliver.ts'
import { tellOutcomes } from './outcomes.ts'

const minuteMs = 60_000

/** An incident that pages dan by email and webhook. */
async function scene(options: Parameters<typeof world>[0] = {}) {
  const made = await world({ settings: webhookSettings, ...options })
  const { as, build, project, db, deliver, services } = made
  const receiver = await webhookReceiver()
  await as('dan').call(setPagingWebhook, { url: receiver.url })
  const steps = (['mail', 'webhook'] as const).map(channel => ({ minutes: 0, channel }))
  await as('dan').call(updatePagingSettings, { highUrgency: steps, lowUrgency: steps })
  const incident = await build.issue({ type: 'incident', title: 'The loom burns' })
  await db.updateTable('issuables').set({ severity: 'CRITICAL' }).where('id', '=', incident.id).execute()
  const { data } = await askGraphql(
    as('mina').ctx,
    'mutation($input: EscalationPolicyCreateInput!) { escalationPolicyCreate(input: $input) { errors escalationPolicy { id } } }',
    {
      input: {
        ...{ projectPath: project.fullPath, name: 'Night watch' },
        rules: [{ username: 'dan', elapsedTimeSeconds: 0, status: 'ACKNOWLEDGED' }],
      },
    },
  )
  await askGraphql(
    as('dan').ctx,
    'mutation($input: IssueSetEscalationPolicyInput!) { issueSetEscalationPolicy(input: $input) { errors } }',
    {
      input: {
        ...{ projectPath: project.fullPath, iid: String(incident.iid) },
        escalationPolicyId: data.escalationPolicyCreate.escalationPolicy.id,
      },
    },
  )
  const events = () =>
    db
      .selectFrom('timelineEvents')
      .select(['note', 'page'])
      .where('issuableId', '=', incident.id)
      .where('page', 'is not', null)
      .orderBy('id')
      .execute()
  return {
    ...made,
    ...{ receiver, incident },
    /** The messages are planned, and not sent yet. */
    page: async () => {
      await transact(as('dan').ctx, ctx => startEscalation(ctx, incident.id))
      await deliver()
    },
    send: (minutes: number) => sendDueDeliveries(db, services, new Date(Date.now() + minutes * minuteMs).toISOString()),
    notes: async () => (await events()).map(({ note }) => note),
    shown: async (who: Member) => {
      const query = `query($path: ID!, $id: IssueID!) { project(fullPath: $path) { incidentManagementTimelineEvents(incidentId: $id) { nodes { note } } } }`
      const variables = { path: project.fullPath, id: `gid://gitlab/Issue/${incident.id}` }
      const { data: found } = await askGraphql(as(who).ctx, query, variables)
      const nodes: readonly { readonly note: string }[] = found.project?.incidentManagementTimelineEvents?.nodes ?? []
      return nodes.map(({ note }) => note).filter(note => note.startsWith('page of'))
    },
  }
}

test('the timeline of an incident tells what became of a page, in one event for each page and person', async () => {
  const it = await scene()
  it.receiver.answers.push({ status: 503 }, { status: 503 })
  await it.page()
  await it.send(1)
  expect(await it.notes()).toEqual(['page of @dan: email queued'])
  await it.send(3)
  await it.send(6)
  expect(it.receiver.received).toHaveLength(3)
  expect(await it.notes()).toEqual(['page of @dan: email queued, webhook call sent'])
  await it.send(60)
  expect(await it.notes()).toHaveLength(1)
  expect(await it.shown('dan')).toEqual(['page of @dan: email queued, webhook call sent'])
  // Guests do not see who is paged.
  expect(await it.shown('gus')).toEqual([])
})

test('a message that fails for good is told', async () => {
  const it = await scene()
  it.receiver.answers.push({ status: 410 })
  await it.page()
  await it.send(1)
  expect(await it.notes()).toEqual(['page of @dan: email queued, webhook call failed'])
})

test('a page that is answered before its messages go out has no outcome', async () => {
  const it = await scene()
  await it.page()
  await it.db
    .updateTable('issuables')
    .set({ escalationStatus: 'ACKNOWLEDGED' })
    .where('id', '=', it.incident.id)
    .execute()
  await it.send(1)
  expect(await it.notes()).toEqual([])
})

test('an email counts as sent once the mail server has taken it', async () => {
  const it = await scene()
  await it.page()
  const { settings } = it.services
  const withServer = (smtpUrl: string): Context => ({
    ...it.as('dan').ctx,
    services: { ...it.services, settings: { ...settings, smtpUrl } },
  })
  const mails = async () => (await it.db.selectFrom('mails').select('id').execute()).map(({ id }) => id)
  await sendDueDeliveries(
    it.db,
    withServer('smtp://127.0.0.1:1').services,
    new Date(Date.now() + minuteMs).toISOString(),
  )
  expect((await it.notes())[0]).toContain('email queued')
  await expect(deliverMails(withServer('smtp://127.0.0.1:1'), await mails())).rejects.toThrow()
  closeMail()
  expect((await it.notes())[0]).toContain('email failed')
  const server = await mailServer('accept')
  await deliverMails(withServer(server.url), await mails())
  closeMail()
  expect((await it.notes())[0]).toContain('email sent')
  expect(await it.notes()).toHaveLength(1)
})

test('messages that are marked at the same time leave one event that knows of both', async () => {
  const it = await scene({ commits: true })
  await it.page()
  const rows = await it.db.selectFrom('pageDeliveries').select(['id', 'issuableId', 'userId', 'part']).execute()
  expect(rows).toHaveLength(2)
  await Promise.all(
    rows.map(({ id, ...page }) =>
      transact(it.as('anon').ctx, async ctx => {
        await ctx.db
          .updateTable('pageDeliveries')
          .set({ state: 'sent', nextAttemptAt: null, endedAt: ctx.now })
          .where('id', '=', id)
          .execute()
        await tellOutcomes(ctx, [page])
      }),
    ),
  )
  expect(await it.notes()).toEqual(['page of @dan: email sent, webhook call sent'])
})

test('a process that is killed between sending and marking leaves one event, and the second try is no second one', async () => {
  const it = await scene({ commits: true })
  await it.page()
  const later = new Date(Date.now() + minuteMs).toISOString()
  const killed = transact({ ...it.as('anon').ctx, now: later }, async ctx => {
    await sendDueDeliveries(ctx.db, it.services, later)
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await it.notes()).toEqual([])
  await it.send(4)
  expect(it.receiver.received.length).toBeGreaterThanOrEqual(1)
  expect(await it.notes()).toEqual(['page of @dan: email queued, webhook call sent'])
})
