import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { removeProjectMember, updateProjectMember } from '#contract/foundation/members.ts'
import { createProjectAccessToken, revokeProjectAccessToken } from '#contract/foundation/place-tokens.ts'
import { deleteProject, updateProject } from '#contract/foundation/projects.ts'
import { endOtherSessions, signOut } from '#contract/foundation/sessions.ts'
import { revokeToken } from '#contract/foundation/tokens.ts'
import { blockUser, updateUser } from '#contract/foundation/users.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { recheckExpired } from '#server/foundation/members/expire.ts'
import { hashSecret } from '#server/platform/text/secret.ts'
import { openGraphqlDoor } from '#server/transport/graphql/door.ts'
import { appWorld } from '#test/world/app.ts'
import { deletingAtOnce } from '#test/world/delete-at-once.ts'

type Message = Readonly<Record<string, unknown>>

/** A world whose changes reach its doors as they reach those of each process from the database. */
async function living() {
  const world = await appWorld([openGraphqlDoor], { isLive: true })
  const port = await world.listen()
  const connect = async (address: string, protocol: string | undefined, headers: Record<string, string>) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${address}`, protocol, { headers })
    onTestFinished(() => socket.terminate())
    const heard: Message[] = []
    socket.on('message', text => heard.push(JSON.parse(String(text))))
    const closed = once(socket, 'close').then(([code]) => code)
    await once(socket, 'open')
    return { socket, heard, closed, say: (message: object) => socket.send(JSON.stringify(message)) }
  }
  type Door = 'live' | 'graphql' | 'cable'
  /** An open socket of each door that takes such an identity, which listens to an issue. */
  const listen = async (door: Door, issueId: number, headers: Record<string, string>) => {
    const query = 'subscription($id: IssuableID!) { issuableTitleUpdated(issuableId: $id) { ... on Issue { title } } }'
    const variables = { id: `gid://gitlab/Issue/${issueId}` }
    switch (door) {
      case 'live': {
        const made = await connect('/-/live', undefined, headers)
        made.say({ subscribe: [`issue:${issueId}`], here: { [`issue:${issueId}`]: 'looking' } })
        await expect.poll(() => made.heard.some(each => Object.keys(each).join() === 'at')).toBe(true)
        return made
      }
      case 'graphql': {
        const made = await connect('/api/graphql', 'graphql-transport-ws', headers)
        made.say({ type: 'connection_init' })
        await expect.poll(() => made.heard).toEqual([{ type: 'connection_ack' }])
        const before = world.listeners.size
        made.say({ type: 'subscribe', id: '1', payload: { query, variables } })
        await expect.poll(() => world.listeners.size).toBe(before + 1)
        return made
      }
      case 'cable': {
        const made = await connect('/-/cable', 'actioncable-v1-json', headers)
        const channel = { channel: 'GraphqlChannel', query, variables: JSON.stringify(variables) }
        made.say({ command: 'subscribe', identifier: JSON.stringify(channel) })
        await expect.poll(() => made.heard.filter(each => each.type !== 'ping').length).toBe(3)
        return made
      }
      default:
        return door satisfies never
    }
  }
  return { ...world, listen }
}

const doors = ['live', 'graphql', 'cable'] as const
type Living = Awaited<ReturnType<typeof living>>

const endings: Readonly<Record<string, (world: Living, sessionId: number) => Promise<unknown>>> = {
  'signing out': ({ as }, sessionId) => as('rita', { sessionId }).reply(signOut, {}),
  'signing out elsewhere': ({ as }) => as('rita').call(endOtherSessions, {}),
  'being blocked': ({ as, users }) => as('root').call(blockUser, { id: users.rita.id }),
}

test.each(doors.flatMap(door => Object.keys(endings).map(ending => [ending, door] as const)))(
  'PERM-003 %s ends the %s socket of the session',
  async (ending, door) => {
    const world = await living()
    const { users, session, db, listen, build } = world
    const issue = await build.issue()
    const cookie = await session(users.rita.id)
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('tokenHash', '=', hashSecret(cookie))
      .executeTakeFirstOrThrow()
    const { closed } = await listen(door, issue.id, { cookie: `_weft_session=${cookie}` })
    await endings[ending]?.(world, id)
    expect(await closed).toBe(4401)
  },
)

test.each(['graphql', 'cable'] as const)('PERM-003 a revoked token ends the %s socket it opened', async door => {
  const { users, token, db, listen, build, as } = await living()
  const issue = await build.issue()
  const secret = await token(users.rita.id, ['read_api'])
  const { id } = await db
    .selectFrom('personalAccessTokens')
    .select('id')
    .where('tokenHash', '=', hashSecret(secret))
    .executeTakeFirstOrThrow()
  const { closed } = await listen(door, issue.id, { 'private-token': secret })
  await as('rita').call(revokeToken, { id })
  expect(await closed).toBe(4401)
})

test.each(['revoked', 'deleted with its project'] as const)(
  'PERM-003 an access token of a project that is %s ends the sockets of its bot',
  async how => {
    const { project, db, listen, build, as } = await living()
    await deletingAtOnce(db)
    const issue = await build.issue()
    const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
    const wanted = { id: project.id, name: 'bot', scopes: ['api' as const], accessLevel: 30, expiresAt }
    const made = await as('mina').call(createProjectAccessToken, wanted)
    const { closed } = await listen('graphql', issue.id, { 'private-token': made.token ?? '' })
    if (how === 'revoked') await as('mina').call(revokeProjectAccessToken, { id: project.id, tokenId: made.id })
    else await as('olga').call(deleteProject, { id: project.id })
    expect(await closed).toBe(4401)
  },
)

test.each(doors)('PERM-003 the %s socket of a session ends with it when it runs out', async door => {
  const { users, session, db, listen, build } = await living()
  const issue = await build.issue()
  const cookie = await session(users.rita.id)
  const expiresAt = new Date(Date.now() + 1_500).toISOString()
  await db.updateTable('sessions').set({ expiresAt }).where('tokenHash', '=', hashSecret(cookie)).execute()
  const { closed } = await listen(door, issue.id, { cookie: `_weft_session=${cookie}` })
  expect(await closed).toBe(4401)
})

test.each(doors)(
  'PERM-003 an administrator who is none any more comes back to the %s socket as who they are',
  async door => {
    const { users, session, listen, build, as, db } = await living()
    await db.updateTable('users').set({ isAdmin: true }).where('id', '=', users.nina.id).execute()
    const issue = await build.issue()
    const { closed } = await listen(door, issue.id, { cookie: `_weft_session=${await session(users.nina.id)}` })
    await as('root').call(updateUser, { id: users.nina.id, admin: false })
    expect(await closed).toBe(1012)
  },
)

/** The changes that take an issue out of a member's sight. */
const losses: Readonly<Record<string, (world: Living, issueIid: number) => Promise<unknown>>> = {
  'losing the membership': ({ as, project, users }) =>
    as('olga').call(removeProjectMember, { id: project.id, userId: users.gus.id }),
  'a membership that ends today': async ({ db, project, users, tell }) => {
    await db
      .updateTable('members')
      .set({ expiresAt: sql<string>`current_date` })
      .where('namespaceId', '=', project.id)
      .where('userId', '=', users.gus.id)
      .execute()
    tell(await recheckExpired(db))
  },
  'an issue made confidential': ({ as, project }, issueIid) =>
    as('olga').call(updateIssue, { id: project.id, issueIid, confidential: true }),
}

test.each(Object.keys(losses))('PERM-003 after %s nothing of it is heard, and nobody is there', async loss => {
  const world = await living()
  const { users, session, listen, build, as, project, tell } = world
  const issue = await build.issue({ authorId: users.olga.id })
  const cookie = `_weft_session=${await session(users.gus.id)}`
  const live = await listen('live', issue.id, { cookie })
  const graphql = await listen('graphql', issue.id, { cookie })
  const cable = await listen('cable', issue.id, { cookie })
  await losses[loss]?.(world, issue.iid)
  await expect.poll(() => live.heard).toContainEqual({ refused: [`issue:${issue.id}`] })
  // A change of a title wakes the subscriptions if rights did not end them already.
  await as('olga').call(updateIssue, { id: project.id, issueIid: issue.iid, title: 'A secret' })
  tell([`issue:${issue.id}`])
  await expect.poll(() => graphql.heard.at(-1)).toEqual({ type: 'complete', id: '1' })
  expect(JSON.stringify([live.heard, graphql.heard, cable.heard])).not.toContain('A secret')
  live.say({ here: { [`issue:${issue.id}`]: 'looking' } })
  await expect.poll(() => live.heard.filter(each => Object.keys(each).join() === 'at').length).toBe(2)
  expect(live.heard.filter(each => 'present' in each).length).toBe(1)
})

test('PERM-003 a project that becomes private is out of the ears of who is no member', async () => {
  const { users, session, listen, build, as, db, project, group } = await living()
  await db.updateTable('namespaces').set({ visibility: 'public' }).where('id', 'in', [project.id, group.id]).execute()
  const issue = await build.issue()
  const live = await listen('live', issue.id, { cookie: `_weft_session=${await session(users.nina.id)}` })
  const member = await listen('live', issue.id, { cookie: `_weft_session=${await session(users.gus.id)}` })
  await as('olga').call(updateProject, { id: project.id, visibility: 'private' })
  await expect.poll(() => live.heard).toContainEqual({ refused: [`issue:${issue.id}`] })
  expect(member.heard.filter(each => 'refused' in each)).toEqual([])
})

test('PERM-003 a reporter who becomes a guest hears no more of internal notes', async () => {
  const { users, session, listen, build, as, project } = await living()
  const issue = await build.issue()
  const live = await listen('live', issue.id, { cookie: `_weft_session=${await session(users.rita.id)}` })
  live.say({ subscribe: [`issue-internal:${issue.id}`] })
  await as('olga').call(updateProjectMember, { id: project.id, userId: users.rita.id, accessLevel: 10 })
  await expect.poll(() => live.heard).toContainEqual({ refused: [`issue-internal:${issue.id}`] })
  expect(live.heard).not.toContainEqual({ refused: [`issue:${issue.id}`] })
})
