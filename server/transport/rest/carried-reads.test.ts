import { describe, expect, test } from 'vitest'
import { announcement } from '#server/platform/events/log.ts'
import { appWorld } from '#test/world/app.ts'

/** A user's page that saves, with its reads in the reply. */
async function saving() {
  const made = await appWorld()
  const save = async (userId: number, iid: number, values: object, reads: readonly (readonly [string, object])[]) => {
    const cookie = await made.session(userId)
    const { body, headers, statusCode } = await made.app.inject({
      method: 'PUT',
      url: `/${encodeURIComponent(made.project.fullPath)}/-/issues/${iid}.json`,
      headers: {
        cookie: `_weft_session=${cookie}`,
        'x-csrf-token': 'the-token',
        'x-weft-write': 'page-1',
        'x-weft-reads': encodeURIComponent(JSON.stringify(reads)),
      },
      payload: { issue: values },
    })
    return { status: statusCode, carries: 'x-weft-reads' in headers, body: JSON.parse(body) }
  }
  const pageOf = (iid: number) => ['getIssuePage', { namespace: made.project.fullPath, iid }] as const
  return { ...made, save, pageOf }
}

test('SIDE-014 the answer of a save brings what the page asks for, as it is after the commit', async () => {
  const { save, pageOf, build, users, project } = await saving()
  const issue = await build.issue({ title: 'Loom' })
  const poll = [
    'pollNotes',
    { namespace: project.fullPath, target_type: 'issue', target_id: issue.id, last_fetched_at: 0 },
  ] as const
  const saved = await save(users.rita.id, issue.iid, { title: 'Loud' }, [pageOf(issue.iid), poll])
  expect(saved).toMatchObject({
    status: 200,
    carries: true,
    body: {
      answer: { title: 'Loud' },
      reads: [{ issue: { title: 'Loud' } }, { notes: [{ system: true, note: expect.stringContaining('Loud') }] }],
    },
  })
})

test('SIDE-014 a save that fails is answered alone', async () => {
  const { save, pageOf, build, users } = await saving()
  const issue = await build.issue()
  expect(await save(users.rita.id, issue.iid, { title: '' }, [pageOf(issue.iid)])).toMatchObject({
    status: 422,
    carries: false,
    body: { errors: ["Title can't be blank"] },
  })
})

test('PERM-003 a save brings nothing that its actor may not read, and changes nothing besides', async () => {
  const { save, pageOf, build, users, project, db } = await saving()
  const issue = await build.issue()
  const secret = await build.issue({ confidential: true, authorId: users.olga.id })
  const mine = await build.issue({ authorId: users.gus.id })
  const remove = ['deleteIssueEntity', { namespace: project.fullPath, iid: issue.iid, destroy_confirm: true }] as const
  const { body } = await save(users.gus.id, mine.iid, { title: 'Loud' }, [pageOf(secret.iid), remove, pageOf(mine.iid)])
  expect(body.reads).toEqual([null, null, expect.objectContaining({ permissions: expect.anything() })])
  expect(await db.selectFrom('issuables').select('id').where('id', '=', issue.id).execute()).toHaveLength(1)
})

describe('a write that changes what its actor may read brings what they may read after it', () => {
  /** A write by session, and its reply. */
  async function write(
    { app, session }: Awaited<ReturnType<typeof saving>>,
    userId: number,
    method: 'PUT' | 'DELETE',
    url: string,
    read: readonly [string, object],
  ) {
    const { body, headers, statusCode } = await app.inject({
      method,
      url,
      headers: {
        cookie: `_weft_session=${await session(userId)}`,
        'x-csrf-token': 'the-token',
        'x-weft-reads': encodeURIComponent(JSON.stringify([read])),
      },
    })
    expect(statusCode).toBeLessThan(300)
    return 'x-weft-reads' in headers ? JSON.parse(body).reads : 'alone'
  }

  test('PERM-003 an administrator who gives up the rights of one', async () => {
    const made = await saving()
    const { build, db, users } = made
    await db.updateTable('users').set({ isAdmin: true }).where('id', '=', users.nina.id).execute()
    const { iid } = await build.issue()
    const reads = await write(
      made,
      users.nina.id,
      'PUT',
      `/api/v4/users/${users.nina.id}?admin=false`,
      made.pageOf(iid),
    )
    expect(reads).toEqual([null])
  })

  test('PERM-003 a member who leaves', async () => {
    const made = await saving()
    const { build, project, users } = made
    const { iid } = await build.issue()
    const member = `/api/v4/projects/${project.id}/members/${users.rita.id}`
    expect(await write(made, users.rita.id, 'DELETE', member, made.pageOf(iid))).toEqual([null])
  })

  test('PERM-003 somebody who signs out', async () => {
    const made = await saving()
    const { iid } = await made.build.issue()
    expect(await write(made, made.users.rita.id, 'DELETE', '/-/sessions/current', made.pageOf(iid))).toBe('alone')
  })
})

test('PERM-003 a write by token is answered alone: its scopes may not cover what it asks to read', async () => {
  const { app, build, token, users, pageOf } = await saving()
  const issue = await build.issue()
  const { headers, statusCode } = await app.inject({
    method: 'POST',
    url: '/api/v4/personal_access_tokens/self/rotate',
    headers: {
      'private-token': await token(users.rita.id, ['self_rotate']),
      'x-weft-reads': encodeURIComponent(JSON.stringify([pageOf(issue.iid)])),
    },
  })
  expect(statusCode).toBe(200)
  expect(headers).not.toHaveProperty('x-weft-reads')
})

test('a save brings pages alone, and each read in its place', async () => {
  const { save, pageOf, build, users, project } = await saving()
  const { iid } = await build.issue()
  const archive = ['showArchive', { namespace: project.fullPath, path: 'main.zip' }] as const
  const broken = ['getIssuePage', []] as const
  const { body } = await save(users.rita.id, iid, { title: 'Loud' }, [archive, broken, pageOf(iid)])
  expect(body.reads).toEqual([null, null, expect.objectContaining({ permissions: expect.anything() })])
})

test('a live message names the write that changed its topics, unless several did', () => {
  const draft = (write_id: string | null, ...topics: string[]) => ({ topics, write_id })
  expect(announcement([draft('7.a', 'issue:1'), draft('7.a', 'issues:2')])).toBe(
    '{"topics":["issue:1","issues:2"],"by":"7.a"}',
  )
  expect(announcement([draft('7.a', 'issue:1'), draft('8.b', 'issue:1')])).toBe('["issue:1"]')
  expect(announcement([draft(null, 'issue:1')])).toBe('["issue:1"]')
  expect(announcement([draft('7.a')])).toBeNull()
})
