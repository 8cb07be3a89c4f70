import { expect, test } from 'vitest'
import { updateApplicationSettings } from '#contract/foundation/settings.ts'
import { getViewer } from '#contract/foundation/users.ts'
import { identifySession } from '#server/foundation/sessions/identify.ts'
import { openGraphqlDoor } from '#server/transport/graphql/door.ts'
import { csrfCookie } from '#server/transport/session/authenticate.ts'
import { appWorld } from '#test/world/app.ts'
import { gitSite } from '#test/world/git-site.ts'
import { site } from '#test/world/site.ts'

const message = 'The database moves. Back at 9.'
const begin = { maintenanceMode: true, maintenanceModeMessage: message }

test('PREMIUM-040 maintenance refuses writes with its message and a time to come back, and reads go on', async () => {
  const { ask, as, project, build } = await site()
  const issue = await build.issue()
  await as('root').call(updateApplicationSettings, begin)
  const address = `/projects/${project.id}/issues/${issue.iid}`
  for (const [who, request] of [
    ['rita', `POST ${address}/notes?body=hello`],
    ['root', `PUT ${address}?title=Other`],
    ['root', `DELETE ${address}`],
  ] as const)
    expect(await ask(who, request)).toMatchObject({
      status: 503,
      body: { message },
      headers: { 'retry-after': '60' },
    })
  expect((await ask('rita', `GET ${address}`)).status).toBe(200)
  expect((await ask('rita', 'POST /markdown?text=hello')).status).toBe(201)
  expect((await as('rita').call(getViewer, {})).maintenance).toBe(message)
})

test('PREMIUM-040 administrators end a maintenance, nobody else does', async () => {
  const { ask, as, project } = await site()
  await as('root').call(updateApplicationSettings, { maintenanceMode: true })
  const end = (who: 'root' | 'olga') => ask(who, 'PUT /application/settings?maintenance_mode=false')
  expect((await end('olga')).status).toBe(403)
  const refused = await ask('rita', `POST /projects/${project.id}/issues?title=Warp`)
  expect(refused.body).toEqual({
    message: 'This site is in maintenance. You can read everything, but not change anything. Try again later.',
  })
  expect((await end('root')).status).toBe(200)
  expect((await ask('rita', `POST /projects/${project.id}/issues?title=Warp`)).status).toBe(201)
})

test('PREMIUM-040 maintenance refuses mutations of GraphQL and answers its queries', async () => {
  const { app, as, session, users } = await appWorld([openGraphqlDoor])
  await as('root').call(updateApplicationSettings, begin)
  const cookie = `_weft_session=${await session(users.rita.id)}`
  const csrfToken = (await identifySession(as('rita').ctx.db, cookie.slice('_weft_session='.length)))?.csrfToken ?? ''
  const post = async (query: string) => {
    const headers = { cookie, 'x-csrf-token': csrfToken }
    const reply = await app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } })
    return { status: reply.statusCode, body: reply.json() }
  }
  const changed = await post(
    'mutation { createIssue(input: { projectPath: "weft/loom", title: "Warp" }) { issue { iid } errors } }',
  )
  expect(changed.body).toMatchObject({ errors: [{ message }] })
  expect(changed.body).not.toHaveProperty('data.createIssue.issue')
  expect((await post('{ currentUser { username } }')).body).toEqual({ data: { currentUser: { username: 'rita' } } })
})

test('PREMIUM-040 maintenance refuses a push with its message, and a clone goes on', async () => {
  const { git, url, work, commit, as } = await gitSite()
  await commit({ 'a.txt': 'a' })
  await as('root').call(updateApplicationSettings, begin)
  const cwd = await work()
  const pushed = await git(['push', url('dan'), 'HEAD:refs/heads/other'], cwd)
  expect(pushed).toMatchObject({ ok: false, text: expect.stringContaining(message) })
  expect(await git(['clone', url('rita'), 'copy'])).toMatchObject({ ok: true })
  await as('root').call(updateApplicationSettings, { maintenanceMode: false })
  expect(await git(['push', url('dan'), 'HEAD:refs/heads/other'], cwd)).toMatchObject({ ok: true })
})

test('PREMIUM-008 PREMIUM-040 administrators sign in by LDAP during maintenance, to end it', async () => {
  const { app, as } = await appWorld()
  await as('root').call(updateApplicationSettings, begin)
  const headers = { cookie: `${csrfCookie}=the-token`, 'x-csrf-token': 'the-token' }
  const payload = { login: 'root', password: 'x' }
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/-/sessions/ldap', headers, payload })
  // This site has no directory.
  expect({ statusCode, body }).toEqual({ statusCode: 404, body: expect.stringContaining('LDAP') })
})
