import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approveMergeRequest } from '#contract/code/merge-requests/approvals.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { getMail, listMails } from '#contract/foundation/settings.ts'
import { groupMergeRequestsCsv, mergeRequestsCsv } from '#contract/plan/lists/csv-exports.ts'
import { codeWorld } from '#test/world/code.ts'
import { outcomeOf } from '#test/world/world.ts'

async function listed() {
  const built = await codeWorld()
  const { as, commit, project, users } = built
  await commit({ 'a.txt': 'one\n' })
  await commit({ 'b.txt': 'two\n' }, { branch: 'warp' })
  const open = (given: object) =>
    as('dan').call(createMergeRequest, {
      id: project.id,
      sourceBranch: 'warp',
      targetBranch: 'main',
      title: '',
      ...given,
    })
  const { iid } = await open({ title: '=cmd()', labels: ['ui'], reviewerIds: [users.rita.id] })
  await commit({ 'c.txt': 'three\n' }, { branch: 'weft' })
  await open({ title: 'Draft: Weft', sourceBranch: 'weft' })
  await as('mina').call(approveMergeRequest, { id: project.id, mergeRequestIid: iid })
  return { ...built, asked: { namespace: project.fullPath } }
}

test('LIST-023 PERM-015 the merge requests that a filter finds are exported as CSV, and nothing in it runs as a formula', async () => {
  const { as, asked } = await listed()
  const body = async (given: object) => (await as('rita').reply(mergeRequestsCsv.download, { ...asked, ...given })).body
  const [header, row, ...more] = String(await body({ labels: ['ui'] })).split('\r\n')
  expect(more).toEqual([''])
  expect(header).toMatch(
    /^\ufeffID,IID,Title,Description,URL,State,Draft,Locked,Source Project,Source Branch,Target Branch,/,
  )
  expect(row).toMatch(
    /^\d+,1,'=cmd\(\),,http:\/\/weft.test\/weft\/loom\/-\/merge_requests\/1,Open,No,No,weft\/loom,warp,main,,ui,Dan,dan,,,Rita,rita,Mina,mina,,,/,
  )
  expect(String(await body({})).split('\r\n')).toHaveLength(4)
  expect(String(await body({ reviewerUsername: 'nina' })).split('\r\n')).toHaveLength(2)
  expect(await outcomeOf(as('nina').call(mergeRequestsCsv.download, asked))).toBe('not_found')
  expect(await outcomeOf(as('anon').call(mergeRequestsCsv.mail, asked))).toBe('not_found')
  const wrong = { ...asked, reviewerId: 1, reviewerUsername: 'rita' }
  expect(await outcomeOf(as('rita').call(mergeRequestsCsv.mail, wrong))).toBe('malformed')
})

test('LIST-023 PERM-002 the export of a group has the merge requests of its projects that the reader may know of', async () => {
  const { as, db, group, project } = await listed()
  const download = async (who: 'rita' | 'gus') =>
    String((await as(who).reply(groupMergeRequestsCsv.download, { namespace: group.fullPath, wip: 'yes' })).body)
  const [header, row, ...more] = (await download('rita')).split('\r\n')
  expect([header, more]).toEqual([expect.stringMatching(/^\ufeffID,IID,Title,Description,Project,URL,/), ['']])
  expect(row).toMatch(/^\d+,2,Draft: Weft,,weft\/loom,http/)
  await sql`update projects set merge_requests_access_level = 'disabled' where id = ${project.id}`.execute(db)
  expect((await download('gus')).split('\r\n')).toHaveLength(2)
  expect(await outcomeOf(as('nina').call(groupMergeRequestsCsv.mail, { namespace: group.fullPath }))).toBe('not_found')
})

test('LIST-002 PERM-002 merge requests are mailed with the rights that the person has when the file is made', async () => {
  const { as, asked, db, deliver, users } = await listed()
  const mailed = async () => as('root').call(listMails, { search: 'Exported merge requests' })
  await as('rita').call(mergeRequestsCsv.mail, asked)
  await as('dan').call(mergeRequestsCsv.mail, { ...asked, wip: 'yes' })
  await sql`delete from members where user_id = ${users.rita.id}`.execute(db)
  await deliver()
  const [mail, ...more] = await mailed()
  expect(more).toEqual([])
  expect(await as('root').call(getMail, { id: mail?.id ?? 0 })).toMatchObject({
    recipient: 'dan@weft.test',
    subject: 'Loom | Exported merge requests',
    text: expect.stringContaining('The CSV export of 1 merge request from Weft / Loom is attached.'),
    file: { name: expect.stringMatching(/^loom-merge-requests-[\d-]+\.csv$/) },
  })
})
