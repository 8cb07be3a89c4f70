import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listTodos } from '#contract/feeds/todos.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { autocompleteProjects, moveIssueOnPage } from '#contract/plan/issues/issue-page-calls.ts'
import { cloneIssue, getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { addSpentTime } from '#contract/plan/timeboxes/time-tracking.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { notesOf, scene } from '#test/world/scenes/two-projects.ts'
import type { Member } from '#test/world/world.ts'

test('MOVE-001 MOVE-005 MOVE-006 projects are offered by search, where one may plan issues, but not the own one', async () => {
  const { as, build, db, project, shuttle, parent, users } = await scene()
  const silk = await build.project({ path: 'silk', parent, visibility: 'public', members: { [users.rita.id]: 20 } })
  const closed = await build.project({ path: 'closed', parent, members: { [users.rita.id]: 50 } })
  await sql`update namespaces set archived = true where id = ${closed.id}`.execute(db)
  const offered = async (who: Member | 'root', more: { search?: string; offsetId?: number } = {}) =>
    (await as(who).call(autocompleteProjects, { projectId: project.id, ...more })).map(each => each.fullPath)
  expect(await as('rita').reply(autocompleteProjects, { projectId: project.id, search: 'shut' })).toMatchObject({
    status: 200,
    body: [
      {
        id: shuttle.id,
        name: 'shuttle',
        name_with_namespace: 'Weft / shuttle',
        full_path: 'weft/shuttle',
        avatar_url: null,
      },
    ],
  })
  expect(await offered('rita')).toEqual(['weft/shuttle', 'weft/silk'])
  expect(await offered('rita', { offsetId: shuttle.id })).toEqual(['weft/silk'])
  expect(await offered('rita', { search: 'loom' })).toEqual([])
  expect(await offered('gus')).toEqual([])
  expect(await offered('nina', { search: 'silk' })).toEqual([])
  expect(await offered('root', { search: 'silk' })).toEqual([silk.fullPath])
  expect((await as('anon').reply(autocompleteProjects, {})).status).toBe(401)
})

test('MOVE-007 the page moves with the id of the project and gets the address of the new issue', async () => {
  const { as, build, shuttle } = await scene()
  const issue = await build.issue()
  const at = { namespace: 'weft/loom', iid: issue.iid }
  expect(await as('rita').reply(moveIssueOnPage, { ...at, moveToProjectId: shuttle.id })).toMatchObject({
    status: 200,
    body: { iid: 1, project_id: shuttle.id, web_url: 'http://weft.test/weft/shuttle/-/issues/1' },
  })
})

test('MOVE-007 GraphQL moves an issue', async () => {
  const { as, build } = await scene()
  const issue = await build.issue()
  const mutation = (
    target: string,
  ) => `mutation { issueMove(input: { projectPath: "weft/loom", iid: "${issue.iid}", targetProjectPath: "${target}" }) {
    errors issue { reference(full: true) userPermissions { moveIssue cloneIssue } } } }`
  expect(await askGraphql(as('rita').ctx, mutation('weft/loom'))).toMatchObject({
    data: { issueMove: { errors: ['Cannot move issue to project it originates from. Choose another project.'] } },
  })
  expect(await askGraphql(as('rita').ctx, mutation('weft/shuttle'))).toMatchObject({
    data: {
      issueMove: {
        errors: [],
        issue: { reference: 'weft/shuttle#1', userPermissions: { moveIssue: true, cloneIssue: true } },
      },
    },
  })
})

test('MOVE-007 quick actions move and clone, and say why not', async () => {
  const w = await scene()
  const { as, build } = w
  const issue = await build.issue({ title: 'One' })
  const say = async (body: string) => (await as('rita').reply(issueDiscussion.createNote, { ...issue.ref, body })).body
  expect(await say('/move weft/nowhere')).toMatchObject({
    commands_changes: {},
    summary: ['Could not apply move command. 404 Project Not Found.'],
  })
  expect(await say('/clone weft/shuttle')).toMatchObject({ summary: ['Cloned this issue to weft/shuttle#1.'] })
  expect(await say('/clone')).toMatchObject({ summary: [`Cloned this issue to weft/loom#${issue.iid + 1}.`] })
  await say('A comment to take along')
  expect(await say('/clone weft/shuttle --with_notes')).toMatchObject({
    summary: ['Cloned this issue to weft/shuttle#2.'],
  })
  const bodies = async (id: number, issueIid: number) =>
    (await notesOf('rita', w, { id, issueIid })).map(note => note.body)
  expect(await bodies(w.shuttle.id, 1)).toEqual([`cloned from weft/loom#${issue.iid}`])
  expect(await bodies(w.shuttle.id, 2)).toContain('A comment to take along')
  expect((await as('rita').call(getIssue, issue.ref)).state).toBe('opened')
  const last = await as('rita').reply(issueDiscussion.createNote, {
    ...issue.ref,
    body: 'Off it goes\n/move weft/shuttle',
  })
  expect(last.status).toBe(201)
  expect(await bodies(w.shuttle.id, 3)).toContain('Off it goes')
  expect((await as('rita').call(getIssue, issue.ref)).state).toBe('closed')
})

test('MOVE-004 a clone is a new issue in the name of the actor, without time that was spent', async () => {
  const { as, build, shuttle, users, project } = await scene()
  const issue = await build.issue({ title: 'Original', description: 'Ask @dan', state: 'closed', weight: 2 })
  await as('rita').call(updateIssue, { ...issue.ref, assigneeIds: [users.dan.id] })
  await as('dan').call(addSpentTime, { ...issue.ref, duration: '1h' })
  const reply = await as('rita').reply(cloneIssue, { ...issue.ref, toProjectId: shuttle.id })
  expect([reply.status, reply.body]).toMatchObject([
    201,
    {
      project_id: shuttle.id,
      state: 'opened',
      author: { id: users.rita.id },
      weight: 2,
      assignees: [{ id: users.dan.id }],
      time_stats: { total_time_spent: 0 },
      user_notes_count: 0,
    },
  ])
  expect(await as('dan').call(listTodos, {})).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ actionName: 'assigned' })]),
  )
  const again = await as('rita').call(cloneIssue, { ...issue.ref, toProjectId: project.id, withNotes: true })
  expect(again.projectId).toBe(project.id)
})
