import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAbuseReport } from '#contract/discuss/abuse-reports.ts'
import { addIssueTodo, addPageTodo, snoozeTodo } from '#contract/feeds/todos.ts'
import { requestGroupAccess, requestProjectAccess } from '#contract/foundation/access-requests.ts'
import {
  archiveGroup,
  createGroup,
  deleteGroup,
  transferGroup,
  unarchiveGroup,
  updateGroup,
} from '#contract/foundation/groups.ts'
import { addGroupMember, addProjectMember } from '#contract/foundation/members.ts'
import {
  archiveProject,
  createProject,
  deleteProject,
  starProject,
  transferProject,
  unarchiveProject,
  updateProject,
} from '#contract/foundation/projects.ts'
import { createUser } from '#contract/foundation/users.ts'
import type { Operation } from '#contract/operation.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { bulkUpdateIssues } from '#contract/plan/issues/issue-page-calls.ts'
import { createIssue, deleteIssue, subscribeToIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel, subscribeToProjectLabel } from '#contract/plan/labels/labels.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { createIssueLink } from '#contract/plan/work-items/links.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, type World, world } from '#test/world/world.ts'

// Calls that meet: each commits, on a connection of its own.

type Input = Readonly<Record<string, unknown>>

/** The status of a call as the door would give it; 500 for a bug. */
const statusOf = (world: World, who: Member | 'root', operation: Operation, input: Input): Promise<number> =>
  world
    .as(who)
    .reply(operation, input)
    .then(
      ({ status }) => status,
      () => 500,
    )

type Scene = {
  readonly id: number
  readonly groupId: number
  readonly issueIid: number
  readonly issueId: number
  readonly otherIid: number
  readonly noteId: number
  readonly labelId: number
  readonly todoId: number
  readonly ninaId: number
}

async function scene(made: World): Promise<Scene> {
  const { build, project, group, users, db } = made
  const issue = await build.issue({})
  const other = await build.issue({})
  const slept = await build.issue({})
  const note = await build.note({ issuableId: issue.id, authorId: users.olga.id })
  const label = await build.label({ title: 'at once' })
  const todo = await db
    .insertInto('todos')
    .values({
      userId: users.dan.id,
      authorId: users.dan.id,
      namespaceId: project.id,
      issuableId: slept.id,
      action: 'marked',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`update namespaces set visibility = 'public' where id in (${project.id}, ${group.id})`.execute(db)
  return {
    id: project.id,
    groupId: group.id,
    issueIid: issue.iid,
    issueId: issue.id,
    otherIid: other.iid,
    noteId: note.id,
    labelId: label.id,
    todoId: todo.id,
    ninaId: users.nina.id,
  }
}

type Creation = readonly [
  name: string,
  who: Member | 'root',
  Operation,
  (it: Scene) => Input,
  table: string,
  where: string,
]

const pending = "user_id = (select id from users where username = 'dan') and state = 'pending' and issuable_id = $issue"

const creations: readonly Creation[] = [
  ['a to-do', 'dan', addIssueTodo, it => it, 'todos', pending],
  [
    'a to-do from its page',
    'dan',
    addPageTodo,
    it => ({ namespace: 'weft/loom', issuableId: it.issueId, issuableType: 'issue' }),
    'todos',
    pending,
  ],
  ['a snoozed to-do', 'dan', snoozeTodo, it => ({ ...it, until: inAnHour() }), 'todos', 'snoozed_until is not null'],
  ['a to-do by quick action', 'dan', issueDiscussion.createNote, it => ({ ...it, body: '/todo' }), 'todos', pending],
  ['a subscription', 'dan', subscribeToIssue, it => it, 'subscriptions', 'issuable_id = $issue'],
  ['a reaction', 'dan', issueDiscussion.createAward, it => ({ ...it, name: 'tada' }), 'award_emoji', 'note_id is null'],
  [
    'a reaction to a note',
    'dan',
    issueDiscussion.createNoteAward,
    it => ({ ...it, name: 'tada' }),
    'award_emoji',
    'note_id = $note',
  ],
  ['a star', 'dan', starProject, it => it, 'stars', 'true'],
  ['an access request', 'nina', requestProjectAccess, it => it, 'access_requests', 'true'],
  ['an access request of a group', 'nina', requestGroupAccess, it => ({ id: it.groupId }), 'access_requests', 'true'],
  ['a member', 'olga', addProjectMember, it => ({ ...it, userId: it.ninaId, accessLevel: 20 }), 'members', nina()],
  [
    'a member of a group',
    'root',
    addGroupMember,
    it => ({ id: it.groupId, userId: it.ninaId, accessLevel: 20 }),
    'members',
    nina(),
  ],
  [
    'a link',
    'dan',
    createIssueLink,
    it => ({ ...it, targetProjectId: it.id, targetIssueIid: it.otherIid }),
    'issuable_links',
    'true',
  ],
  [
    'a label',
    'olga',
    createProjectLabel,
    it => ({ ...it, name: 'twin', color: '#112233' }),
    'labels',
    "title = 'twin'",
  ],
  ['a label of an issue', 'olga', updateIssue, it => ({ ...it, addLabels: 'twin' }), 'labels', "title = 'twin'"],
  [
    'a label subscription',
    'dan',
    subscribeToProjectLabel,
    it => ({ ...it, labelId: it.labelId }),
    'label_subscriptions',
    'true',
  ],
  ['a milestone', 'olga', createProjectMilestone, it => ({ ...it, title: 'twin' }), 'milestones', "title = 'twin'"],
  [
    'a project',
    'root',
    createProject,
    it => ({ name: 'twin', namespaceId: it.groupId }),
    'namespaces',
    "path = 'twin'",
  ],
  ['a group', 'olga', createGroup, () => ({ name: 'twin', path: 'twin' }), 'namespaces', "path = 'twin'"],
  [
    'a user',
    'root',
    createUser,
    () => ({ username: 'twin', name: 'Twin', email: 'twin@weft.test', forceRandomPassword: true }),
    'users',
    "username = 'twin'",
  ],
  [
    'an abuse report',
    'dan',
    createAbuseReport,
    it => ({ abuseReport: { userId: it.ninaId, category: 'spam', message: '', reportedFromUrl: '/nina' } }),
    'abuse_reports',
    'true',
  ],
]

function nina(): string {
  return "user_id = (select id from users where username = 'nina') and namespace_id in (select id from namespaces where kind <> 'user')"
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

test('a unique object exists once, however often it is created at the same moment', async () => {
  const made = await world({ commits: true })
  const wrong: unknown[] = []
  for (const [name, who, operation, input, table, where] of creations) {
    const it = await scene(made)
    await sql`truncate stars, access_requests, subscriptions, issuable_links, label_subscriptions, award_emoji, abuse_reports`.execute(
      made.db,
    )
    await sql`delete from members where user_id = ${it.ninaId}; `.execute(made.db)
    await sql`delete from labels where title = 'twin'`.execute(made.db)
    await sql`delete from namespaces where path = 'twin'`.execute(made.db)
    await sql`delete from todos where id <> ${it.todoId}`.execute(made.db)
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(made, who, operation, input(it))))
    const condition = where.replace('$issue', String(it.issueId)).replace('$note', String(it.noteId))
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where ${sql.raw(condition)}`.execute(made.db)
    const failed = statuses.filter(status => status >= 500).length
    const done = statuses.filter(status => status < 300).length
    if (rows[0]?.count !== 1 || failed > 0 || done === 0) wrong.push({ name, rows: rows[0]?.count, statuses })
    await sql`delete from labels where namespace_id = ${it.id}`.execute(made.db)
  }
  expect(wrong).toEqual([])
})

test('a to-do is made once by parallel mutations', async () => {
  const made = await world({ commits: true })
  const { issueId } = await scene(made)
  const query = `mutation { todoCreate(input: { targetId: "gid://gitlab/Issue/${issueId}" }) { errors } }`
  await Promise.all(Array.from({ length: 20 }, () => askGraphql(made.as('dan').ctx, query)))
  const { rows } = await sql`select 1 from todos where issuable_id = ${issueId}`.execute(made.db)
  expect(rows).toHaveLength(1)
})

type Call = readonly [Member | 'root', Operation, (it: Scene, turn: number) => Input]

const comment: Call = ['dan', issueDiscussion.createNote, (it, turn) => ({ ...it, body: `Comment ${turn}` })]
const mention: Call = [
  'dan',
  issueDiscussion.createNote,
  (it, turn) => ({ ...it, body: `@rita look at #${it.otherIid}, ${turn}` }),
]
const openIssue: Call = ['dan', createIssue, (it, turn) => ({ ...it, title: `Issue ${turn}` })]
const labelled: Call = [
  'olga',
  createIssue,
  (it, turn) => ({ ...it, title: `Issue ${turn}`, labels: `label ${turn % 3}` }),
]
const editIssue: Call = [
  'olga',
  updateIssue,
  (it, turn) => ({ ...it, title: `Title ${turn}`, stateEvent: turn % 2 === 0 ? 'close' : 'reopen' }),
]
const closeOther: Call = [
  'olga',
  updateIssue,
  (it, turn) => ({ ...it, issueIid: it.otherIid, stateEvent: turn % 2 === 0 ? 'close' : 'reopen' }),
]
const bulk = (order: (ids: readonly string[]) => readonly string[]): Call => [
  'root',
  bulkUpdateIssues,
  (it, turn) => ({
    namespace: 'weft/loom',
    update: {
      issuableIds: order([String(it.issueId), String(it.issueId + 1)]).join(','),
      stateEvent: turn % 2 === 0 ? 'close' : 'reopen',
    },
  }),
]
const rename: Call = ['olga', updateProject, (it, turn) => ({ id: it.id, name: `Loom ${turn}`, path: `loom${turn}` })]
const renameGroup: Call = [
  'root',
  updateGroup,
  (it, turn) => ({ id: it.groupId, name: `Weft ${turn}`, path: `weft${turn}` }),
]
const archive: Call = ['olga', archiveProject, it => ({ id: it.id })]
const unarchive: Call = ['olga', unarchiveProject, it => ({ id: it.id })]
const archiveAll: Call = ['root', archiveGroup, it => ({ id: it.groupId })]
const unarchiveAll: Call = ['root', unarchiveGroup, it => ({ id: it.groupId })]
const transfer: Call = [
  'root',
  transferProject,
  (it, turn) => ({ id: it.id, namespace: turn % 2 === 0 ? 'elsewhere' : it.groupId }),
]
const lift: Call = ['root', transferGroup, it => ({ id: it.groupId })]
const removeIssue: Call = ['olga', deleteIssue, it => it]
const removeProject: Call = ['olga', deleteProject, it => ({ id: it.id })]
const removeGroup: Call = ['root', deleteGroup, it => ({ id: it.groupId })]
const link: Call = ['dan', createIssueLink, it => ({ ...it, targetProjectId: it.id, targetIssueIid: it.otherIid })]
const linkBack: Call = [
  'dan',
  createIssueLink,
  it => ({ ...it, issueIid: it.otherIid, targetProjectId: it.id, targetIssueIid: it.issueIid }),
]

test.each<readonly [string, readonly Call[]]>([
  ['renaming a project and comments', [rename, comment, mention]],
  ['renaming a group, new projects and new issues', [renameGroup, rename, openIssue, labelled]],
  ['transferring and commenting', [transfer, comment, openIssue, rename]],
  ['archiving and commenting', [archive, unarchive, archiveAll, unarchiveAll, comment, openIssue]],
  [
    'bulk changes in opposite orders',
    [bulk(ids => ids), bulk(ids => ids.toReversed()), editIssue, closeOther, comment],
  ],
  ['links in opposite directions and changes', [link, linkBack, editIssue, mention]],
])('%s at the same moment: none fails for the other', async (_name, calls) => {
  const made = await world({ commits: true })
  await made.build.group({ path: 'elsewhere' })
  const it = await scene(made)
  const statuses: number[] = []
  await Promise.all(
    calls.map(async ([who, operation, input]) => {
      for (let turn = 0; turn < 15; turn += 1) statuses.push(await statusOf(made, who, operation, input(it, turn)))
    }),
  )
  expect(statuses.filter(status => status >= 500)).toEqual([])
})

test.each<readonly [string, Call, readonly Call[]]>([
  ['an issue', removeIssue, [comment, mention, editIssue, link]],
  ['a project', removeProject, [comment, mention, openIssue, labelled, rename, editIssue]],
  ['a group', removeGroup, [comment, openIssue, rename, lift, archive]],
])('deleting %s while others work in it: they hear that it is gone', async (_name, removal, calls) => {
  const made = await world({ commits: true })
  const it = await scene(made)
  const during = calls.map(async ([who, operation, input]) => {
    const statuses: number[] = []
    for (let turn = 0; turn < 15; turn += 1) statuses.push(await statusOf(made, who, operation, input(it, turn)))
    return statuses
  })
  const [who, operation, input] = removal
  await statusOf(made, 'dan', issueDiscussion.createNote, { ...it, body: 'Before' })
  expect(await statusOf(made, who, operation, input(it, 0))).toBeLessThan(300)
  if (operation !== deleteIssue) await removeMarked(made, removal, it)
  expect((await Promise.all(during)).flat().filter(status => status >= 500)).toEqual([])
})

/** Delete for good what is marked; others may rename it between the look and the call. */
async function removeMarked(made: World, [who, operation, input]: Call, it: Scene): Promise<void> {
  const { id } = input(it, 0)
  const statuses: number[] = []
  while (statuses.length < 50 && !statuses.includes(202)) {
    const { rows } = await sql<{ fullPath: string }>`select full_path from namespaces where id = ${id}`.execute(made.db)
    const asked = { id, permanentlyRemove: true, fullPath: rows[0]?.fullPath }
    statuses.push(await statusOf(made, who, operation, asked))
  }
  expect(statuses).toContain(202)
  expect(statuses.filter(status => status >= 500)).toEqual([])
}
