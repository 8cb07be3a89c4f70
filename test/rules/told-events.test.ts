import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  dashboardActivityPage,
  groupActivityPage,
  listEvents,
  listProjectEvents,
  listUserEvents,
  projectActivityPage,
  userActivity,
} from '#contract/feeds/activity.ts'
import { listTodos, todosPage } from '#contract/feeds/todos.ts'
import { removeProjectMember } from '#contract/foundation/members.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { updateProfile } from '#contract/foundation/users.ts'
import { createMaintenanceWindow } from '#contract/monitor/alerts/maintenance-windows.ts'
import type { Operation } from '#contract/operation.ts'
import { updateEpic } from '#contract/plan/epics/epics.ts'
import { publishIncident } from '#contract/plan/incidents/publications.ts'
import { createStatusComponent } from '#contract/plan/incidents/status-components.ts'
import { getStatusPage, statusPageFeed } from '#contract/plan/incidents/status-page.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, deleteIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { shownEvents } from '#server/feeds/activity/kinds.ts'
import { tellMaintenance } from '#server/feeds/notifications/status-mails.ts'
import { sendDueNotices } from '#server/feeds/notifications/write.ts'
import { readStatusPage } from '#server/plan/status-page/page.ts'
import { pageHtml } from '#server/plan/status-page/page-html.ts'
import { toldThings } from '#test/world/scenes/told-things.ts'
import { world } from '#test/world/world.ts'

type Told = Awaited<ReturnType<typeof toldThings>>

const people = ['root', 'olga', 'mina', 'dan', 'rita', 'gus', 'nina', 'pia', 'anon'] as const
type Person = (typeof people)[number]

const callerOf = ({ as, pia }: Told, who: Person) => as(who === 'pia' ? pia.id : who)

/** The lists of events and to-dos that a user sees, as text. */
async function shownTo(built: Told, who: Person): Promise<string> {
  const { users, project, group } = built
  const caller = callerOf(built, who)
  const doors: readonly (readonly [Operation, Readonly<Record<string, unknown>>])[] = [
    [projectActivityPage, { namespace: project.fullPath }],
    [groupActivityPage, { namespace: group.fullPath }],
    [dashboardActivityPage, {}],
    [userActivity, { id: users.olga.id }],
    [listEvents, { perPage: 100 }],
    [listEvents, { scope: 'all', perPage: 100 }],
    [listProjectEvents, { id: project.id, perPage: 100 }],
    [listUserEvents, { id: users.olga.id, perPage: 100 }],
    [listTodos, { perPage: 100 }],
    [todosPage, {}],
  ]
  const texts: string[] = []
  for (const [operation, input] of doors) {
    let cursor: unknown
    do {
      const { status, body } = await caller.reply(operation, {
        ...input,
        ...(typeof cursor === 'string' && { cursor }),
      })
      expect([200, 401, 404]).toContain(status)
      texts.push(JSON.stringify(body))
      cursor = operation === todosPage ? null : Object(body).next
    } while (typeof cursor === 'string')
  }
  return texts.join('\n')
}

const isIn = (text: string, word: string) => new RegExp(`\\b${word}(?![\\w-])`).test(text)

/**
 * The parts of texts for some people that show without their right to read them (`leaks`), and the parts that they may
 * read but are not shown.
 */
async function compared(built: Told, textFor: (who: Person) => Promise<string>, whom: readonly Person[] = people) {
  const found = { leaks: [] as string[], missing: [] as string[] }
  for (const who of whom) {
    const text = await textFor(who)
    for (const { word, isReadBy } of built.things) {
      const [isRead, isShown] = [await isReadBy(callerOf(built, who)), isIn(text, word)]
      if (isShown && !isRead) found.leaks.push(`${who}: ${word}`)
      if (isRead && !isShown) found.missing.push(`${who}: ${word}`)
    }
  }
  return found
}

test('PERM-003 events and to-dos show to each of the cast exactly what they may read', async () => {
  const built = await toldThings()
  expect(await compared(built, who => shownTo(built, who))).toEqual({ leaks: [], missing: [] })
  const { rows } = await sql<{ name: string }>`select distinct name from events`.execute(built.db)
  expect(rows.map(row => row.name)).toEqual(expect.arrayContaining(Object.keys(shownEvents)))
})

test('PERM-003 events do not show users texts that they may no longer read', async () => {
  const built = await toldThings()
  const { as, db, project, group, users, things, pia } = built
  const olga = as('olga')
  const known = async (word: string) => things.find(thing => thing.word === word)?.isReadBy(as('nina'))
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    'items turn confidential': async () => {
      await olga.call(updateIssue, { id: project.id, issueIid: 1, confidential: true })
      await olga.call(updateEpic, { id: group.id, epicIid: 1, confidential: true })
      expect([await known('open-issue'), await known('open-epic')]).toEqual([false, false])
    },
    'an issue is deleted': async () => {
      await olga.call(deleteIssue, { id: project.id, issueIid: 1 })
      expect(await known('open-issue-note')).toBe(false)
    },
    'features are for members': async () => {
      const level = 'private'
      await olga.call(updateProject, {
        id: project.id,
        ...{ issuesAccessLevel: level, repositoryAccessLevel: level, mergeRequestsAccessLevel: level },
      })
      expect([await known('open-issue'), await known('pushed-commit')]).toEqual([false, false])
    },
    'group and project turn private, and members leave': async () => {
      for (const { id } of [users.dan, users.rita, users.gus, pia])
        await olga.call(removeProjectMember, { id: project.id, userId: id })
      await sql`delete from members where user_id = ${pia.id} and namespace_id = ${group.id}`.execute(db)
      await sql`update namespaces set visibility = 'private'`.execute(db)
      expect(await known('open-epic')).toBe(false)
    },
    'the author hides their profile': () => olga.call(updateProfile, { privateProfile: true }),
  }
  const whom = ['dan', 'rita', 'gus', 'nina', 'pia', 'anon'] as const
  const leaks: Record<string, readonly string[]> = {}
  for (const [what, change] of Object.entries(changes)) {
    await sql`savepoint before`.execute(db)
    await change()
    leaks[what] = (await compared(built, who => shownTo(built, who), whom)).leaks
    await sql`rollback to savepoint before`.execute(db)
  }
  expect(leaks).toEqual(Object.fromEntries(Object.keys(changes).map(what => [what, []])))
}, 60_000)

test('PERM-003 emails tell each of the cast only what they may read, and webhooks only what they are for', async () => {
  const built = await toldThings()
  const { db, services, openHook, wholeHook } = built
  await built.deliver()
  await sendDueNotices(db, services, new Date(Date.now() + 3_600_000).toISOString())
  const mails = await db.selectFrom('mails').select(['recipient', 'subject', 'text', 'html', 'headers']).execute()
  const mailsTo = async (who: Person) => JSON.stringify(mails.filter(mail => mail.recipient === `${who}@weft.test`))
  const { leaks, missing } = await compared(built, mailsTo)
  expect(leaks).toEqual([])
  expect(missing).not.toContain('pia: secret-epic')
  const calls = await db.selectFrom('webhookDeliveries').select(['webhookId', 'payload']).execute()
  const callsOf = ({ id }: { readonly id: number }) =>
    JSON.stringify(calls.filter(call => call.webhookId === id).map(call => call.payload))
  const [open, whole] = [callsOf(openHook), callsOf(wholeHook)]
  const toldOf = (text: string) => built.things.map(({ word }) => word).filter(word => isIn(text, word))
  expect(toldOf(open)).toEqual(['open-issue', 'open-issue-note', 'pushed-commit', 'a-merge-request', 'a-request-note'])
  expect(toldOf(whole)).toEqual(
    expect.arrayContaining(['secret-issue', 'secret-issue-note', 'open-issue-internal', 'a-request-internal']),
  )
})

test('PERM-003 a status page, its feed and its mails show no one anything but the texts that were written for it', async () => {
  const built = await toldThings()
  const { as, db, project, services, deliver } = built
  const olga = as('olga')
  const { id } = project
  await olga.call(updateProject, { id, statusPageEnabled: true })
  const internal = { id, issueType: 'incident', description: 'inner-text of @dan, like #1' } as const
  const open = await olga.call(createIssue, { ...internal, title: 'inner-title' })
  const secret = await olga.call(createIssue, { ...internal, title: 'inner-secret', confidential: true })
  for (const body of ['inner-note', 'inner-answer'])
    await olga.call(issueDiscussion.createNote, { id, issueIid: open.iid, body, internal: body === 'inner-note' })
  const component = await olga.call(createStatusComponent, { id, name: 'Website' })
  await db
    .insertInto('statusSubscribers')
    .values({ namespaceId: id, email: 'reader@far.test', createdAt: new Date(), confirmedAt: new Date() })
    .execute()
  const texts = { title: 'public-title', message: 'public-message' }
  const components = [{ componentId: component.id, impact: 'degraded' as const }]
  await olga.call(publishIncident, { id, issueIid: open.iid, ...texts, components })
  await expect(olga.call(publishIncident, { id, issueIid: secret.iid, ...texts })).rejects.toThrow('confidentiality')
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const window = { id, title: 'public-work', services: ['inner-service'], endsAt: soon, isPublished: true }
  await olga.call(createMaintenanceWindow, window)
  await olga.call(updateIssue, { id, issueIid: open.iid, stateEvent: 'close' })
  await deliver()
  await tellMaintenance(db, services)
  const mails = await db.selectFrom('mails').selectAll().where('recipient', '=', 'reader@far.test').execute()
  const ctx = as('anon').ctx
  const { shown } = await readStatusPage(ctx, { id })
  const shownAt = { page: 1, madeAt: ctx.now }
  const feed = await as('anon').reply(statusPageFeed, { namespace: project.fullPath })
  const doors = {
    api: JSON.stringify((await as('anon').reply(getStatusPage, { id })).body),
    page: withoutSheets(pageHtml({ shown, ...shownAt, sendsMail: true })),
    feed: String(feed.body),
    mails: JSON.stringify(
      mails.map(({ subject, text, html, headers }) => [subject, text, withoutSheets(html ?? ''), headers]),
    ),
  }
  expect(mails).toHaveLength(3)
  const cast = [...people.filter(who => who !== 'anon'), 'inner-[a-z]+', ...built.things.map(({ word }) => word)]
  for (const [door, text] of Object.entries(doors)) {
    expect(text, door).toContain('public-title')
    expect(
      cast.filter(word => isIn(text, word)),
      door,
    ).toEqual([])
    expect(text, door).not.toMatch(new RegExp(`issues/\\d|#${open.iid}\\b`))
  }
})

/** Style sheets and scripts are the same for all. */
const withoutSheets = (html: string): string => html.replace(/<(style|script)>.*?<\/\1>/gs, '')

/** Every event that a slice declares. */
const eventNames = globSync('server/**/*.ts').flatMap(file => {
  const declared = readFileSync(file, 'utf8').split('interface EventPayloads {')[1]?.split('\n  }\n')[0] ?? ''
  return [...declared.matchAll(/^ {4}'([^']+)':/gm)].map(match => match[1] ?? '')
})

test('PERM-003 an event without a rule is shown to no one, nor is one whose subject was deleted', async () => {
  const built = await world()
  const { as, db, project, users } = built
  expect(eventNames).toEqual(expect.arrayContaining(Object.keys(shownEvents)))
  const payload = {
    title: 'unseen-title',
    ...{ issueId: 0, issuableId: 0, noteId: 0, milestoneId: 0, userId: users.dan.id },
  }
  await sql`insert into events (namespace_id, sequence, name, actor_id, payload, topics, created_at)
    select ${project.id}, 1000 + e.place, e.name, ${users.dan.id}, ${JSON.stringify(payload)}::jsonb, '{}', now()
    from unnest(${eventNames}::text[]) with ordinality as e(name, place)`.execute(db)
  const given = { id: project.id, perPage: 100 }
  const feeds = [
    await as('root').call(listProjectEvents, given),
    await as('dan').call(listEvents, given),
    await as('olga').call(listEvents, { ...given, scope: 'all' }),
  ]
  // These are about the project or its code, or hold all that is left to tell.
  const names = ['pushed to', 'left', 'joined', 'created', 'destroyed']
  expect(feeds.map(events => events.map(event => event.actionName))).toEqual([names, names, names])
  const { activities } = await as('root').call(projectActivityPage, { namespace: project.fullPath })
  expect(activities.map(({ target }) => target?.title ?? null)).toEqual([null, null, null, null, 'unseen-title'])
})
