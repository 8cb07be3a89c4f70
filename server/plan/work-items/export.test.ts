import { expect, test } from 'vitest'
import { getMail, getMailFile, listMails } from '#contract/foundation/settings.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

async function exporting() {
  const here = await world()
  const { as, deliver } = here
  const request = async (who: Member, args: string, name = 'workItemsCsvExport') => {
    const { data, errors } = await askGraphql(
      as(who).ctx,
      `mutation { ${name}(input: { projectPath: "weft/loom", ${args} }) { message errors } }`,
    )
    return errors[0]?.message ?? data[name]
  }
  const fileFor = async () => {
    await deliver()
    const [mail] = await as('root').call(listMails, { search: 'Exported work items' })
    const { file } = await as('root').call(getMail, { id: mail?.id ?? 0 })
    const { body } = await as('root').reply(getMailFile, { id: mail?.id ?? 0 })
    return { recipient: mail?.recipient, name: file?.name, lines: String(body).trimEnd().split('\r\n') }
  }
  return { ...here, request, fileFor }
}

const started = { message: 'Export started. The file will be emailed to you.', errors: [] }

test('LIST-002 the work items of a project that match a filter are sent with the columns that are asked for', async () => {
  const { build, db, request, fileFor } = await exporting()
  const above = await build.issue({ title: 'Above' })
  const task = await build.issue({ title: '=cmd()', type: 'task', weight: 3 })
  await db.updateTable('issuables').set({ parentId: above.id }).where('id', '=', task.id).execute()
  await build.issue({ title: 'Hidden', type: 'task', confidential: true })
  const asked = `types: [TASK], parentWildcardId: ANY, selectedFields: [TITLE, TYPE, WEIGHT, PARENT_TITLE, CREATED_AT, TITLE]`
  expect(await request('gus', asked)).toEqual(started)
  expect(await request('gus', asked)).toEqual({
    message: null,
    errors: ['Your last export is still being prepared. Try again when you have received it'],
  })
  const file = await fileFor()
  expect(file).toMatchObject({
    recipient: 'gus@weft.test',
    name: expect.stringMatching(/^loom-work-items-[\d-]+\.csv$/),
  })
  expect(file.lines).toEqual([
    '\ufeffTitle,Type,Weight,Parent Title,Created At (UTC)',
    expect.stringMatching(/^'=cmd\(\),Task,3,Above,\d{4}-/),
  ])
})

test('LIST-002 an export without columns has all of them, and a wrong filter is refused at once', async () => {
  const { build, request, fileFor } = await exporting()
  await build.issue({ title: 'One' })
  expect(await request('rita', 'parentIds: ["gid://gitlab/WorkItem/1"], parentWildcardId: NONE')).toEqual({
    message: null,
    errors: ['Only one of [parentIds, parentWildcardId] arguments is allowed at the same time.'],
  })
  expect(await request('rita', 'selectedFields: []', 'workItemExport')).toEqual(started)
  const [heading = ''] = (await fileFor()).lines
  expect(heading.split(',')).toHaveLength(25)
  expect(heading).toMatch(/^\ufeffID,IID,Title,Description,Type,URL,.*,Time Spent,Weight$/)
})

test('PERM-015 only people who can see the work items export them', async () => {
  const { as, request } = await exporting()
  expect(await request('nina', '')).toContain('does not exist')
  const { errors } = await askGraphql(
    as('anon').ctx,
    'mutation { workItemsCsvExport(input: { projectPath: "weft/loom" }) { message } }',
  )
  expect(errors).toHaveLength(1)
})
