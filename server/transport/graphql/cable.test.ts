import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { addIssueTodo } from '#contract/feeds/todos.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { appWorld } from '#test/world/app.ts'
import { openGraphqlDoor } from './door.ts'

/** A world whose server listens, and a way to connect to its cable. */
async function listening() {
  const made = await appWorld([openGraphqlDoor])
  const port = await made.listen()
  const connect = async (
    userId: number | null,
    protocols: readonly string[] = ['actioncable-v1-json', 'actioncable-unsupported'],
  ) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/-/cable`, [...protocols], {
      headers: userId === null ? {} : { authorization: `Bearer ${await made.token(userId, ['read_api'])}` },
    })
    const heard: Record<string, unknown>[] = []
    socket.on('message', data => {
      const message = JSON.parse(String(data))
      if (message.type !== 'ping') heard.push(message)
    })
    socket.on('error', () => {})
    onTestFinished(() => socket.close())
    return { socket, heard, say: (message: object) => socket.send(JSON.stringify(message)) }
  }
  return { ...made, connect }
}

const ofQuery = (query: string, variables: object) =>
  JSON.stringify({
    channel: 'GraphqlChannel',
    query,
    variables: JSON.stringify(variables),
    nonce: randomBytes(4).toString('hex'),
  })

test('PLATFORM-011 a client that speaks Action Cable hears of notes that are written, changed and deleted', async () => {
  const { build, users, as, project, connect, tell, listeners } = await listening()
  const doors = listeners.size
  const issue = await build.issue({ authorId: users.olga.id })
  const ref = { id: project.id, issueIid: issue.iid }
  const written = await as('dan').call(issueDiscussion.createNote, { ...ref, body: 'The first' })
  const noteId = 'id' in written ? written.id : 0
  const variables = { noteableId: `gid://gitlab/Issue/${issue.id}` }
  const { heard, say } = await connect(users.gus.id)
  await expect.poll(() => heard).toEqual([{ type: 'welcome' }])
  const asked = {
    created: ofQuery(
      'subscription($noteableId: NoteableID) { workItemNoteCreated(noteableId: $noteableId) { body internal discussion { notes { nodes { body } } } } }',
      variables,
    ),
    updated: ofQuery(
      'subscription($noteableId: NoteableID) { workItemNoteUpdated(noteableId: $noteableId) { id body } }',
      variables,
    ),
    deleted: ofQuery(
      'subscription($noteableId: NoteableID) { workItemNoteDeleted(noteableId: $noteableId) { id lastDiscussionNote discussionNotes { id } } }',
      variables,
    ),
  }
  for (const identifier of Object.values(asked)) say({ command: 'subscribe', identifier })
  const told = (identifier: string) => heard.filter(each => each.identifier === identifier)
  const nothing = (name: string) => ({ message: { result: { data: { [name]: null } }, more: true } })
  await expect.poll(() => heard.length).toBe(7)
  expect(told(asked.created)).toMatchObject([{ type: 'confirm_subscription' }, nothing('workItemNoteCreated')])
  const watchers = 3
  await expect.poll(() => listeners.size).toBe(doors + watchers)

  await as('olga').call(issueDiscussion.createNote, { ...ref, body: 'Among us', internal: true })
  tell([`issue-internal:${issue.id}`])
  await as('olga').call(issueDiscussion.createNote, { ...ref, body: 'For all' })
  await as('olga').call(issueDiscussion.createNote, { ...ref, body: 'For all again' })
  tell([`issue:${issue.id}`])
  const created = (body: string) => ({
    message: {
      result: {
        data: { workItemNoteCreated: { body, internal: false, discussion: { notes: { nodes: [{ body }] } } } },
      },
      more: true,
    },
  })
  await expect.poll(() => told(asked.created).length).toBe(4)
  expect(told(asked.created).slice(2)).toMatchObject([created('For all'), created('For all again')])

  await as('dan').call(issueDiscussion.updateNote, { ...ref, noteId, body: 'The first, better' })
  tell([`issue:${issue.id}`])
  await expect.poll(() => told(asked.updated).length).toBe(3)
  expect(told(asked.updated)[2]).toMatchObject({
    message: {
      result: { data: { workItemNoteUpdated: { id: `gid://gitlab/Note/${noteId}`, body: 'The first, better' } } },
    },
  })

  await as('dan').call(issueDiscussion.deleteNote, { ...ref, noteId })
  tell([`issue:${issue.id}`])
  await expect.poll(() => told(asked.deleted).length).toBe(3)
  expect(told(asked.deleted)[2]).toMatchObject({
    message: {
      result: {
        data: {
          workItemNoteDeleted: { id: `gid://gitlab/Note/${noteId}`, lastDiscussionNote: true, discussionNotes: [] },
        },
      },
    },
  })
  for (const identifier of Object.values(asked)) say({ command: 'unsubscribe', identifier })
  await expect.poll(() => listeners.size).toBe(doors)
})

test('TODO-006 who listens hears of their own to-dos for an issue, and of nobody else’s', async () => {
  const { build, users, as, project, connect, tell } = await listening()
  const issue = await build.issue({ authorId: users.olga.id })
  const { heard, say } = await connect(users.gus.id)
  const identifier = ofQuery(
    'subscription($id: IssuableID!) { issuableTodoUpdated(issuableId: $id) { ... on Issue { currentUserTodos(state: pending) { nodes { state } } } } }',
    { id: `gid://gitlab/Issue/${issue.id}` },
  )
  await expect.poll(() => heard.length).toBe(1)
  say({ command: 'subscribe', identifier })
  await expect.poll(() => heard.length).toBe(3)
  await as('rita').call(addIssueTodo, { id: project.id, issueIid: issue.iid })
  tell([`user:${users.rita.id}`, `user:${users.gus.id}`])
  await as('gus').call(addIssueTodo, { id: project.id, issueIid: issue.iid })
  tell([`user:${users.gus.id}`])
  await expect.poll(() => heard.length).toBe(4)
  expect(heard[3]).toMatchObject({
    message: { result: { data: { issuableTodoUpdated: { currentUserTodos: { nodes: [{ state: 'pending' }] } } } } },
  })
})

test('PERM-002 a stranger hears nothing on the cable', async () => {
  const { build, users, connect, tell, db } = await listening()
  const issue = await build.issue({ authorId: users.olga.id })
  const query = 'subscription($id: NoteableID) { workItemNoteCreated(noteableId: $id) { body } }'
  const identifier = ofQuery(query, { id: `gid://gitlab/Issue/${issue.id}` })
  const assigned = ofQuery(
    'subscription($id: IssuableID!) { issuableAssigneesUpdated(issuableId: $id) { __typename } }',
    {
      id: `gid://gitlab/Issue/${issue.id}`,
    },
  )
  const notes = JSON.stringify({
    channel: 'Noteable::NotesChannel',
    project_id: 1,
    noteable_type: 'issue',
    noteable_id: issue.id,
  })
  for (const userId of [users.nina.id, null]) {
    const { heard, say } = await connect(userId)
    await expect.poll(() => heard).toEqual([{ type: 'welcome' }])
    for (const each of [identifier, assigned, notes]) say({ command: 'subscribe', identifier: each })
    await expect.poll(() => heard.length).toBe(6)
    const refused = { message: { result: { errors: [{ message: 'Unauthorized subscription' }] }, more: false } }
    expect(heard).toContainEqual({ identifier: notes, type: 'reject_subscription' })
    expect(heard.filter(each => each.identifier === identifier)[1]).toMatchObject(refused)
    expect(heard.filter(each => each.identifier === assigned)[1]).toMatchObject(refused)
  }
  const { heard, say } = await connect(users.gus.id)
  await expect.poll(() => heard.length).toBe(1)
  say({ command: 'subscribe', identifier: notes })
  await expect.poll(() => heard[1]).toEqual({ identifier: notes, type: 'confirm_subscription' })
  tell([`issue:${issue.id}`])
  await expect.poll(() => heard[2]).toEqual({ identifier: notes, message: { event: 'updated' } })
  await db.updateTable('issuables').set({ confidential: true }).where('id', '=', issue.id).execute()
  tell([`issue:${issue.id}`])
  say({ command: 'subscribe', identifier: JSON.stringify({ channel: 'Nothing' }) })
  await expect.poll(() => heard.length).toBe(4)
  expect(heard[3]).toMatchObject({ type: 'reject_subscription' })
})

test('PLATFORM-011 the cable refuses another protocol and what it cannot read', async () => {
  const { users, connect } = await listening()
  const wrong = await connect(users.gus.id, ['actioncable-unsupported'])
  expect((await once(wrong.socket, 'close'))[0]).toBe(1002)
  const garbled = await connect(users.gus.id)
  await expect.poll(() => garbled.heard.length).toBe(1)
  garbled.socket.send('[')
  expect((await once(garbled.socket, 'close'))[0]).toBe(1007)
})
