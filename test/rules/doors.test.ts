import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { completeLabels, completeMilestones } from '#contract/discuss/completion.ts'
import {
  createPageNote,
  deletePageNote,
  putPageNoteResolve,
  updatePageNote,
} from '#contract/discuss/discussion-page.ts'
import { searchEverywhere, searchProject } from '#contract/feeds/search.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { bulkUpdateIssues, updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { createIssue, listProjectIssues, updateIssue } from '#contract/plan/issues/issues.ts'
import { getLabelsPage, getMilestonePage, getMilestonesPage } from '#contract/plan/label-and-milestone-pages.ts'
import {
  createProjectLabel,
  getProjectLabel,
  listGroupLabels,
  listLabelOptions,
  listProjectLabels,
} from '#contract/plan/labels/labels.ts'
import {
  createProjectMilestone,
  getProjectMilestone,
  listGroupMilestones,
  listMilestoneOptions,
  listProjectMilestones,
} from '#contract/plan/timeboxes/milestones.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, type World, world } from '#test/world/world.ts'

// The same act by the same person has one outcome, through whichever door they come.

type Scene = Awaited<ReturnType<typeof scene>>
type Who = Member | 'root' | 'anon'
type Door = (at: Scene, who: Who) => Promise<unknown>

/** An issue of mina's with a thread that olga began and gus answered. */
async function scene() {
  const made = await world()
  const { build, users, project } = made
  await build.label({ title: 'bug' })
  const issue = await build.issuable({ author: 'mina' })
  const thread = { issuableId: issue.id, type: 'DiscussionNote' as const }
  const first = await build.note({ ...thread, authorId: users.olga.id })
  const reply = await build.note({ ...thread, authorId: users.gus.id, discussionId: first.discussionId })
  const labels = await made.db.selectFrom('labels').select('id').execute()
  return { ...made, issue, first, reply, path: project.fullPath, labelId: labels[0]?.id ?? 0 }
}

const mutate = (name: string, input: (at: Scene) => Readonly<Record<string, unknown>>) => (at: Scene, who: Who) =>
  askGraphql(
    at.as(who).ctx,
    `mutation($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { errors } }`,
    { input: input(at) },
  )

const text = 'Another text'
const own = { projectPath: (at: Scene) => ({ projectPath: at.path, iid: String(at.issue.iid) }) }

const acts: readonly {
  readonly act: string
  /** The members of the cast who may use the doors. */
  readonly by: readonly Who[]
  readonly doors: Readonly<Record<string, Door>>
  readonly isDone: (at: Scene) => Promise<boolean>
}[] = [
  {
    act: 'resolve a thread',
    by: ['root', 'olga', 'mina', 'dan'],
    doors: {
      rest: (at, who) =>
        at.as(who).reply(issueDiscussion.resolveDiscussion, {
          ...at.issue.ref,
          discussionId: at.first.discussionId,
          resolved: true,
        }),
      page: (at, who) =>
        at
          .as(who)
          .reply(issueDiscussionPage.resolvePageDiscussion, { ...at.issue.page, discussionId: at.first.discussionId }),
      'page, by PUT': (at, who) =>
        at.as(who).reply(issueDiscussionPage.putPageDiscussionResolve, {
          ...at.issue.page,
          discussionId: at.first.discussionId,
        }),
      graphql: mutate('discussionToggleResolve', at => ({
        id: `gid://gitlab/Discussion/${at.first.discussionId}`,
        resolve: true,
      })),
      'a draft': async (at, who) => {
        const discussionId = at.first.discussionId
        const draft = { ...at.issue.ref, note: 'Done', inReplyToDiscussionId: discussionId, resolveDiscussion: true }
        await at.as(who).reply(issueDiscussion.createDraftNote, draft)
        await at.as(who).reply(issueDiscussion.publishDraftNotes, at.issue.ref)
        // The answer itself stays open where the thread does.
      },
      'an issue that follows up': (at, who) =>
        at
          .as(who)
          .reply(createIssue, { id: at.project.id, title: 'Later', discussionToResolve: at.first.discussionId }),
    },
    isDone: async at => (await resolvedIds(at)).includes(at.first.id),
  },
  {
    act: 'resolve one note of a thread',
    by: ['root', 'olga', 'mina', 'dan', 'gus'],
    doors: {
      rest: (at, who) =>
        at.as(who).reply(issueDiscussion.updateDiscussionNote, {
          ...at.issue.ref,
          discussionId: at.reply.discussionId,
          noteId: at.reply.id,
          resolved: true,
        }),
      page: (at, who) => at.as(who).reply(putPageNoteResolve, { namespace: at.path, noteId: at.reply.id }),
    },
    isDone: async at => (await resolvedIds(at)).includes(at.reply.id),
  },
  {
    act: 'edit a comment',
    by: ['root', 'olga', 'mina', 'gus'],
    doors: {
      rest: (at, who) =>
        at.as(who).reply(issueDiscussion.updateNote, { ...at.issue.ref, noteId: at.reply.id, body: text }),
      'rest, in its thread': (at, who) =>
        at.as(who).reply(issueDiscussion.updateDiscussionNote, {
          ...at.issue.ref,
          discussionId: at.reply.discussionId,
          noteId: at.reply.id,
          body: text,
        }),
      page: (at, who) =>
        at.as(who).reply(updatePageNote, { namespace: at.path, noteId: at.reply.id, note: { note: text } }),
      graphql: mutate('updateNote', at => ({ id: `gid://gitlab/Note/${at.reply.id}`, body: text })),
    },
    isDone: async at => (await bodies(at)).includes(text),
  },
  {
    act: 'delete a comment',
    by: ['root', 'olga', 'mina', 'gus'],
    doors: {
      rest: (at, who) => at.as(who).reply(issueDiscussion.deleteNote, { ...at.issue.ref, noteId: at.reply.id }),
      page: (at, who) => at.as(who).reply(deletePageNote, { namespace: at.path, noteId: at.reply.id }),
      graphql: mutate('destroyNote', at => ({ id: `gid://gitlab/Note/${at.reply.id}` })),
    },
    isDone: async at => !(await noteIds(at)).includes(at.reply.id),
  },
  {
    act: 'write an internal note',
    by: ['root', 'olga', 'mina', 'dan', 'rita'],
    doors: {
      rest: (at, who) => at.as(who).reply(issueDiscussion.createNote, { ...at.issue.ref, body: text, internal: true }),
      page: (at, who) => at.as(who).reply(createPageNote, { ...at.issue.target, note: { note: text, internal: true } }),
      graphql: mutate('createNote', at => ({
        noteableId: `gid://gitlab/Issue/${at.issue.id}`,
        body: text,
        internal: true,
      })),
      'a draft': async (at, who) => {
        await at.as(who).reply(issueDiscussion.createDraftNote, { ...at.issue.ref, note: text, internal: true })
        await at.as(who).reply(issueDiscussion.publishDraftNotes, at.issue.ref)
      },
    },
    isDone: async at => (await bodies(at)).includes(text),
  },
  {
    act: 'close an issue',
    by: ['root', 'olga', 'mina', 'dan', 'rita'],
    doors: {
      rest: (at, who) => at.as(who).reply(updateIssue, { ...at.issue.ref, stateEvent: 'close' }),
      page: (at, who) => at.as(who).reply(updateIssueEntity, { ...at.issue.page, issue: { stateEvent: 'close' } }),
      graphql: mutate('updateIssue', at => ({ ...own.projectPath(at), stateEvent: 'CLOSE' })),
      'a quick action': (at, who) => at.as(who).reply(issueDiscussion.createNote, { ...at.issue.ref, body: '/close' }),
      'a bulk update': (at, who) =>
        at.as(who).reply(bulkUpdateIssues, {
          namespace: at.path,
          update: { issuableIds: String(at.issue.id), stateEvent: 'close' },
        }),
    },
    isDone: async at =>
      (await at.db.selectFrom('issuables').select('state').where('id', '=', at.issue.id).executeTakeFirst())?.state ===
      'closed',
  },
  {
    act: 'label an issue',
    by: ['root', 'olga', 'mina', 'dan', 'rita'],
    doors: {
      rest: (at, who) => at.as(who).reply(updateIssue, { ...at.issue.ref, addLabels: ['bug'] }),
      page: (at, who) =>
        at.as(who).reply(updateIssueEntity, { ...at.issue.page, issue: { addLabelIds: [at.labelId] } }),
      graphql: mutate('updateIssue', at => ({ ...own.projectPath(at), addLabelIds: [String(at.labelId)] })),
      'a quick action': (at, who) =>
        at.as(who).reply(issueDiscussion.createNote, { ...at.issue.ref, body: '/label ~bug' }),
      'a quick action of an edited comment': (at, who) =>
        at.as(who).reply(updatePageNote, { namespace: at.path, noteId: at.reply.id, note: { note: 'x\n/label ~bug' } }),
      'a bulk update': (at, who) =>
        at.as(who).reply(bulkUpdateIssues, {
          namespace: at.path,
          update: { issuableIds: String(at.issue.id), addLabelIds: [at.labelId] },
        }),
    },
    isDone: async at =>
      (await at.db.selectFrom('issuableLabels').select('labelId').where('issuableId', '=', at.issue.id).execute())
        .length > 0,
  },
]

const cast: readonly Who[] = ['olga', 'mina', 'dan', 'rita', 'gus', 'nina']

test.each(acts.flatMap(({ act, ...rest }) => cast.map(who => [who, act, rest] as const)))(
  'PERM-002 %s may %s through every door or through none',
  async (who, _act, { by, doors, isDone }) => {
    const done: Record<string, boolean> = {}
    const at = await scene()
    for (const [name, door] of Object.entries(doors)) {
      // Only users who may edit a comment can use this door.
      if (name.endsWith('edited comment') && !['root', 'olga', 'mina', 'gus'].includes(who)) continue
      await sql`savepoint before_door`.execute(at.db)
      await door(at, who)
      done[name] = await isDone(at)
      await sql`rollback to savepoint before_door`.execute(at.db)
    }
    expect(done).toEqual(Object.fromEntries(Object.keys(done).map(name => [name, by.includes(who)])))
  },
)

async function notesOf({ db, issue }: Scene) {
  return db.selectFrom('notes').select(['id', 'body', 'resolvedAt']).where('issuableId', '=', issue.id).execute()
}
const noteIds = async (at: Scene) => (await notesOf(at)).map(note => note.id)
const bodies = async (at: Scene) => (await notesOf(at)).map(note => note.body)
const resolvedIds = async (at: Scene) =>
  (await notesOf(at)).flatMap(note => (note.resolvedAt === null ? [] : [note.id]))

/** A public project with a label and a milestone, whose issues are as given. */
async function publicProject(issuesAccessLevel: string) {
  const made = await world()
  const { as, project, group, db } = made
  const root = as('root')
  await db.updateTable('namespaces').set({ visibility: 'public' }).where('id', 'in', [group.id, project.id]).execute()
  const label = await root.call(createProjectLabel, { id: project.id, name: 'secret-plan', color: '#112233' })
  const milestone = await root.call(createProjectMilestone, { id: project.id, title: 'secret-launch' })
  await root.call(updateProject, { id: project.id, issuesAccessLevel } as never)
  return { ...made, label, milestone }
}

type PlanScene = Awaited<ReturnType<typeof publicProject>>

const reads: Readonly<Record<string, (at: PlanScene, who: Who) => Promise<unknown>>> = {
  'labels by REST': (at, who) => at.as(who).reply(listProjectLabels, { id: at.project.id }),
  'a label by REST': (at, who) => at.as(who).reply(getProjectLabel, { id: at.project.id, labelId: at.label.id }),
  'labels of the group': (at, who) =>
    at.as(who).reply(listGroupLabels, { id: at.group.id, onlyGroupLabels: false, includeDescendantGroups: true }),
  'labels of a picker': (at, who) => at.as(who).reply(listLabelOptions, { namespace: at.project.fullPath }),
  'labels of the comment box': (at, who) => at.as(who).reply(completeLabels, { namespace: at.project.fullPath }),
  'the page of labels': (at, who) => at.as(who).reply(getLabelsPage, { namespace: at.project.fullPath }),
  'labels by GraphQL': (at, who) =>
    askGraphql(
      at.as(who).ctx,
      `{ project(fullPath: "${at.project.fullPath}") { label(title: "secret-plan") { title } labels { nodes { title } } } }`,
    ),
  'labels of the group by GraphQL': (at, who) =>
    askGraphql(
      at.as(who).ctx,
      `{ group(fullPath: "${at.group.fullPath}") { labels(includeDescendantGroups: true, onlyGroupLabels: false) { nodes { title } } } }`,
    ),
  'milestones by REST': (at, who) => at.as(who).reply(listProjectMilestones, { id: at.project.id }),
  'a milestone by REST': (at, who) =>
    at.as(who).reply(getProjectMilestone, { id: at.project.id, milestoneId: at.milestone.id }),
  'milestones of the group': (at, who) =>
    at.as(who).reply(listGroupMilestones, { id: at.group.id, includeDescendants: true }),
  'milestones of a picker': (at, who) => at.as(who).reply(listMilestoneOptions, { namespace: at.project.fullPath }),
  'milestones of the comment box': (at, who) =>
    at.as(who).reply(completeMilestones, { namespace: at.project.fullPath }),
  'the page of milestones': (at, who) => at.as(who).reply(getMilestonesPage, { namespace: at.project.fullPath }),
  'the page of a milestone': (at, who) =>
    at.as(who).reply(getMilestonePage, { namespace: at.project.fullPath, iid: at.milestone.iid }),
  'milestones by GraphQL': (at, who) =>
    askGraphql(
      at.as(who).ctx,
      `{ milestone(id: "gid://gitlab/Milestone/${at.milestone.id}") { title }
         project(fullPath: "${at.project.fullPath}") { milestones { nodes { title } } } }`,
    ),
  'a search for milestones': (at, who) => at.as(who).reply(searchEverywhere, { scope: 'milestones', search: 'secret' }),
  'a search in the project': (at, who) =>
    at.as(who).reply(searchProject, { id: at.project.id, scope: 'milestones', search: 'secret' }),
}

test.each<[Who, string, boolean]>([
  ['root', 'private', true],
  ['gus', 'private', true],
  ['nina', 'private', false],
  ['anon', 'private', false],
  ['nina', 'disabled', false],
  ['rita', 'disabled', true],
  ['nina', 'enabled', true],
])(
  'PERM-003 %s with issues %s knows of labels and milestones through every door or none',
  async (who, level, knows) => {
    const at = await publicProject(level)
    const shown: Record<string, boolean> = {}
    const isMember = who !== 'nina' && who !== 'anon'
    for (const [name, read] of Object.entries(reads)) {
      // The API's search is for people who are signed in.
      if (who === 'anon' && name.includes('search')) continue
      const answer = JSON.stringify(await read(at, who))
      shown[name] = answer.includes('secret-')
    }
    expect(shown).toEqual(Object.fromEntries(Object.keys(shown).map(name => [name, knows || isMember])))
  },
)

test.each(['issues', 'repository'] as const)(
  'PERM-003 a feature kept to a project’s members, %s, does not exist for others',
  async part => {
    const at = await publicProject('private')
    await at.as('root').call(updateProject, { id: at.project.id, repositoryAccessLevel: 'private' } as never)
    const ability = part === 'issues' ? 'project:read-issues' : 'project:read-code'
    const knows = async (who: Who) =>
      (await loadIfAllowed(at.as(who).ctx, ability, projectByRef, { id: at.project.id })) !== null
    expect([await knows('gus'), await knows('nina'), await knows('anon')]).toEqual([true, false, false])
    if (part === 'issues')
      for (const who of ['nina', 'anon'] as const)
        expect(await at.as(who).reply(listProjectIssues, { id: at.project.id })).toMatchObject({ status: 404 })
  },
)

test('NOTE-026 a note that is sent again by a user who may no longer read it is not shown', async () => {
  const { as, build, db, users, project } = await world()
  const issue = await build.issuable()
  const note = { ...issue.ref, body: 'Between us', internal: true, idempotencyKey: 'k1' }
  await as('rita').call(issueDiscussion.createNote, note)
  await demote({ db, project }, users.rita.id)
  for (const internal of [true, false]) {
    const again = await as('rita').reply(issueDiscussion.createNote, { ...note, internal })
    expect(again.status).toBeGreaterThanOrEqual(403)
    expect(JSON.stringify(again.body)).not.toContain('Between us')
  }
})

async function demote({ db, project }: Pick<World, 'db' | 'project'>, userId: number) {
  await db
    .updateTable('members')
    .set({ accessLevel: 10 })
    .where('namespaceId', '=', project.id)
    .where('userId', '=', userId)
    .execute()
}
