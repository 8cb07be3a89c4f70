import { expect, test } from 'vitest'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

test('PLATFORM-011 a comment becomes a thread by itself, once', async () => {
  const { as, build, users } = await world()
  const issue = await build.issue()
  const note = await build.note({ issuableId: issue.id, authorId: users.rita.id })
  const convert = (who: 'gus' | 'nina' | 'anon') =>
    askGraphql(
      as(who).ctx,
      `mutation { noteConvertToThread(input: { id: "gid://gitlab/Note/${note.id}" }) { errors note { id resolvable discussion { resolvable } } } }`,
    )
  for (const who of ['nina', 'anon'] as const) {
    const refused = await convert(who)
    expect(refused.data.noteConvertToThread).toBeNull()
    expect(refused.errors[0]?.message).toContain("does not exist or you don't have permission")
  }
  expect((await convert('gus')).data.noteConvertToThread).toEqual({
    errors: [],
    note: { id: `gid://gitlab/DiscussionNote/${note.id}`, resolvable: true, discussion: { resolvable: true } },
  })
  expect((await convert('gus')).data.noteConvertToThread).toEqual({
    errors: ['The note is already part of a thread'],
    note: null,
  })
})

test('PLATFORM-011 a note has its noteable and its author', async () => {
  const { as, build, users, project } = await world()
  const issue = await build.issue({ description: 'One two' })
  await as('olga').call(updateIssue, { id: project.id, issueIid: issue.iid, description: 'One three' })
  await build.note({ issuableId: issue.id, authorId: users.dan.id })
  const query = `{ issue(id: "gid://gitlab/Issue/${issue.id}") { notes { nodes { system maxAccessLevelOfAuthor authorIsContributor externalAuthor
      systemNoteMetadata { id action descriptionVersion { description deleted diff canDelete deletePath diffPath } } } } } }`
  const reply = await askGraphql(as('gus').ctx, query)
  expect(reply.errors).toEqual([])
  const nodes = reply.data.issue.notes.nodes
  const told = nodes.find((each: { system: boolean }) => each.system)
  expect(told.maxAccessLevelOfAuthor).toBe('Owner')
  expect(told.systemNoteMetadata).toMatchObject({
    action: 'description',
    descriptionVersion: {
      description: 'One three',
      deleted: false,
      diff: expect.stringContaining('three'),
      canDelete: false,
      deletePath: null,
      diffPath: expect.stringMatching(/^\/weft\/loom\/-\/issues\/\d+\/descriptions\/\d+\/diff$/),
    },
  })
  const ofPlanner = (await askGraphql(as('rita').ctx, query)).data.issue.notes.nodes
  const shown = ofPlanner.find((each: { system: boolean }) => each.system).systemNoteMetadata.descriptionVersion
  expect([`${shown.deletePath}/diff`, shown.canDelete]).toEqual([shown.diffPath, true])
  expect(nodes.find((each: { system: boolean }) => !each.system)).toEqual({
    system: false,
    maxAccessLevelOfAuthor: 'Developer',
    authorIsContributor: false,
    externalAuthor: null,
    systemNoteMetadata: null,
  })
})
