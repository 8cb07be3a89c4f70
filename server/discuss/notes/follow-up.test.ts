import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { getNewIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

async function talk() {
  const made = await world()
  const { as, build, project } = made
  const issue = await build.issuable({ title: 'The shuttle jams' })
  const start = async (who: Member, note: string, internal = false) => {
    const { id, discussionId = '' } = await as(who).call(createPageNote, {
      ...issue.target,
      note: { note, type: 'DiscussionNote', internal },
    })
    return { id: Number(id), discussionId }
  }
  const form = (who: Member, wish: object) =>
    as(who)
      .call(getNewIssuePage, { namespace: project.fullPath, ...wish })
      .then(page => page.followUp)
  return { ...made, issue, start, form }
}

test('DISC-028 DISC-031 an open thread leads to a new issue, which takes it over', async () => {
  const { as, issue, start, form, project } = await talk()
  const thread = await start('gus', 'Oil it\n/close it?')
  await as('rita').call(createPageNote, {
    ...issue.target,
    inReplyToDiscussionId: thread.discussionId,
    note: { note: 'When?' },
  })
  const [before] = await as('dan').call(issueDiscussionPage.listPageDiscussions, issue.page)
  const wish = { discussionToResolve: thread.discussionId }
  const path = `/${project.fullPath}/-/issues/new?discussion_to_resolve=${thread.discussionId}`
  expect(before).toMatchObject({ resolveWithIssuePath: path, notes: [{ resolveWithIssuePath: path }, {}] })
  const prefilled = await form('dan', wish)
  expect(prefilled).toMatchObject({
    title: 'Follow-up from "The shuttle jams"',
    confidential: false,
    threads: 1,
    reference: `#${issue.iid}`,
  })
  expect(prefilled?.description).toMatch(
    new RegExp(
      `^The following discussion from #${issue.iid} should be addressed:\n\n- \\[ \\] @gus started a \\[discussion\\]\\(http.*/issues/${issue.iid}#note_${thread.id}\\): \\(\\+1 comment\\)\n\n    > Oil it`,
    ),
  )
  const made = await as('dan').call(createIssue, {
    id: project.id,
    title: prefilled?.title ?? '',
    description: prefilled?.description ?? '',
    ...wish,
  })
  const after = await as('dan').call(issueDiscussionPage.listPageDiscussions, issue.page)
  const taken = after.find(each => each.id === thread.discussionId)
  expect(taken).toMatchObject({ resolved: true, resolvedBy: { username: 'dan' }, resolveWithIssuePath: null })
  expect(taken?.notes.map(note => note.note)).toEqual([
    expect.stringContaining('Oil it'),
    'When?',
    `created #${made.iid} to continue this discussion`,
  ])
  expect(taken?.notes.at(-1)).toMatchObject({ system: true, systemAction: 'discussion', resolvable: false })
  expect(after.flatMap(each => each.notes.map(note => note.note))).toContain(`mentioned in issue #${made.iid}`)
  expect(await form('dan', wish)).toBeNull()
})

test('DISC-028 one issue takes over all open threads that its author may resolve', async () => {
  const { as, build, issue, start, form, project } = await talk()
  const threads = [await start('gus', 'One'), await start('rita', 'Two'), await start('rita', 'Three')]
  await as('dan').call(issueDiscussionPage.resolvePageDiscussion, {
    ...issue.page,
    discussionId: threads[2]?.discussionId ?? '',
  })
  const wish = { issueToResolveDiscussionsOf: issue.iid }
  expect((await form('dan', wish))?.threads).toBe(2)
  expect((await form('gus', wish))?.threads).toBe(1)
  const prefilled = await form('dan', wish)
  expect(prefilled?.description).toMatch(
    /^The following discussions from #\d+ should be addressed:\n\n- \[ \] @gus.*\n\n {4}> One\n\n- \[ \] @rita/,
  )
  await as('gus').call(createIssue, { id: project.id, title: 'Mine', ...wish })
  const states = async () =>
    (await as('dan').call(issueDiscussionPage.listPageDiscussions, issue.page)).filter(each => each.resolvable)
  expect((await states()).map(each => each.resolved)).toEqual([true, false, true])
  await as('dan').call(createIssue, { id: project.id, title: 'The rest', ...wish })
  expect((await states()).map(each => each.resolved)).toEqual([true, true, true])
  const other = await build.project({ path: 'elsewhere' })
  const far = await as('olga').call(createIssue, { id: project.id, title: 'x', issueToResolveDiscussionsOf: 999_999 })
  expect(far.iid).toBeGreaterThan(0)
  expect(other.id).not.toBe(project.id)
})

test('PERM-012 a follow-up of an internal thread is a confidential issue, and others are not notified', async () => {
  const { as, issue, start, form, project } = await talk()
  const inside = await start('rita', 'Between us', true)
  const open = await start('rita', 'For all')
  expect(await form('gus', { discussionToResolve: inside.discussionId })).toBeNull()
  expect(await form('dan', { discussionToResolve: inside.discussionId })).toMatchObject({ confidential: true })
  await as('dan').call(createIssue, {
    id: project.id,
    title: 'Secret follow-up',
    confidential: true,
    issueToResolveDiscussionsOf: issue.iid,
  })
  const seen = async (who: Member) =>
    (await as(who).call(issueDiscussionPage.listPageDiscussions, issue.page)).flatMap(each =>
      each.notes.map(note => note.note),
    )
  expect((await seen('dan')).filter(text => text.startsWith('created #'))).toHaveLength(2)
  expect(await seen('gus')).toEqual(['For all'])
  expect(open.id).toBeGreaterThan(0)
})

test('DISC-028 one issue takes over the open threads of a merge request, by REST and by GraphQL', async () => {
  const { as, build, project, users, form } = await talk()
  const { id, iid } = await build.issue({ type: 'merge_request', title: 'Faster looms' })
  const thread = (body: string) => build.note({ issuableId: id, authorId: users.gus.id, type: 'DiscussionNote', body })
  const open = async () => (await form('dan', { mergeRequestToResolveDiscussionsOf: iid }))?.threads ?? 0
  await thread('Why?')
  await thread('How?')
  expect(await form('dan', { mergeRequestToResolveDiscussionsOf: iid })).toMatchObject({
    reference: `!${iid}`,
    threads: 2,
  })
  await as('dan').call(createIssue, { id: project.id, title: 'Later', mergeRequestToResolveDiscussionsOf: iid })
  expect(await open()).toBe(0)
  const { discussionId } = await thread('When?')
  await thread('Who?')
  const create = (wish: string) =>
    askGraphql(
      as('dan').ctx,
      `mutation { createIssue(input: { projectPath: "${project.fullPath}", title: "Later", ${wish} }) { errors } }`,
    )
  expect((await create(`discussionToResolve: "${discussionId}"`)).errors).toEqual([])
  expect(await open()).toBe(1)
  expect((await create(`mergeRequestToResolveDiscussionsOf: "gid://gitlab/MergeRequest/${id}"`)).errors).toEqual([])
  expect(await open()).toBe(0)
  const where = await thread('Where?')
  await thread('Which?')
  const createItem = (wish: string) =>
    askGraphql(
      as('dan').ctx,
      `mutation { workItemCreate(input: { namespacePath: "${project.fullPath}", title: "Later", createSource: "test", workItemTypeId: "gid://gitlab/WorkItems::Type/1",
        discussionsToResolve: { noteableId: "gid://gitlab/MergeRequest/${id}"${wish} } }) { errors } }`,
    )
  expect((await createItem(`, discussionId: "gid://gitlab/Discussion/${where.discussionId}"`)).errors).toEqual([])
  expect(await open()).toBe(1)
  expect((await createItem('')).errors).toEqual([])
  expect(await open()).toBe(0)
})
