import { expect, test } from 'vitest'
import { previewMarkdown } from '#contract/discuss/markdown.ts'
import { toggleNoteAward } from '#contract/discuss/reactions.ts'
import type { Operation } from '#contract/operation.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { sendDueNotices } from '#server/feeds/notifications/write.ts'
import { slices } from '#server/slices.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { plain, type Shape } from '#test/world/plain.ts'
import { type Member, world } from '#test/world/world.ts'

type Person = Member | 'anon'
const strangers = ['gus', 'nina', 'anon'] as const

const answers = slices.flatMap(slice => slice.answers ?? [])
// Files and repositories do not lead to notes, and this world has neither.
const isElsewhere = (path: string) => /\/repository\/|uploads|avatar|\/-\/pages\/code|templates|\/languages/.test(path)
const isAcrossPlaces = (path: string) => /todos|search|issues|user_counts|notifications/.test(path)
const reads = answers.flatMap(({ operation, access }) => {
  const { method, path } = operation
  if (method !== 'GET' || access.kind === 'admin' || isElsewhere(path)) return []
  return access.kind === 'subject' || isAcrossPlaces(path) ? [operation] : []
})
const isOfOneIssue = ({ input }: Operation) =>
  'iid' in input.properties || 'issueIid' in input.properties || 'targetId' in input.properties

/** A public project with two issues, where gus is a guest and nina is no member. */
async function scene() {
  const it = await world()
  const { build, users } = it
  const project = await build.project({
    visibility: 'public',
    members: { [users.olga.id]: 50, [users.dan.id]: 30, [users.rita.id]: 20, [users.gus.id]: 10 },
  })
  const issue = await build.issue({ projectId: project.id, title: 'Talked about', description: 'For all' })
  const other = await build.issue({ projectId: project.id, title: 'The other one' })
  const ref = { id: project.id, issueIid: issue.iid }
  for (const who of ['gus', 'dan'] as const)
    await it.as(who).call(issueDiscussion.createNote, { ...ref, body: `By ${who}, for all` })
  return { it, project, issue, other, ref }
}
type Scene = Awaited<ReturnType<typeof scene>>

interface Secret {
  readonly noteId: number
  readonly discussionId: string
  /** Names of operations that are not asked. */
  readonly refused?: ReadonlySet<string>
}

/** The operations that refused an insider, for each subject: they show nothing to a stranger either. */
const refusedOf = (seen: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(
    reads
      .filter(({ input }) => !('noteId' in input.properties) && !('discussionId' in input.properties))
      .flatMap(({ name }) => {
        const answers = Object.entries(seen).filter(([asked]) => asked.startsWith(`${name} of `))
        return answers.every(([, answer]) => /^4/.test(answer)) ? [name] : []
      }),
  )

/** The results of all reads that a person can make of the scene. */
async function allSeen({ it, project, issue, other }: Scene, who: Person, { noteId, discussionId, refused }: Secret) {
  const seen: Record<string, string> = {}
  for (const about of [issue, other]) {
    const known: Readonly<Record<string, unknown>> = {
      namespace: project.fullPath,
      path: project.fullPath,
      iid: about.iid,
      issueIid: about.iid,
      type: 'Issue',
      typeId: about.iid,
      targetType: 'issue',
      targetId: about.id,
      lastFetchedAt: 0,
      search: 'needle',
      q: 'needle',
      scope: 'notes',
      noteId,
      discussionId,
    }
    for (const operation of about === issue ? reads : reads.filter(isOfOneIssue)) {
      if (refused?.has(operation.name)) continue
      const ids: readonly [RegExp, number][] = [
        [/^\/projects\//, project.id],
        [/^\/issues\//, about.id],
        [/^\/users\//, it.users.olga.id],
      ]
      const id = ids.find(([start]) => start.test(operation.path))?.[1] ?? it.group.id
      const input = sample(operation, { ...known, id, userId: it.users.olga.id })
      const { status, body, headers } = await it.as(who).reply(operation, input)
      const names = Object.entries(headers).filter(([name]) => name.startsWith('x-'))
      seen[`${operation.name} of ${about.title}`] =
        `${status} ${JSON.stringify(names)} ${JSON.stringify(body)}`.replace(/"last_fetched_at":\d+/, '')
    }
    const { data, errors } = await askGraphql(it.as(who).ctx, everything, {
      issue: `gid://gitlab/Issue/${about.id}`,
      note: `gid://gitlab/Note/${noteId}`,
      path: project.fullPath,
    })
    seen[`graphql of ${about.title}`] = JSON.stringify({ data, errors })
    const named = { namespace: project.fullPath, targetType: 'Issue', targetId: other.iid }
    const text = `http://weft.test/${project.fullPath}/-/issues/${issue.iid}#note_${noteId} #${issue.iid}#note_${noteId}`
    const { body } = await it.as(who).reply(previewMarkdown, { ...named, text })
    seen.preview = JSON.stringify(body)
  }
  return seen
}

const everything = `query ($issue: IssueID!, $note: NoteID!, $path: ID!) {
  issue(id: $issue) { userNotesCount userDiscussionsCount upvotes updatedAt
    notes { nodes { id body } } discussions { nodes { id notes { nodes { id body } } } }
    commenters { nodes { username } } participants { nodes { username } } }
  note(id: $note) { id body }
  project(fullPath: $path) { issues { nodes { userNotesCount userDiscussionsCount updatedAt participants { nodes { username } } } } }
  currentUser { todos { nodes { id body } } } }`

/** The required parameters, and others whose values are known. */
function sample(operation: Operation, known: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const schema = operation.input as unknown as {
    readonly properties: Readonly<Record<string, Shape>>
    readonly required?: readonly string[]
  }
  const required = new Set(schema.required ?? [])
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, shape]) =>
      name in known ? [[name, known[name]]] : required.has(name) ? [[name, plain(shape)]] : [],
    ),
  )
}

/** The recipients of mails since then. */
async function mailedIn({ it }: Scene): Promise<readonly string[]> {
  await it.deliver()
  await sendDueNotices(it.db, it.services, new Date(Date.now() + 360_000).toISOString())
  const rows = await it.db
    .selectFrom('mails as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select('u.username')
    .orderBy('m.id')
    .execute()
  return rows.map(row => row.username)
}

/** The topics of the events after a given one, without those that the person may not subscribe to. */
async function heardBy({ it }: Scene, who: Person, afterEvent: number): Promise<readonly string[]> {
  const events = await it.db.selectFrom('events').select('topics').where('id', '>', afterEvent).execute()
  const rules = Object.assign({}, ...slices.map(slice => slice.topics ?? {}))
  const heard: string[] = []
  for (const topic of new Set(events.flatMap(event => event.topics))) {
    const [kind = '', id = ''] = topic.split(':')
    const { ctx } = it.as(who)
    const isOwn = kind === 'user' && ctx.actor.kind === 'user' && ctx.actor.id === Number(id)
    if (isOwn || (await rules[kind]?.(ctx, Number(id)))) heard.push(topic)
  }
  return heard
}

const lastEvent = async ({ it }: Scene): Promise<number> =>
  (await it.db.selectFrom('events').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0

test('PERM-012 PERM-013 NOTE-020 a stranger learns nothing of internal notes, whatever they ask, hear or are sent', async () => {
  const all = await scene()
  const { it, other, ref, project } = all
  await mailedIn(all)
  const began = await lastEvent(all)
  const mails = (await mailedIn(all)).length
  // The number of the note that comes is known here, so that the questions before and after are the same ones.
  const { id: lastId } = await it.db.selectFrom('notes').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const secret = { noteId: lastId + 1, discussionId: 'f'.repeat(40) }
  const beforeInside = await allSeen(all, 'rita', secret)
  const refused = refusedOf(beforeInside)
  const lookAll = async () => {
    const seen: Record<string, Record<string, string>> = {}
    for (const who of strangers) seen[who] = await allSeen(all, who, { ...secret, refused })
    return seen
  }
  const before = await lookAll()

  const body = `A needle for @gus, @nina and @olga, see #${other.iid}`
  const noteId = await say(all, 'rita', body)
  expect(noteId).toBe(secret.noteId)
  await it.db.updateTable('notes').set({ discussionId: secret.discussionId }).where('id', '=', noteId).execute()
  const page = { namespace: project.fullPath, iid: ref.issueIid }
  const reply = { ...ref, discussionId: secret.discussionId, body: 'Another needle, @gus' }
  await it.as('dan').call(issueDiscussion.replyToDiscussion, reply)
  await it.as('rita').call(issueDiscussion.updateNote, { ...ref, noteId, body: `${body}, and @anybody` })
  await it.as('dan').call(toggleNoteAward, { namespace: project.fullPath, noteId, name: 'tada' })
  await it.as('dan').call(issueDiscussionPage.putPageDiscussionResolve, { ...page, discussionId: secret.discussionId })
  await it.as('olga').call(issueDiscussionPage.markRead, { ...page, noteId, descriptionVersionId: 0 })

  expect(changedIn(before, await lookAll())).toEqual([])
  expect(new Set((await mailedIn(all)).slice(mails))).toEqual(new Set(['olga', 'dan', 'rita']))
  for (const who of strangers) expect(await heardBy(all, who, began), who).toEqual([])
  // The same walk finds it for those inside, in all of these ways.
  const inside = await allSeen(all, 'rita', secret)
  const found = changedIn({ rita: beforeInside }, { rita: inside }).map(({ name }) => name)
  expect(found).toEqual(expect.arrayContaining(waysIn))
  expect(await heardBy(all, 'rita', began)).not.toEqual([])

  for (const { id } of await it.as('rita').call(issueDiscussion.listNotes, { ...ref, activityFilter: 'only_comments' }))
    if (id >= noteId) await it.as('olga').call(issueDiscussion.deleteNote, { ...ref, noteId: id })
  expect(changedIn(before, await lookAll())).toEqual([])
  for (const who of strangers) expect(await heardBy(all, who, began), who).toEqual([])
})

test('PERM-013 a user mentioned in an internal note that they may not read is not notified of later ones', async () => {
  const all = await scene()
  await say(all, 'rita', 'What of @nina and @olga?')
  const before = (await mailedIn(all)).length
  await all.it.as('dan').call(issueDiscussion.createNote, { ...all.ref, body: 'For all to read' })
  expect(new Set((await mailedIn(all)).slice(before))).toEqual(new Set(['gus', 'olga', 'rita']))
})

test('DRAFT-001 PERM-003 no one learns of another user’s unpublished comments, by any read, event or message', async () => {
  const all = await scene()
  const { it, other, ref } = all
  // Jobs have followed what the scene did: figures are counted by one.
  await mailedIn(all)
  const { id, discussionId } = await it.db
    .selectFrom('notes')
    .select(['id', 'discussionId'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const known = { noteId: id, discussionId }
  const beforeOwn = await allSeen(all, 'rita', known)
  const refused = refusedOf(beforeOwn)
  const mails = (await mailedIn(all)).length
  const began = await lastEvent(all)
  const others = ['olga', 'dan', 'gus', 'nina', 'anon'] as const
  const lookAll = async () => {
    const seen: Record<string, Record<string, string>> = {}
    for (const who of others) seen[who] = await allSeen(all, who, { ...known, refused })
    return seen
  }
  const before = await lookAll()
  const note = `A needle for @gus, @nina and @olga, see #${other.iid}\n/close`
  const { id: draftNoteId } = await it.as('rita').call(issueDiscussion.createDraftNote, {
    ...ref,
    note,
    inReplyToDiscussionId: discussionId,
    resolveDiscussion: true,
  })
  await it.as('rita').call(issueDiscussion.createDraftNote, { ...ref, note: 'Another needle', internal: true })
  await it.as('rita').call(issueDiscussion.updateDraftNote, { ...ref, draftNoteId, note: `${note}\n/confidential` })
  expect(changedIn(before, await lookAll())).toEqual([])
  expect(await mailedIn(all)).toHaveLength(mails)
  expect(await lastEvent(all)).toBe(began)
  const own = changedIn({ rita: beforeOwn }, { rita: await allSeen(all, 'rita', known) }).map(({ name }) => name)
  const ways = ['getIssuePage', 'listIssueDraftNotes', 'listPageDrafts'].map(name => `${name} of Talked about`)
  expect(own).toEqual(expect.arrayContaining(ways))
  expect(own.filter(name => !/Draft/.test(name))).toEqual(['getIssuePage of Talked about'])
})

/** The reads that show the internal note to those who may read it, which proves that the walk tries all of them. */
const waysIn = [
  ...['listIssueNotes', 'getIssueNote', 'listIssueDiscussions', 'getIssueDiscussion', 'listPageDiscussions'],
  ...['getDiscussionSummary', 'searchPageNotes', 'pollNotes', 'listParticipants', 'getIssuePage', 'searchProject'],
  ...['listNoteAwards', 'graphql'],
]
  .map(name => `${name} of Talked about`)
  .concat('listPageDiscussions of The other one')

type Seen = Readonly<Record<string, Readonly<Record<string, string>>>>

const changedIn = (before: Seen, after: Seen) =>
  Object.entries(after).flatMap(([who, seen]) =>
    Object.entries(seen).flatMap(([name, now]) =>
      before[who]?.[name] === now ? [] : [{ who, name, was: before[who]?.[name], now }],
    ),
  )

async function say({ it, ref }: Scene, who: Member, body: string): Promise<number> {
  const note = await it.as(who).call(issueDiscussion.createNote, { ...ref, body, internal: true })
  if (!('id' in note)) throw new Error('The comment held nothing but commands')
  return note.id
}
