import { expect, test } from 'vitest'
import { createPageNote, deletePageNote, pollNotes, updatePageNote } from '#contract/discuss/discussion-page.ts'
import { getUserById, updateUser } from '#contract/foundation/users.ts'
import { issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { storePush } from '#server/code/repository/push/store-push.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

test('NOTE-041 NOTE-045 DISC-032 a note, its author and its discussion have the fields of the contract', async () => {
  const { as, build, db, users } = await world()
  const issue = await build.issuable({ author: 'gus' })
  const status = { statusEmoji: 'coffee', statusMessage: 'Back soon', statusAvailability: 'busy' as const }
  await db.updateTable('users').set(status).where('id', '=', users.gus.id).execute()
  await as('gus').call(createPageNote, { ...issue.target, note: { note: 'Why?', type: 'DiscussionNote' } })
  const { body } = await as('dan').reply(issueDiscussionPage.listPageDiscussions, issue.page)
  expect(body).toMatchObject([
    {
      individual_note: false,
      resolvable: true,
      notes: [
        {
          id: expect.stringMatching(/^\d+$/),
          author: {
            name: 'Gus',
            username: 'gus',
            path: '/gus',
            avatar_url: null,
            show_status: true,
            status_tooltip_html: expect.stringContaining('Back soon'),
            availability: 'busy',
            is_gitlab_employee: false,
          },
          created_at: expect.stringMatching(/Z$/),
          system: false,
          resolvable: true,
          noteable_type: 'Issue',
          current_user: { can_resolve_discussion: true },
          suggestions: [],
          attachment: null,
          base_discussion: null,
          award_emoji: [],
          toggle_award_path: expect.stringMatching(/^\/weft\/loom\/notes\/\d+\/toggle_award_emoji$/),
          human_access: 'Guest',
          is_contributor: false,
          is_noteable_author: true,
          project_name: 'Loom',
          report_abuse_path: '/-/abuse_reports',
        },
      ],
    },
  ])
})

test('NOTE-004 NOTE-045 only administrators mark people as staff, which their comments and drafts say', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable({ author: 'gus' })
  expect((await as('olga').reply(updateUser, { id: users.gus.id, staff: true })).status).toBe(403)
  expect(await as('root').call(updateUser, { id: users.gus.id, staff: true })).toMatchObject({ staff: true })
  expect(await as('olga').call(getUserById, { id: users.gus.id })).not.toHaveProperty('staff')
  await as('gus').call(createPageNote, { ...issue.target, note: { note: 'Why?' } })
  await as('dan').call(createPageNote, { ...issue.target, note: { note: 'Because' } })
  const { body } = await as('dan').reply(issueDiscussionPage.listPageDiscussions, issue.page)
  expect(body).toMatchObject([
    { notes: [{ author: { username: 'gus', is_gitlab_employee: true } }] },
    { notes: [{ author: { username: 'dan', is_gitlab_employee: false } }] },
  ])
})

test('NOTE-041 NOTE-042 a note with commands returns their results', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const { body } = await as('rita').reply(createPageNote, {
    ...issue.target,
    note: { note: 'Well done\n/react :tada:\n/reopen' },
  })
  expect(body).toMatchObject({
    note: 'Well done',
    commands_changes: { emoji_award: 'tada' },
    references: { commands: expect.stringContaining('Could not apply reopen command.') },
  })
})

test('NOTE-046 NOTE-047 a note is changed and deleted at its own path', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const made = await as('gus').call(createPageNote, { ...issue.target, note: { note: 'One' } })
  const { namespace } = issue.page
  const own = { namespace, noteId: Number(made.id) }
  expect(made.path).toBe(`/${namespace}/notes/${made.id}`)
  expect([updatePageNote.path, deletePageNote.path]).toEqual(['/:namespace/notes/:noteId', '/:namespace/notes/:noteId'])
  const changed = await as('gus').reply(updatePageNote, {
    ...own,
    targetType: 'issue',
    targetId: issue.id,
    note: { note: 'Two', position: '{}' },
  })
  expect(changed).toMatchObject({ status: 200, body: { id: made.id, note: 'Two' } })
  const bodies = async () =>
    (await as('rita').call(issueDiscussionPage.listPageDiscussions, issue.page)).flatMap(each =>
      each.notes.map(note => note.note),
    )
  await expect(bodies()).resolves.toEqual(['Two'])
  await expect(as('gus').reply(deletePageNote, own)).resolves.toMatchObject({ status: 200 })
  await expect(bodies()).resolves.toEqual([])
  const polled = await as('rita').call(pollNotes, { ...issue.target, lastFetchedAt: 0 })
  expect(polled.deleted).toEqual([made.id])
})

test('NOTE-011 an author of merged commits is shown as a contributor, even when they are no longer a member', async () => {
  const { as, build, users } = await world()
  const project = await build.project({ visibility: 'public', members: { [users.dan.id]: 30 } })
  const issue = await build.issue({ projectId: project.id })
  for (const who of ['nina', 'rita'] as const) await build.note({ issuableId: issue.id, authorId: users[who].id })
  const ref = { ref: 'refs/heads/main', before: null, after: 'a'.repeat(40) }
  for (const refs of [[ref], [{ ...ref, before: ref.after }]])
    await storePush(as('nina').ctx, { payload: { projectId: project.id, refs }, pushes: [], adopted: null })
  const gone = [{ ...ref, before: ref.after, after: null }]
  await storePush(as('rita').ctx, { payload: { projectId: project.id, refs: gone }, pushes: [], adopted: null })
  const page = { namespace: project.fullPath, iid: issue.iid }
  const discussions = await as('anon').call(issueDiscussionPage.listPageDiscussions, page)
  expect(discussions.flatMap(each => each.notes)).toMatchObject([
    { author: { username: 'nina' }, isContributor: true, humanAccess: null },
    { author: { username: 'rita' }, isContributor: false },
  ])
  const { data } = await askGraphql(
    as('anon').ctx,
    `{ issue(id: "gid://gitlab/Issue/${issue.id}") { notes { nodes { authorIsContributor } } } }`,
  )
  expect(data.issue.notes.nodes).toEqual([{ authorIsContributor: true }, { authorIsContributor: false }])
})
