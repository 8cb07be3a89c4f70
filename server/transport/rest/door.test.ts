import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateProject } from '#contract/foundation/projects.ts'
import { site } from '#test/world/site.ts'
import { withErrorShape } from './failures.ts'

test('PLATFORM-011 the bodies of refusals are those of the contract', async () => {
  const { ask, project, build } = await site()
  const issues = `/projects/${project.id}/issues`
  const body = async (address: string, payload?: object) => {
    const { status, headers, body: shown } = await ask('root', address, payload === undefined ? {} : { payload })
    if (status !== 304) expect(headers['content-type']).toBe('application/json')
    return [status, shown]
  }
  expect(await body(`POST ${issues}`, {})).toEqual([400, { error: 'title is missing' }])
  expect(await body(`POST /projects/${project.id}/labels`, {})).toEqual([
    400,
    { error: 'name is missing, color is missing' },
  ])
  expect(await body(`GET ${issues}?state=open`)).toEqual([400, { error: 'state does not have a valid value' }])
  expect(await body(`GET ${issues}?author_id=x`)).toEqual([400, { error: 'author_id is invalid' }])
  expect(await body(`GET ${issues}?author_id=1&author_username=x`)).toEqual([
    400,
    { error: 'author_id, author_username are mutually exclusive' },
  ])
  const issue = await build.issue()
  const nothing = await body(`PUT ${issues}/${issue.iid}`, {})
  expect(nothing).toMatchObject([
    400,
    { error: expect.stringContaining('are missing, at least one parameter must be provided') },
  ])
  expect(await body(`POST ${issues}`, { title: '' })).toEqual([400, { message: { title: ["can't be blank"] } }])
  expect(await body('GET /projects/999999999')).toEqual([
    404,
    { message: '404 Project Not Found', errors: ['404 Project Not Found'] },
  ])
  expect(await body(`GET ${issues}/999999`)).toMatchObject([
    404,
    { message: expect.stringMatching(/^404 .*[Nn]ot [Ff]ound$/) },
  ])
  expect(await body('GET /nothing/here')).toMatchObject([404, { error: '404 Not Found' }])
  expect(await body('DELETE /version')).toEqual([405, { error: '405 Not Allowed' }])
  expect(await body('GET /api/v3/projects')).toMatchObject([410, { error: expect.any(String) }])
  const label = { name: 'twice', color: '#112233' }
  await ask('root', `POST /projects/${project.id}/labels`, { payload: label })
  expect(await body(`POST /projects/${project.id}/labels`, label)).toEqual([409, { message: 'Label already exists' }])
})

test('ERRMSG-101 answers 404, 410 and 422 have a sentence and a list of them, whichever door they come through', async () => {
  const { app, token, users, project, build } = await site()
  const issue = await build.issue()
  const page = `/${project.fullPath}/-/issues`
  const api = `/api/v4/projects/${project.id}/issues`
  const headers = { 'private-token': await token(users.rita.id) }
  const told = async (address: string, payload?: object) => {
    const [method, url] = address.split(' ')
    const reply = await app.inject({ method: method as 'GET', url: url ?? '', headers, ...(payload && { payload }) })
    return [reply.statusCode, reply.json()]
  }
  const both = (sentence: string) => ({ message: sentence, errors: [sentence] })
  expect(await told(`GET ${api}/999999`)).toEqual([404, both('404 Issue Not Found')])
  expect(await told(`GET ${page}/999999/discussions.json`)).toEqual([404, both('404 Issue Not Found')])
  expect(await told(`PUT ${page}/${issue.iid}.json`, { issue: { title: '' } })).toEqual([
    422,
    both("Title can't be blank"),
  ])
  expect(await told(`PUT ${api}/${issue.iid}/reorder`, { move_after_id: 999_999 })).toMatchObject([
    expect.any(Number),
    { message: expect.anything(), errors: [expect.any(String)] },
  ])
})

test('ERRMSG-101 every door that answers in JSON gives answers 404, 410 and 422 the same shape', async () => {
  const { app, token, users, project } = await site()
  const told = async (address: string, more: object = {}) => {
    const [method, url] = address.split(' ')
    const reply = await app.inject({ method: method as 'GET', url: url ?? '', ...more })
    return [reply.statusCode, reply.headers['content-type'], reply.json()]
  }
  const shape = (status: number) => [
    status,
    'application/json',
    expect.objectContaining({ message: expect.any(String), errors: [expect.any(String)] }),
  ]
  const headers = { 'private-token': await token(users.rita.id) }
  const file = {
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhi\r\n--x--\r\n',
  }
  const project404 = `/${project.fullPath}x`
  for (const [address, status, more] of [
    ['GET /api/v4/nothing', 404],
    ['GET /api/v4/projects/999999999', 404, { headers }],
    ['GET /api/v3/projects', 410],
    ['GET /-/pages/issue?namespace=weft/loom&iid=999999', 404, { headers }],
    [`GET ${project404}/-/issues/1/discussions.json`, 404, { headers }],
    [`POST ${project404}/uploads`, 404, file],
    [`POST /api/v4/projects/999999999/uploads`, 404, file],
    [`GET /${project.fullPath}/-/issues/1.json`, 404, { headers }],
    ['PUT /nothing/here', 404, { payload: {} }],
  ] as const)
    expect([address, ...(await told(address, more))]).toEqual([address, ...shape(status)])
})

test.each<[number, unknown, unknown]>([
  [410, { message: 'Gone' }, { message: 'Gone', errors: ['Gone'] }],
  [422, { errors: { base: ['One.', 'Two.'] } }, { errors: { base: ['One.', 'Two.'] }, message: 'One.' }],
  [422, { message: { error: 'Why' } }, { message: { error: 'Why' }, errors: ['Why'] }],
  [422, { message: 'Why', errors: { name: ['is taken'] } }, { message: 'Why', errors: { name: ['is taken'] } }],
  [404, { error: 'Not Found' }, { error: 'Not Found', message: 'Not Found', errors: ['Not Found'] }],
  [422, { error: 'No', message: 'Why' }, { error: 'No', message: 'Why', errors: ['Why'] }],
  [422, { data: null }, { data: null }],
  [400, { message: { title: ["can't be blank"] } }, { message: { title: ["can't be blank"] } }],
])('ERRMSG-101 %d with %j', (status, body, shape) => {
  expect(withErrorShape(status, body)).toEqual(shape)
})

test('PLATFORM-011 what is so already is told without a body, and without its type', async () => {
  const { ask, project, build } = await site()
  const issue = await build.issue()
  const address = `POST /projects/${project.id}/issues/${issue.iid}/subscribe`
  await ask('rita', address)
  const again = await ask('rita', address)
  expect([again.status, again.text, again.headers['content-type']]).toEqual([304, '', undefined])
})

test('PLATFORM-011 a list tells its pages by headers', async () => {
  const { ask, project, build } = await site()
  const issues = `/projects/${project.id}/issues`
  const empty = await ask('root', `GET ${issues}`)
  expect(empty.headers).toMatchObject({
    'x-page': '1',
    'x-per-page': '20',
    'x-next-page': '',
    'x-prev-page': '',
    'x-total': '0',
    'x-total-pages': '1',
    link: `<http://weft.test/api/v4${issues}?page=1&per_page=20>; rel="first", <http://weft.test/api/v4${issues}?page=1&per_page=20>; rel="last"`,
  })
  for (let made = 0; made < 5; made += 1) await build.issue()
  const first = await ask('root', `GET ${issues}?per_page=2&state=opened`)
  expect(first.headers).toMatchObject({
    'x-page': '1',
    'x-next-page': '2',
    'x-prev-page': '',
    'x-total': '5',
    'x-total-pages': '3',
  })
  const middle = await ask('root', `GET ${issues}?per_page=2&state=opened&page=2`)
  const at = (page: number, rel: string) =>
    `<http://weft.test/api/v4${issues}?per_page=2&state=opened&page=${page}>; rel="${rel}"`
  expect(middle.headers.link).toBe([at(1, 'prev'), at(3, 'next'), at(1, 'first'), at(3, 'last')].join(', '))
  const last = await ask('root', `GET ${issues}?per_page=2&page=3`)
  expect(last.headers).toMatchObject({ 'x-page': '3', 'x-next-page': '', 'x-prev-page': '2' })
  expect(last.body).toHaveLength(1)
  const beyond = await ask('root', `GET ${issues}?per_page=2&page=9`)
  expect([beyond.status, beyond.body]).toEqual([200, []])
  expect((await ask('root', `GET ${issues}?per_page=1000`)).headers['x-per-page']).toBe('100')
  for (const name of ['page', 'per_page']) {
    const refused = await ask('root', `GET ${issues}?${name}=0`)
    expect([refused.status, refused.body]).toEqual([400, { error: `${name} does not have a valid value` }])
  }
  const secret = await ask('anon', `GET ${issues}?private_token=glpat-not-a-token-of-anybody`)
  expect(secret.status).toBe(401)
})

test('PLATFORM-011 links repeat what means something, and only as much as clients take', async () => {
  const { ask, project, build } = await site()
  for (let made = 0; made < 3; made += 1) await build.issue()
  const issues = `/projects/${project.id}/issues`
  const odd = await ask('root', `GET ${issues}?per_page=1&utm_source=mail&private_token_=x&not[labels]=none&x[]=1`)
  expect(odd.headers.link).toContain('per_page=1&not%5Blabels%5D=none&page=2>; rel="next"')
  expect(odd.headers.link).not.toMatch(/utm_source|private_token|x%5B/)
  for (const query of [
    `zzz=${'a'.repeat(6_000)}`,
    `not[labels]=${'a'.repeat(3_000)}`,
    `not[labels]=${'a'.repeat(6_000)}`,
  ]) {
    const long = await ask('root', `GET ${issues}?per_page=1&${query}`)
    expect([long.status, long.headers['x-next-page']]).toEqual([200, '2'])
    expect(long.headers.link?.length ?? 0).toBeLessThan(4_200)
  }
})

test('PLATFORM-011 over ten thousand rows nobody counts', async () => {
  const { ask, project, db, users } = await site()
  await sql`insert into issuables (namespace_id, iid, type, title, author_id)
    select ${project.id}, n, 'issue', 'many', ${users.root.id} from generate_series(1, 10001) n`.execute(db)
  const { headers } = await ask('root', `GET /projects/${project.id}/issues?per_page=100`)
  expect(headers['x-next-page']).toBe('2')
  expect(headers['x-total']).toBeUndefined()
  expect(headers['x-total-pages']).toBeUndefined()
  expect(headers.link).not.toContain('rel="last"')
})

test('PLATFORM-011 a keyset page has a link to the next one and nothing else', async () => {
  const { ask, project, build } = await site()
  for (let made = 0; made < 5; made += 1) await build.issue()
  let address: string | undefined =
    `/projects/${project.id}/issues?pagination=keyset&per_page=2&order_by=created_at&sort=asc`
  const seen: number[] = []
  for (let page = 0; page < 5 && address !== undefined; page += 1) {
    const reply = await ask('root', `GET ${address}`)
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.headers).filter(name => name.startsWith('x-total') || name === 'x-page')).toEqual([])
    seen.push(...(reply.body as { iid: number }[]).map(each => each.iid))
    const link = String(reply.headers.link ?? '')
    expect(link === '' || /^<[^>]+>; rel="next"$/.test(link)).toBe(true)
    address = /^<http:\/\/weft\.test\/api\/v4([^>]+)>/.exec(link)?.[1]
  }
  expect(seen).toEqual([1, 2, 3, 4, 5])
})

test('PLATFORM-009 a token is taken from a header, as a bearer or as a parameter', async () => {
  const { ask, token, users } = await site()
  const own = await token(users.rita.id)
  const forms = [
    await ask('anon', 'GET /user', { headers: { 'private-token': own } }),
    await ask('anon', 'GET /user', { headers: { authorization: `Bearer ${own}` } }),
    await ask('anon', `GET /user?private_token=${own}`),
    await ask('anon', `GET /user?access_token=${own}`),
  ]
  for (const form of forms) expect([form.status, form.body]).toMatchObject([200, { username: 'rita' }])
  const posted = await ask('anon', 'POST /markdown', { payload: { private_token: own, text: 'a' } })
  expect(posted.status).toBe(201)
})

test('PLATFORM-009 nobody unknown gets in, and the reason is told', async () => {
  const { ask, token, users, build, project } = await site()
  const as = async (text: string) => {
    const { status, body, headers } = await ask('anon', 'GET /user', { headers: { 'private-token': text } })
    return { status, body, asked: headers['www-authenticate'] }
  }
  const invalid = (description: RegExp) => ({
    status: 401,
    body: { error: 'invalid_token', error_description: expect.stringMatching(description) },
    asked: expect.stringMatching(/^Bearer /),
  })
  const unknown = 'glpat-nobody-has-this-token'
  expect(await as(unknown)).toEqual({ status: 401, body: { message: '401 Unauthorized' }, asked: undefined })
  const { status, body } = await ask('anon', 'GET /user', { headers: { authorization: `Bearer ${unknown}` } })
  expect({ status, body }).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
  expect(await as(await token(users.rita.id, { revoked: true }))).toMatchObject(invalid(/revoked/))
  expect(await as(await token(users.rita.id, { expiresAt: '2020-01-01' }))).toMatchObject(invalid(/expired/))
  const blocked = await build.user({ state: 'blocked' })
  expect(await as(await token(blocked.id))).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/^403 Forbidden - /) },
  })
  const nobody = { status: 401, body: { message: '401 Unauthorized' } }
  expect(await ask('anon', 'GET /user')).toMatchObject(nobody)
  expect(await ask('anon', 'POST /projects', { payload: {} })).toMatchObject(nobody)
  const open = await build.project({ visibility: 'public', parent: await build.group({ visibility: 'public' }) })
  expect((await ask('anon', `GET /projects/${open.id}`)).status).toBe(200)
  expect(await ask('anon', `POST /projects/${open.id}/issues`, { payload: { title: 'a' } })).toMatchObject(nobody)
  expect((await ask('anon', `GET /projects/${project.id}`)).status).toBe(404)
})

test('PLATFORM-009 a token does what its scopes cover', async () => {
  const { ask, token, users, project } = await site()
  const as = async (scopes: readonly string[], address: string) => {
    const headers = { 'private-token': await token(users.rita.id, { scopes }) }
    const { status, body } = await ask('anon', address, {
      headers,
      ...(address.startsWith('P') ? { payload: { title: 'a' } } : {}),
    })
    return status === 403 ? body : status
  }
  const narrow = {
    error: 'insufficient_scope',
    error_description: expect.any(String),
    scope: expect.stringContaining('api'),
  }
  const issues = `/projects/${project.id}/issues`
  expect(await as(['read_api'], `GET ${issues}`)).toBe(200)
  expect(await as(['read_api'], `POST ${issues}`)).toEqual(narrow)
  expect(await as(['read_user'], 'GET /user')).toBe(200)
  expect(await as(['read_user'], 'GET /users')).toBe(200)
  expect(await as(['read_user'], `GET ${issues}`)).toEqual(narrow)
  expect(await as(['read_user'], 'PUT /user/status')).toEqual(narrow)
  expect(await as(['read_repository'], `GET ${issues}`)).toEqual(narrow)
  expect(await as(['api'], `POST ${issues}`)).toBe(201)
})

test('PLATFORM-009 an administrator acts as another by id or username', async () => {
  const { ask, token, users } = await site()
  for (const target of [String(users.rita.id), 'rita']) {
    expect((await ask('root', 'GET /user', { headers: { sudo: target } })).body).toMatchObject({ username: 'rita' })
    expect((await ask('root', `GET /user?sudo=${target}`)).body).toMatchObject({ username: 'rita' })
  }
  expect(await ask('olga', 'GET /user', { headers: { sudo: 'rita' } })).toMatchObject({
    status: 403,
    body: { message: '403 Forbidden - Must be admin to use sudo' },
  })
  expect(await ask('root', 'GET /user', { headers: { sudo: 'nobody-here' } })).toMatchObject({
    status: 404,
    body: { message: "404 User with ID or username 'nobody-here' Not Found" },
  })
  const plain = { 'private-token': await token(users.root.id), sudo: 'rita' }
  expect((await ask('anon', 'GET /user', { headers: plain })).body).toMatchObject({ error: 'insufficient_scope' })
})

test('PLATFORM-011 parameters come in a query, as a form, in parts or as JSON', async () => {
  const { ask, project, users } = await site()
  const issues = `/projects/${project.id}/issues`
  const made = async (given: object) => {
    const { status, body } = await ask('root', `POST ${issues}`, given)
    expect(status).toBe(201)
    const issue = body as { title: string; labels: string[]; assignees: { id: number }[]; iid: number }
    return { title: issue.title, labels: [...issue.labels].sort(), assignees: issue.assignees.map(each => each.id) }
  }
  const wanted = { title: 'é & ü', labels: ['a', 'b'], assignees: [users.rita.id] }
  const form = `title=${encodeURIComponent('é & ü')}&labels=a,b&assignee_ids[]=${users.rita.id}`
  const parts = [
    'title\r\n\r\né & ü',
    'labels[]\r\n\r\na',
    'labels[]\r\n\r\nb',
    `assignee_ids[]\r\n\r\n${users.rita.id}`,
  ]
  const multipart = `${parts
    .map(part => {
      const [name, , value] = part.split('\r\n')
      return `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    })
    .join('')}--x--\r\n`
  expect(await made({ payload: { title: 'é & ü', labels: 'a,b', assignee_ids: [users.rita.id] } })).toEqual(wanted)
  expect(await made({ payload: { title: 'é & ü', labels: ['a', 'b'], assignee_id: users.rita.id } })).toEqual(wanted)
  expect(await made({ payload: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } })).toEqual(
    wanted,
  )
  expect(await made({ payload: multipart, headers: { 'content-type': 'multipart/form-data; boundary=x' } })).toEqual(
    wanted,
  )
  const query = await ask('root', `POST ${issues}?${form}`)
  expect(query.status).toBe(201)
  expect((await ask('root', `GET ${issues}?iids[]=1&iids[]=2`)).body).toHaveLength(2)
  expect((await ask('root', `GET ${issues}?labels=a,b`)).body).toHaveLength(5)
  expect((await ask('root', `GET ${issues}?not[labels]=a`)).body).toHaveLength(0)
  for (const clearing of [{ assignee_ids: [] }, { assignee_ids: [0] }, { assignee_ids: '' }, { assignee_ids: null }]) {
    const { iid } = (
      await ask('root', `POST ${issues}`, {
        payload: { title: 'a', assignee_ids: [users.rita.id], due_date: '2026-05-05' },
      })
    ).body as { iid: number }
    const cleared = await ask('root', `PUT ${issues}/${iid}`, { payload: { ...clearing, due_date: null } })
    expect(cleared.body).toMatchObject({ assignees: [], due_date: null })
  }
})

test('PLATFORM-011 what cannot be read is refused, not broken', async () => {
  const { ask, project } = await site()
  const issues = `/projects/${project.id}/issues`
  const json = { 'content-type': 'application/json' }
  const status = async (address: string, given: object = {}) => {
    const reply = await ask('root', address, given)
    expect(reply.body, `${address} ${reply.text.slice(0, 100)}`).toEqual(expect.objectContaining({}))
    return reply.status
  }
  expect(await status(`POST ${issues}`, { payload: '{"title":', headers: json })).toBe(400)
  expect(await status(`POST ${issues}`, { payload: '[1]', headers: json })).toBe(400)
  expect(await status(`POST ${issues}`, { payload: '"a"', headers: json })).toBe(400)
  expect(await status(`POST ${issues}`, { payload: `{"title":${'['.repeat(100_000)}`, headers: json })).toBe(400)
  expect(
    await status(`POST ${issues}`, { payload: `{"title":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, headers: json }),
  ).toBe(400)
  expect(await status(`POST ${issues}?a[b][c][d][e][f][g]=1`)).toBe(400)
  expect(await status(`POST ${issues}?title=%E0%A4%A`)).toBe(400)
  expect(await status('GET /projects/%E0%A4%A')).toBe(400)
  expect(await status('GET /projects/a%00b')).toBe(400)
  expect(await status('GET /user', { headers: { sudo: '1.5' } })).toBe(404)
  expect(await status('GET /user?sudo[]=1')).toBe(400)
  expect(await status(`POST ${issues}`, { payload: { sudo: 'a\u0000b' } })).toBe(404)
  const parts = { headers: { 'content-type': 'multipart/form-data' }, payload: 'abc' }
  expect(await status(`POST ${issues}`, parts)).toBe(400)
  const cut = {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x\r\ncontent-disposition: for',
  }
  expect(await status(`POST ${issues}`, cut)).toBe(400)
  // Fields beside files are kept in memory: many of strangers, or too many of anyone, are refused before their end.
  const long = (bytes: number) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: `--x\r\ncontent-disposition: form-data; name="title"\r\n\r\na\r\n${`--x\r\ncontent-disposition: form-data; name="b"\r\n\r\n${'%'.repeat(bytes)}\r\n`.repeat(4)}--x--\r\n`,
  })
  expect(await status(`POST ${issues}`, long(1000))).toBe(201)
  expect(await status(`POST ${issues}`, long(500_000))).toBe(201)
  expect(await status(`POST ${issues}`, long(1_100_000))).toBe(413)
  expect((await ask('anon', `POST ${issues}`, long(500_000))).status).toBe(401)
  expect(await status(`GET /projects/${'a'.repeat(3000)}`)).toBe(404)
  expect(await status(`GET /projects/${'a'.repeat(9000)}`)).toBe(414)
  expect(await status(`GET ${issues}/1e5`)).toBe(400)
  expect(await status(`POST ${issues}`, { payload: JSON.stringify({ title: 'a\u0000b' }), headers: json })).toBe(400)
  expect(await status(`POST ${issues}`, { payload: '{"title":"\\ud800"}', headers: json })).toBe(201)
  expect(await status(`POST ${issues}`, { payload: '{"__proto__":{"title":"a"}}', headers: json })).toBe(400)
  const large = await ask('root', `POST ${issues}`, {
    payload: JSON.stringify({ title: 'a', description: 'x'.repeat(13_000_000) }),
    headers: json,
  })
  expect([large.status, large.body]).toEqual([413, { message: '413 Request Entity Too Large' }])
})

test('PLATFORM-011 former paths lead readers on and take no changes', async () => {
  const { ask, as, build } = await site()
  const project = await build.project({
    path: 'before',
    visibility: 'public',
    parent: await build.group({ path: 'mill', visibility: 'public' }),
  })
  await as('root').call(updateProject, { id: project.id, path: 'after' })
  const moved = await ask('root', 'GET /projects/mill%2Fbefore/issues?state=opened')
  expect([moved.status, moved.headers.location]).toEqual([
    301,
    `http://weft.test/api/v4/projects/${project.id}/issues?state=opened`,
  ])
  expect((await ask('root', 'POST /projects/mill%2Fbefore/issues', { payload: { title: 'a' } })).status).toBe(405)
  expect((await ask('root', 'GET /projects/mill%2Fafter')).status).toBe(200)
  expect((await ask('root', 'GET /projects/mill/after')).status).toBe(404)
})

test('PLATFORM-011 the suffix .json, HEAD and other origins are known', async () => {
  const { ask, project } = await site()
  for (const address of [
    '/projects.json',
    '/version.json',
    `/projects/${project.id}.json`,
    `/projects/${project.id}/issues.json?state=all`,
  ])
    expect((await ask('root', `GET ${address}`)).status, address).toBe(200)
  const head = await ask('root', `HEAD /projects/${project.id}/issues`)
  expect([head.status, head.text, head.headers['x-total']]).toEqual([200, '', '0'])
  const read = await ask('root', `GET /projects/${project.id}`)
  expect(read.headers).toMatchObject({ 'access-control-allow-origin': '*', 'content-type': 'application/json' })
  expect(read.headers['access-control-expose-headers']).toContain('X-Total-Pages')
  const preflight = await ask('anon', `OPTIONS /projects/${project.id}`)
  expect(preflight.status).toBe(204)
  expect(String(preflight.headers['access-control-allow-headers']).toLowerCase()).toContain('private-token')
  expect((await ask('anon', 'GET /nothing')).headers['access-control-allow-origin']).toBe('*')
})

test('PLATFORM-011 a delete is held to what the caller last saw', async () => {
  const { ask, build, project, users, db } = await site()
  const issue = await build.issue({ updatedAt: '2026-03-05T10:00:00.500Z' })
  const note = await build.note({ issuableId: issue.id, authorId: users.rita.id })
  await db.updateTable('notes').set({ updatedAt: '2026-03-05T10:00:00.500Z' }).where('id', '=', note.id).execute()
  const address = `/projects/${project.id}/issues/${issue.iid}`
  const remove = (what: string, since: string) =>
    ask('root', `DELETE ${address}${what}`, { headers: { 'if-unmodified-since': since } })
  for (const what of [`/notes/${note.id}`, '']) {
    expect(await remove(what, 'Thu, 05 Mar 2026 09:59:59 GMT')).toMatchObject({
      status: 412,
      body: { message: '412 Precondition Failed' },
    })
    expect((await ask('root', `GET ${address}${what}`)).status).toBe(200)
    expect((await remove(what, 'Thu, 05 Mar 2026 10:00:00 GMT')).status).toBe(204)
    expect((await ask('root', `GET ${address}${what}`)).status).toBe(404)
  }
})

test('PLATFORM-011 what one person may ask in a minute has a limit, and the answers tell it', async () => {
  const { ask, project } = await site({ settings: { RATE_LIMITS: 'on' } })
  const first = await ask('nina', 'GET /version')
  expect(first.headers).toMatchObject({
    'ratelimit-name': 'throttle_authenticated_api',
    'ratelimit-observed': '1',
    'ratelimit-limit': expect.stringMatching(/^\d+$/),
    'ratelimit-reset': expect.stringMatching(/^\d{10}$/),
  })
  expect((await ask('nina', 'GET /version')).headers['ratelimit-observed']).toBe('2')
  expect((await ask('anon', 'GET /projects')).headers['ratelimit-name']).toBe('throttle_unauthenticated_api')
  const replies = []
  for (let asked = 0; asked < 31; asked += 1)
    replies.push(await ask('root', `GET /projects/${project.id}/search?scope=issues&search=loom`))
  expect(replies.slice(0, 30).map(each => each.status)).toEqual(Array(30).fill(200))
  expect(replies[30]).toMatchObject({
    status: 429,
    body: { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  })
})

test('a request cannot name another site as its own', async () => {
  const { app, ask } = await site()
  expect((await app.inject('//')).statusCode).toBe(404)
  expect((await app.inject('///elsewhere.test/api/v4/projects')).statusCode).toBe(404)
  const listed = await ask('root', 'GET /projects', { headers: { host: 'elsewhere.test' } })
  expect(listed.headers.link).toContain('<http://weft.test/api/v4/projects')
})

test('PLATFORM-011 a very long answer is not hashed', async () => {
  const { ask, build, project } = await site()
  for (let count = 0; count < 2; count += 1) await build.issue({ description: 'y'.repeat(600_000) })
  const answer = await ask('root', `GET /projects/${project.id}/issues`)
  expect([answer.status, answer.headers.etag]).toEqual([200, undefined])
})

test('PLATFORM-011 a read that has not changed is answered by 304 and no body', async () => {
  const { ask, project, build } = await site()
  const address = `GET /projects/${project.id}/issues`
  await build.issue()
  const first = await ask('root', address)
  const etag = String(first.headers.etag)
  expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/)
  for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
    const again = await ask('root', address, { headers: { 'if-none-match': known } })
    expect([again.status, again.text, again.headers['content-type']]).toEqual([304, '', undefined])
    expect(again.headers).toMatchObject({ etag, 'x-total': '1' })
  }
  expect((await ask('olga', address, { headers: { 'if-none-match': 'W/"other"' } })).status).toBe(200)
  await build.issue()
  const changed = await ask('root', address, { headers: { 'if-none-match': etag } })
  expect(changed.status).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
  expect((await ask('root', 'GET /projects/999999999', { headers: { 'if-none-match': '*' } })).status).toBe(404)
})

test.each([
  ['JSON null', { payload: { milestone_id: null } }],
  ['JSON 0', { payload: { milestone_id: 0 } }],
  ['an empty parameter', { query: { milestone_id: '' } }],
  ['the word null', { query: { milestone_id: 'null' } }],
])('PLATFORM-011 %s takes the milestone of an issue away', async (_what, given) => {
  const { ask, project, build } = await site()
  const milestone = await build.milestone({ title: 'Warp' })
  const issue = await build.issue({ milestoneId: milestone.id })
  const changed = await ask('root', `PUT /projects/${project.id}/issues/${issue.iid}`, given)
  expect([changed.status, changed.body]).toMatchObject([200, { milestone: null }])
})
