import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getMail, getMailFile, listMails } from '#contract/foundation/settings.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { groupIssuesCsv, issuesCsv } from '#contract/plan/lists/csv-exports.ts'
import { dayAt } from '#server/platform/text/time-zone.ts'
import { slices } from '#server/slices.ts'
import { outcomeOf, type World, world } from '#test/world/world.ts'
import { mailExport } from './mail-csv.ts'

const csvAnswers = slices.flatMap(slice => slice.answers ?? [])

const mailed = async ({ as }: World) => {
  const mails = (await as('root').call(listMails, { search: 'Exported issues' })).map(({ id }) => id)
  return Promise.all(mails.map(id => as('root').call(getMail, { id })))
}

test('LIST-002 LIST-023 an export is sent to the person who asks, with the file, once', async () => {
  const here = await world()
  const { as, build, project } = here
  await build.issue({ title: '=cmd()', weight: 3 })
  await build.issue({ title: 'Other' })
  await build.issue({ title: 'Secret', weight: 3, confidential: true })
  const asked = { namespace: project.fullPath, weight: 3 }
  expect(await as('gus').reply(issuesCsv.mail, asked)).toMatchObject({ status: 202 })
  expect(await outcomeOf(as('gus').call(issuesCsv.mail, asked))).toBe('conflict')
  await here.deliver()
  const [mail, ...more] = await mailed(here)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    recipient: 'gus@weft.test',
    subject: 'Loom | Exported issues',
    file: { name: expect.stringMatching(/^loom-issues-[\d-]+\.csv$/) },
  })
  expect(mail?.text).toContain('The CSV export of 1 issue from Weft / Loom is attached.')
  const { body } = await as('root').reply(getMailFile, { id: mail?.id ?? 0 })
  const lines = String(body).split('\r\n')
  expect([lines.length, lines[1]]).toEqual([3, expect.stringContaining("'=cmd()")])
  // The job again, as after a kill before it was over.
  const { rows } = await sql<{ id: number }>`select id from list_exports`.execute(here.db)
  await mailExport(as('gus').ctx, rows[0]?.id ?? 0)
  expect(await mailed(here)).toHaveLength(1)
  expect(await outcomeOf(as('gus').call(issuesCsv.mail, asked))).toBe('ok')
})

test('LIST-002 PERM-002 the issues of a group are sent with the permissions of the moment when the file is made', async () => {
  const here = await world()
  await here.build.issue({ title: 'Plain' })
  await here.build.issue({ title: 'Secret', confidential: true })
  await here.as('dan').call(groupIssuesCsv.mail, { namespace: here.group.fullPath })
  await here.db.updateTable('members').set({ accessLevel: 10 }).where('userId', '=', here.users.dan.id).execute()
  await here.deliver()
  const [mail] = await mailed(here)
  expect(mail?.text).toContain('The CSV export of 1 issue from Weft is attached.')
})

test('LIST-002 a file at the size limit ends with a whole line, and the email says that it is incomplete', async () => {
  const here = await world()
  const { id } = await here.build.issue({ title: 'Long' })
  await sql`insert into issuables (namespace_id, series, type, iid, title, title_html, author_id, state, description)
    select namespace_id, series, type, iid + n, 'Long ' || n, '', author_id, state, repeat('woven ', 100000)
    from issuables, generate_series(1, 30) n where id = ${id}`.execute(here.db)
  await here.as('rita').call(issuesCsv.mail, { namespace: here.project.fullPath })
  await here.deliver()
  const [mail] = await mailed(here)
  expect(mail?.text).toContain('The file is limited to 15 MB and contains the first 25 of 31 issues.')
  expect(mail?.file?.sizeBytes).toBeLessThanOrEqual(15_000_000)
  const body = String((await here.as('root').reply(getMailFile, { id: mail?.id ?? 0 })).body)
  expect(body.split('\r\n')).toHaveLength(27)
})

test('PERM-015 an export is sent only to people who can see the issues', async () => {
  const { as, project } = await world()
  const asked = { namespace: project.fullPath }
  expect(await outcomeOf(as('nina').call(issuesCsv.mail, asked))).toBe('not_found')
  expect(await outcomeOf(as('anon').call(issuesCsv.mail, asked))).toBe('not_found')
})

test('LIST-002 LIST-023 relative days of an export are days of the person who asked for it', async () => {
  const here = await world()
  const { as, build, project } = here
  const { ctx } = as('rita')
  await as('rita').call(updateIssue, { ...(await build.issue()).ref, dueDate: dayAt(ctx.now, 'Etc/GMT+12') })
  const mail = csvAnswers.find(({ operation }) => operation === issuesCsv.mail)
  // There it is always one day, and here a later one.
  for (const timeZone of ['Etc/GMT+12', 'Pacific/Kiritimati']) {
    const asked = { namespace: project.fullPath, dueAfter: 'today' }
    await mail?.run({ ...ctx, timeZone }, asked as never)
    await here.deliver()
  }
  expect((await mailed(here)).map(({ text }) => /export of \d/.exec(text)?.[0])).toEqual(['export of 0', 'export of 1'])
})

test('LIST-002 a filter that the list refuses is refused at once, not by the job', async () => {
  const { as, project } = await world()
  const asked = { namespace: project.fullPath }
  for (const wrong of [{ epicId: 'x' }, { milestone: 'One', milestoneId: 1 }, { iterationId: 'x' }]) {
    expect(await outcomeOf(as('rita').call(issuesCsv.mail, { ...asked, ...wrong }))).toBe('malformed')
    expect(await outcomeOf(as('rita').call(issuesCsv.post, { ...asked, ...wrong }))).toBe('malformed')
  }
  expect(await outcomeOf(as('rita').call(issuesCsv.mail, asked))).toBe('ok')
})

test('LIST-002 a person can have 10 exports an hour mailed', async () => {
  const here = await world()
  const asked = { namespace: here.project.fullPath }
  const outcomes: string[] = []
  for (let count = 0; count < 11; count += 1) {
    outcomes.push(await outcomeOf(here.as('rita').call(issuesCsv.mail, asked)))
    await here.deliver()
  }
  expect(outcomes).toEqual([...Array<string>(10).fill('ok'), 'rate_limited'])
  expect(await outcomeOf(here.as('dan').call(issuesCsv.mail, asked))).toBe('ok')
})
