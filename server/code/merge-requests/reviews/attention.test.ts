import { expect, test } from 'vitest'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import { createMergeRequest, getMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { toggleAttentionRequest } from '#contract/code/merge-requests/reviews.ts'
import { listTodos } from '#contract/feeds/todos.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { getViewer } from '#contract/foundation/users.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'

async function opened() {
  const built = await codeWorld({ commits: true })
  const { as, commit, project, users } = built
  await commit({ 'a.txt': 'one\n' })
  await commit({ 'b.txt': 'two\n' }, { branch: 'feature' })
  const { iid } = await as('dan').call(createMergeRequest, {
    id: project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Two',
    reviewerIds: [users.rita.id],
  })
  const ref = { id: project.id, mergeRequestIid: iid }
  const toggle = (who: Member | 'anon', userId: number) => as(who).reply(toggleAttentionRequest, { ...ref, userId })
  const involved = async () =>
    (await as('dan').call(getMergeRequestPage, { namespace: project.fullPath, iid })).mergeRequest.involved
  return { ...built, ref, toggle, involved }
}

test('TODO-012 TODO-013 TODO-014 attention is requested of a reviewer, who gets a to-do, and taken back', async () => {
  const { as, project, users, ref, toggle } = await opened()
  expect((await toggle('dan', users.rita.id)).status).toBe(404)
  await as('mina').call(updateProject, { id: project.id, attentionRequestsEnabled: true })
  const asked = async () => {
    const { attentionRequested } = await as('dan').call(toggleAttentionRequest, { ...ref, userId: users.rita.id })
    const { reviewers } = await as('dan').call(getMergeRequest, ref)
    const todos = await as('rita').call(listTodos, { action: 'attention_requested' })
    return [attentionRequested, reviewers[0]?.attentionRequested, todos.length]
  }
  expect(await asked()).toEqual([true, true, 1])
  expect(await asked()).toEqual([false, false, 0])
  expect((await toggle('dan', users.gus.id)).status).toBe(404)
  const notes = await as('dan').call(mergeRequestDiscussion.listNotes, { ...ref, sort: 'asc' })
  expect(notes.map(note => note.body)).toEqual(
    expect.arrayContaining(['requested attention from @rita', 'removed attention request from @rita']),
  )
})

test('PERM-016 where the site has no attention requests, no project has', async () => {
  const { as, project, users, toggle } = await opened()
  await as('mina').call(updateProject, { id: project.id, attentionRequestsEnabled: true })
  for (const isOn of [false, true]) {
    await as('root').call(updateApplicationSettings, { attentionRequestsEnabled: isOn })
    expect((await as('dan').call(getViewer, {})).attentionRequestsEnabled).toBe(isOn)
    expect((await toggle('dan', users.rita.id)).status).toBe(isOn ? 200 : 404)
  }
})

test('TODO-011 each of several toggles at once counts', async () => {
  const { as, project, users, toggle, involved } = await opened()
  await as('mina').call(updateProject, { id: project.id, attentionRequestsEnabled: true })
  await Promise.all([1, 2, 3, 4].map(() => toggle('dan', users.rita.id)))
  expect((await involved())[0]?.attentionRequested).toBe(false)
  await Promise.all([1, 2, 3].map(() => toggle('dan', users.rita.id)))
  expect((await involved())[0]?.attentionRequested).toBe(true)
})

test.each<[Member | 'anon', number]>([
  ['mina', 200],
  ['rita', 403],
  ['gus', 404],
  ['anon', 404],
])('TODO-011 %s requests attention: %i', async (who, status) => {
  const { as, project, users, toggle } = await opened()
  await as('mina').call(updateProject, { id: project.id, attentionRequestsEnabled: true })
  expect((await toggle(who, users.rita.id)).status).toBe(status)
})

test('TODO-010, ASSIGN-011 a comment of theirs answers a request for attention, and the page tells who cannot merge', async () => {
  const { as, project, users, ref, toggle, involved, deliver } = await opened()
  await as('mina').call(updateProject, { id: project.id, attentionRequestsEnabled: true })
  await toggle('dan', users.rita.id)
  expect(await involved()).toEqual([{ id: users.rita.id, canMerge: false, attentionRequested: true }])
  const { data } = await askGraphql(
    as('dan').ctx,
    `mutation { mergeRequestToggleAttentionRequested(input: { projectPath: "${project.fullPath}", iid: "1", userId: "gid://gitlab/User/${users.rita.id}" })
      { errors mergeRequest { reviewers { nodes { mergeRequestInteraction { attentionRequested } } } } } }`,
  )
  expect(data.mergeRequestToggleAttentionRequested).toEqual({
    errors: [],
    mergeRequest: { reviewers: { nodes: [{ mergeRequestInteraction: { attentionRequested: false } }] } },
  })
  await toggle('dan', users.rita.id)
  await as('rita').call(mergeRequestDiscussion.createNote, { ...ref, body: 'Looks good' })
  await deliver()
  expect(await involved()).toEqual([{ id: users.rita.id, canMerge: false, attentionRequested: false }])
})
