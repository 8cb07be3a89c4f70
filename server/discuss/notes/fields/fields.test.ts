import { expect, test } from 'vitest'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

const create = (id: number, body: string, more = '') =>
  `mutation { createNote(input: { noteableId: "gid://gitlab/Issue/${id}", body: ${JSON.stringify(body)} ${more} }) {
    errors note { id body bodyHtml internal system author { username } discussion { id replyId notes { nodes { body } } } }
    quickActionsStatus { commandsOnly commandNames messages errorMessages } } }`

test('NOTE-001 a comment, a reply, an edit, the end of it', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const ask = (query: string) => askGraphql(as('gus').ctx, query)
  const made = await ask(create(issue.id, 'Hello **you**'))
  expect(made.errors).toEqual([])
  const { note } = made.data.createNote
  expect(note).toMatchObject({ body: 'Hello **you**', internal: false, system: false, author: { username: 'gus' } })
  expect(note.bodyHtml).toContain('<strong>you</strong>')
  const reply = await ask(create(issue.id, 'And you', `discussionId: "${note.discussion.replyId}"`))
  expect(reply.errors).toEqual([])
  expect(reply.data.createNote.note.discussion.notes.nodes).toEqual([{ body: 'Hello **you**' }, { body: 'And you' }])
  const id = reply.data.createNote.note.id
  const edited = await ask(`mutation { updateNote(input: { id: "${id}", body: "Anew" }) { errors note { body } } }`)
  expect(edited.data.updateNote).toEqual({ errors: [], note: { body: 'Anew' } })
  const page = await ask(`{ issue(id: "gid://gitlab/Issue/${issue.id}") {
    notes { nodes { body } } discussions { nodes { resolvable resolved notes { nodes { body } } noteable { ... on Issue { iid } } } } } }`)
  expect(page.errors).toEqual([])
  expect(page.data.issue.notes.nodes).toEqual([{ body: 'Hello **you**' }, { body: 'Anew' }])
  expect(page.data.issue.discussions.nodes).toEqual([
    {
      resolvable: true,
      resolved: false,
      notes: { nodes: [{ body: 'Hello **you**' }, { body: 'Anew' }] },
      noteable: { iid: String(issue.iid) },
    },
  ])
  const gone = await ask(`mutation { destroyNote(input: { id: "${id}" }) { errors note { id } } }`)
  expect(gone.data.destroyNote).toEqual({ errors: [], note: null })
  expect((await ask(`{ note(id: "${id}") { body } }`)).data.note).toBeNull()
})

test('a comment of commands alone leaves no note, and returns their results', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const { data } = await askGraphql(as('rita').ctx, create(issue.id, '/weight 7'))
  expect(data.createNote).toMatchObject({
    errors: [],
    note: null,
    quickActionsStatus: { commandsOnly: true, commandNames: ['weight'], messages: ['Set weight to 7.'] },
  })
})

test('a blank comment is told in the payload', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const { data, errors } = await askGraphql(as('rita').ctx, create(issue.id, '  '))
  expect(errors).toEqual([])
  expect(data.createNote).toMatchObject({ note: null, errors: ["Note can't be blank"] })
})

test.each<[Member | 'anon', boolean]>([
  ['olga', true],
  ['rita', true],
  ['gus', false],
  ['nina', false],
  ['anon', false],
])('NOTE-020 an internal note by its id, in the list and in the discussions, for %s: %s', async (who, isSeen) => {
  const { as, build, users } = await world()
  const open = await build.project({
    visibility: 'public',
    members: { [users.olga.id]: 50, [users.rita.id]: 20, [users.gus.id]: 10 },
  })
  const issue = await build.issue({ projectId: open.id })
  const note = await build.note({ issuableId: issue.id, authorId: users.olga.id, body: 'Between us', internal: true })
  const { data, errors } = await askGraphql(
    as(who).ctx,
    `{ note(id: "gid://gitlab/Note/${note.id}") { body }
      issue(id: "gid://gitlab/Issue/${issue.id}") { notes { nodes { body } } discussions { nodes { notes { nodes { body } } } } commenters { nodes { username } } userDiscussionsCount } }`,
  )
  expect(errors).toEqual([])
  expect(data.note).toEqual(isSeen ? { body: 'Between us' } : null)
  expect(data.issue).toEqual(
    isSeen
      ? {
          notes: { nodes: [{ body: 'Between us' }] },
          discussions: { nodes: [{ notes: { nodes: [{ body: 'Between us' }] } }] },
          commenters: { nodes: [{ username: 'olga' }] },
          userDiscussionsCount: 1,
        }
      : { notes: { nodes: [] }, discussions: { nodes: [] }, commenters: { nodes: [] }, userDiscussionsCount: 0 },
  )
})

test.each<[Member | 'anon', string, boolean]>([
  ['gus', 'internal: true', false],
  ['nina', '', false],
  ['anon', '', false],
])('NOTE-021 %s writing a note (%s)', async (who, more) => {
  const { as, build } = await world()
  const issue = await build.issue()
  const { data, errors } = await askGraphql(as(who).ctx, create(issue.id, 'Hi', more))
  expect(data).toEqual({ createNote: null })
  expect(errors[0]?.message).toContain("does not exist or you don't have permission")
})

test('EMOJI-016 reacting: add, once only, toggle, remove', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const ask = (name: string, emoji = 'thumbsup') =>
    askGraphql(
      as('gus').ctx,
      `mutation { ${name}(input: { awardableId: "gid://gitlab/Issue/${issue.id}", name: "${emoji}" }) {
        errors awardEmoji { name unicode user { username } } ${name === 'awardEmojiToggle' ? 'toggledOn' : ''} } }`,
    )
  const given = { name: 'thumbsup', unicode: '1f44d', user: { username: 'gus' } }
  expect((await ask('awardEmojiAdd')).data.awardEmojiAdd).toEqual({ errors: [], awardEmoji: given })
  expect((await ask('awardEmojiAdd')).data.awardEmojiAdd.errors).toEqual(['Name has already been taken'])
  expect((await ask('awardEmojiToggle')).data.awardEmojiToggle).toEqual({
    errors: [],
    awardEmoji: null,
    toggledOn: false,
  })
  expect((await ask('awardEmojiToggle')).data.awardEmojiToggle).toEqual({
    errors: [],
    awardEmoji: given,
    toggledOn: true,
  })
  expect((await ask('awardEmojiRemove')).data.awardEmojiRemove).toEqual({ errors: [], awardEmoji: given })
  expect((await ask('awardEmojiAdd', 'nonsense_emoji')).data.awardEmojiAdd.errors).toEqual([
    'Name is not a valid emoji name',
  ])
})
