import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { forgetUnsentText, keepUnsentText } from '#contract/feeds/unsent-texts.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { slices } from '#server/slices.ts'
import { appWorld } from '#test/world/app.ts'

/** A server that listens; `come` sends the message of another process when a user opens a page. */
async function listening() {
  const made = await appWorld()
  const port = await made.listen()
  /** A user's browser; `say` returns the messages that it received until the server had handled the one it sent. */
  const open = async (userId: number | null) => {
    const cookie = userId === null ? '' : await made.session(userId)
    const socket = new WebSocket(`ws://127.0.0.1:${port}/-/live`, { headers: { cookie: `_weft_session=${cookie}` } })
    onTestFinished(() => socket.terminate())
    const heard: Record<string, unknown>[] = []
    let isDone: () => void = () => {}
    socket.on('message', data => {
      const message: Record<string, unknown> = JSON.parse(String(data))
      if (Object.keys(message).join() === 'at') isDone()
      else heard.push(message)
    })
    await once(socket, 'open')
    const say = async (message: object) => {
      const done = new Promise<void>(resolve => {
        isDone = resolve
      })
      socket.send(JSON.stringify(message))
      await done
      return heard.splice(0)
    }
    return { say, socket }
  }
  const come = (topic: string, name: string) =>
    made.tellPresence({
      browser: name,
      topic,
      person: { id: 1, username: name, name, avatar_url: null, is_writing: true },
    })
  return { ...made, open, come }
}

test('a topic that no slice names is refused, also by a name that every object has', async () => {
  const { open, users } = await listening()
  const rita = await open(users.rita.id)
  const unknown = ['constructor:1', 'nothing:1']
  expect(await rita.say({ subscribe: unknown })).toEqual([{ refused: unknown }])
})

test('PERM-003 who is there is told to those who say that they are, and may know of it', async () => {
  const { open, come, build, users } = await listening()
  const { id } = await build.issue()
  const topic = `issue:${id}`
  come(topic, 'olga')
  const here = { subscribe: [topic], here: { [topic]: 'looking' } }
  const rita = await open(users.rita.id)
  expect(await rita.say({ subscribe: [topic] })).toEqual([])
  expect(await rita.say(here)).toMatchObject([{ present: { [topic]: [{ name: 'olga', is_writing: true }] } }])
  const stranger = await open(users.nina.id)
  expect(await stranger.say(here)).toEqual([{ refused: [topic] }])
  const visitor = await open(null)
  expect(await visitor.say(here)).toEqual([{ refused: [topic] }])
  come(topic, 'mina')
  expect(await stranger.say({})).toEqual([])
})

test('PERM-003 who may not know of it any more hears of nobody there', async () => {
  const { open, come, build, users, db, project } = await listening()
  const { id } = await build.issue()
  const topic = `issue:${id}`
  const here = { here: { [topic]: 'looking' } }
  const rita = await open(users.rita.id)
  expect(await rita.say({ subscribe: [topic], ...here })).toEqual([{ present: { [topic]: [] } }])
  await db.deleteFrom('members').where('userId', '=', users.rita.id).where('namespaceId', '=', project.id).execute()
  const later = Date.now() + 61_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
  onTestFinished(() => clock.mockRestore())
  expect(await rita.say(here)).toEqual([{ refused: [topic] }])
  come(topic, 'olga')
  expect(await rita.say(here)).toEqual([])
})

test('who talks faster than they are heard is read no faster', async () => {
  const topics = slices.find(slice => slice.topics?.issue !== undefined)?.topics ?? {}
  const held = Promise.withResolvers<boolean>()
  const rule = vi.spyOn(topics, 'issue').mockImplementation(() => held.promise)
  onTestFinished(() => rule.mockRestore())
  const { open, app } = await listening()
  const { socket } = await open(null)
  let replies = 0
  socket.on('message', () => {
    replies += 1
  })
  const count = 200
  for (let sent = 0; sent < count; sent += 1)
    socket.send(JSON.stringify({ subscribe: ['issue:1'], pad: 'x'.repeat(60_000) }))
  await expect.poll(() => [...app.websocketServer.clients].map(client => client.isPaused)).toEqual([true])
  expect(rule).toHaveBeenCalledTimes(1)
  // Bytes that the server has not read stay with their sender.
  expect(socket.bufferedAmount).toBeGreaterThan(0)
  held.resolve(false)
  // Each is refused its topic, and told when it was heard.
  await expect.poll(() => replies).toBe(count * 2)
})

test('who subscribes to another topic hears what that one missed, and nothing of the others again', async () => {
  const { open, as, project, group, users } = await listening()
  await as('olga').call(createIssue, { id: project.id, title: 'Heard' })
  const [own, ofGroup] = [`issues:${project.id}`, `group-issues:${group.id}`]
  const since = new Date(Date.now() - 1000).toISOString()
  const rita = await open(users.rita.id)
  const heard = async (message: object) =>
    (await rita.say(message)).flatMap(said => ('changed' in said ? said.changed : []))
  expect(await heard({ subscribe: [own], since })).toEqual([own])
  expect(await heard({ subscribe: [ofGroup], since })).toEqual([ofGroup])
  expect(await heard({ since })).toEqual(expect.arrayContaining([own, ofGroup]))
})

test('EDIT-015 a list of unsent texts that was asked for before one was sent hears that it went', async () => {
  const { open, as, build, users } = await listening()
  const { id } = await build.issue()
  const [topic, place] = [`unsent-texts:${users.rita.id}`, `Issue.${id}.note`]
  const text = { place, device: 'rita-phone', writtenMs: 1 }
  const missed = async (since: Date) => {
    const rita = await open(users.rita.id)
    return rita.say({ subscribe: [topic], since: since.toISOString() })
  }
  const heard = [expect.objectContaining({ changed: [topic] })]
  expect(await missed(new Date())).toEqual([])
  await as('rita').call(keepUnsentText, { ...text, text: 'Half a thought' })
  expect(await missed(new Date())).toEqual(heard)
  await as('rita').call(forgetUnsentText, { ...text, writtenMs: 2 })
  expect(await missed(new Date())).toEqual(heard)
  expect(await missed(new Date(Date.now() + 60_000))).toEqual([])
})

test('who asks again for a topic that is no longer theirs hears nothing of it, not even what it missed', async () => {
  const { open, as, build, db, users } = await listening()
  const project = await build.project({ members: { [users.rita.id]: 20 } })
  await as('root').call(createIssue, { id: project.id, title: 'Missed' })
  const [topic, since] = [`issues:${project.id}`, new Date(Date.now() - 1000).toISOString()]
  const rita = await open(users.rita.id)
  expect(await rita.say({ subscribe: [topic] })).toEqual([])
  await db.deleteFrom('members').where('namespaceId', '=', project.id).execute()
  expect(await rita.say({ subscribe: [topic], since })).toEqual([{ refused: [topic] }])
  expect(await rita.say({ since })).toEqual([])
})

test.each(['two days ago', '0', 'Jan 2020 (foo (bar))'])(
  'a page that was away since "%s" reads all of it again, and the log is not searched',
  async when => {
    const since = when === 'two days ago' ? new Date(Date.now() - 2 * 86_400_000).toISOString() : when
    const { open, build, users } = await listening()
    const { id } = await build.issue()
    const rita = await open(users.rita.id)
    const topics = [`issue:${id}`, `user:${users.rita.id}`]
    expect(await rita.say({ subscribe: topics, since })).toMatchObject([{ changed: topics }])
    expect(await rita.say({ subscribe: ['user:1'], since })).toEqual([{ refused: ['user:1'] }])
  },
)

test.each(['-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', 'soon'])(
  'a page that was away since "%s" hears what its topics say from now on',
  async since => {
    const { open, build, users } = await listening()
    const { id } = await build.issue()
    const rita = await open(users.rita.id)
    await rita.say({ subscribe: [`issue:${id}`], since })
    expect(await rita.say({})).toEqual([])
  },
)
