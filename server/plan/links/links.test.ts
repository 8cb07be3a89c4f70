import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { completeIssues } from '#contract/discuss/completion.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssuePage, getNewIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { deleteIssue, getIssue, listProjectIssues, updateIssue } from '#contract/plan/issues/issues.ts'
import {
  addLinkedIssues,
  createIssueLink,
  deleteIssueLink,
  getIssueLink,
  listIssueLinks,
  listLinkedIssues,
  removeLinkedIssue,
  reorderLinkedIssue,
} from '#contract/plan/work-items/links.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'
import { splitReferences } from './references.ts'

const site = 'http://weft.test'

async function scene() {
  const w = await world()
  const one = await w.build.issue({ title: 'one' })
  const two = await w.build.issue({ title: 'two' })
  const at = { namespace: w.project.fullPath, iid: one.iid }
  return {
    ...w,
    one,
    two,
    at,
    ref: { id: w.project.id, issueIid: one.iid },
    to: { targetProjectId: w.project.id, targetIssueIid: two.iid },
  }
}

test('RELATED-009 RELATED-010 RELATED-011 references are split at spaces, numbers get their sign, each stands once', () => {
  expect(splitReferences('#1 #2')).toEqual(['#1', '#2'])
  expect(splitReferences(' 12\n\tweft/loom#3,#12 ')).toEqual(['#12', 'weft/loom#3'])
  expect(splitReferences('  ')).toEqual([])
})

test('RELATED-026 RELATED-022 the API links two issues, and each lists the other', async () => {
  const { as, ref, to, two, one, project } = await scene()
  const made = await as('gus').reply(createIssueLink, { ...ref, ...to, linkType: 'blocks' })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ source_issue: { id: one.id }, target_issue: { id: two.id }, link_type: 'blocks' })
  const linkId = (made.body as { id: number }).id
  expect(await as('rita').call(listIssueLinks, ref)).toMatchObject([
    { id: two.id, iid: two.iid, issueLinkId: linkId, linkType: 'blocks', references: { relative: `#${two.iid}` } },
  ])
  const other = { id: project.id, issueIid: two.iid }
  expect(await as('rita').call(listIssueLinks, other)).toMatchObject([{ id: one.id, linkType: 'is_blocked_by' }])
  expect(await as('rita').call(getIssueLink, { ...other, issueLinkId: linkId })).toMatchObject({
    sourceIssue: { id: two.id },
    targetIssue: { id: one.id },
    linkType: 'is_blocked_by',
  })
  const again = await as('gus').reply(createIssueLink, { ...ref, ...to })
  expect([again.status, again.body]).toMatchObject([409, { message: expect.stringContaining('already assigned') }])
  const gone = await as('gus').reply(deleteIssueLink, { ...other, issueLinkId: linkId })
  expect([gone.status, gone.body]).toMatchObject([200, { id: linkId, link_type: 'is_blocked_by' }])
  expect(await as('rita').call(listIssueLinks, ref)).toEqual([])
  expect((await as('gus').reply(deleteIssueLink, { ...other, issueLinkId: linkId })).status).toBe(404)
})

test('the API lists all links of an issue, or a page of those that the reader may know of', async () => {
  const { as, ref, build, one, project } = await scene()
  for (let number = 0; number < 25; number += 1) {
    const { iid } = await build.issue({ confidential: number % 5 === 0 })
    await as('dan').call(createIssueLink, { ...ref, targetProjectId: project.id, targetIssueIid: iid })
  }
  const list = async (asked: { readonly page?: number; readonly perPage?: number }) => {
    const { body, headers } = await as('gus').reply(listIssueLinks, { ...ref, ...asked })
    // The wire of a list of issues.
    return { ids: (body as readonly { readonly id: number }[]).map(each => each.id), headers }
  }
  const all = await list({})
  expect(all.ids).toHaveLength(20)
  expect(all.headers['x-total']).toBeUndefined()
  expect(all.ids).not.toContain(one.id)
  const second = await list({ page: 2, perPage: 8 })
  expect(second.ids).toEqual(all.ids.slice(8, 16))
  expect(second.headers).toMatchObject({ 'x-total': '20', 'x-total-pages': '3', 'x-next-page': '3' })
  expect((await list({ page: 3, perPage: 8 })).ids).toEqual(all.ids.slice(16))
})

test('PERM-002 linking is for members of both projects, and a hidden target does not exist', async () => {
  const { as, ref, to, build, one, project, users } = await scene()
  const outcome = async (who: Parameters<typeof as>[0], input: object) =>
    (await as(who).reply(createIssueLink, { ...ref, ...to, ...input })).status
  expect(await outcome('nina', {})).toBe(404)
  expect(await outcome('anon', {})).toBe(404)
  const open = await build.project({ visibility: 'public' })
  const foreign = await build.issue({ projectId: open.id })
  expect(await outcome('gus', { targetProjectId: open.id, targetIssueIid: foreign.iid })).toBe(403)
  const secret = await build.issue({ confidential: true })
  expect(await outcome('gus', { targetIssueIid: secret.iid })).toBe(404)
  expect(await outcome('gus', { targetIssueIid: 9999 })).toBe(404)
  expect(await outcome('gus', { targetIssueIid: one.iid })).toBe(422)
  const shared = await build.project({ visibility: 'private', members: { [users.gus.id]: 10 } })
  const near = await build.issue({ projectId: shared.id })
  expect(await outcome('gus', { targetProjectId: shared.fullPath, targetIssueIid: near.iid })).toBe(201)
  // A user who is no member of the other project learns nothing of it, by any means.
  expect(await as('rita').call(listIssueLinks, ref)).toEqual([])
  expect(await as('rita').call(listLinkedIssues, { namespace: project.fullPath, iid: one.iid })).toEqual([])
  expect((await as('gus').call(listIssueLinks, ref)).map(each => each.id)).toEqual([near.id])
  expect((await as('rita').call(issueDiscussion.listNotes, ref)).map(note => note.body)).toEqual([])
  expect((await as('gus').call(issueDiscussion.listNotes, ref)).map(note => note.body)).toEqual([
    `marked this issue as related to ${shared.fullPath}#${near.iid}`,
  ])
})

test('RELATED-027 RELATED-023 the page links by references of every form, all or none', async () => {
  const { as, at, build, one, two, project } = await scene()
  const three = await build.issue({ title: 'three', weight: 3, dueDate: '2030-01-02', confidential: true })
  const four = await build.issue({ title: 'four' })
  const five = await build.issue({ title: 'five' })
  const issuableReferences = [
    `#${two.iid}`,
    `${project.fullPath}#${three.iid}`,
    `${site}/${project.fullPath}/-/issues/${four.iid}`,
    String(five.iid),
  ]
  const added = await as('rita').reply(addLinkedIssues, { ...at, issuableReferences, linkType: 'is_blocked_by' })
  expect(added.status).toBe(200)
  const { message, issuables } = added.body as { message: null; issuables: Record<string, unknown>[] }
  expect(message).toBeNull()
  expect(issuables.map(each => each.title)).toEqual(['two', 'three', 'four', 'five'])
  const linkId = issuables[1]?.link_id
  expect(issuables[1]).toEqual({
    id: three.id,
    iid: three.iid,
    link_id: linkId,
    link_type: 'is_blocked_by',
    title: 'three',
    title_html: null,
    confidential: true,
    state: 'opened',
    issue_type: 'issue',
    reference: `#${three.iid}`,
    path: `/${project.fullPath}/-/issues/${three.iid}`,
    milestone: null,
    assignees: [],
    weight: 3,
    due_date: '2030-01-02',
    created_at: expect.any(String),
    closed_at: null,
    merged_at: null,
    epic_issue_id: null,
    pipeline_status: null,
    relation_path: `/${project.fullPath}/-/issues/${one.iid}/links/${linkId}`,
    lock_issue_removal: false,
    locked_message: null,
  })
  expect((await as('gus').call(listLinkedIssues, at)).map(each => each.title)).toEqual(['two', 'four', 'five'])
  expect((await as('gus').call(getIssuePage, at)).linkedIssues.map(each => each.title)).toEqual(['two', 'four', 'five'])
})

test('RELATED-002 RELATED-003 PERM-002 members may link; the page offers it to those who plan', async () => {
  const { as, build, users } = await world()
  const project = await build.project({ visibility: 'public', members: { [users.gus.id]: 10, [users.rita.id]: 20 } })
  const one = await build.issue({ projectId: project.id })
  const two = await build.issue({ projectId: project.id })
  const at = { namespace: project.fullPath, iid: one.iid }
  for (const [who, may, isOffered] of [
    ['rita', true, true],
    ['gus', true, false],
    ['nina', false, false],
    ['anon', false, false],
  ] as const) {
    expect((await as(who).call(getIssuePage, at)).permissions).toMatchObject({ canLink: isOffered })
    const made = await as(who).reply(addLinkedIssues, { ...at, issuableReferences: [`#${two.iid}`] })
    expect(made.status === 200).toBe(may)
    const linkId = (await as('rita').call(listLinkedIssues, at))[0]?.linkId
    if (linkId !== undefined) await as('rita').call(removeLinkedIssue, { ...at, linkId })
  }
})

test('RELATED-022 PLATFORM-016 the page of a linked issue hears when the other is gone or kept from some', async () => {
  const { as, at, db, one, ref, to, two } = await scene()
  await as('gus').call(createIssueLink, { ...ref, ...to })
  const lastId = async () => (await sql<{ id: number }>`select max(id) as id from events`.execute(db)).rows[0]?.id
  const heard = async (since: number | undefined) => {
    const { rows } = await sql<{ told: boolean }>`
      select bool_or(${`issue:${one.id}`} = any(topics)) as told from events where id > ${since}`.execute(db)
    return rows[0]?.told
  }
  const before = await lastId()
  await as('rita').call(updateIssue, { id: ref.id, issueIid: two.iid, confidential: true })
  expect(await heard(before)).toBe(true)
  expect(await as('gus').call(listLinkedIssues, at)).toEqual([])
  const then = await lastId()
  await as('root').call(deleteIssue, { id: ref.id, issueIid: two.iid })
  expect(await heard(then)).toBe(true)
})

test('ERRMSG-055 RELATED-027 an issue that cannot be linked is refused with a sentence, and nothing is linked', async () => {
  const { as, at, build, one, two } = await scene()
  const open = await build.project({ visibility: 'public' })
  const foreign = await build.issue({ projectId: open.id })
  const add = async (...issuableReferences: string[]) => {
    const { status, body } = await as('rita').reply(addLinkedIssues, { ...at, issuableReferences })
    const { message, issuables } = body as { message: string | null; issuables: unknown[] }
    return [status, message, issuables.length]
  }
  expect(await add('#9999')).toEqual([404, 'Issue cannot be found.', 0])
  expect(await add(`#${two.iid}`, '#9999', 'words')).toEqual([404, 'Issue cannot be found. Check #9999, words.', 0])
  expect(await add('https://elsewhere.example/weft/loom/-/issues/1')).toEqual([404, 'Issue cannot be found.', 0])
  expect(await add(`${open.fullPath}#${foreign.iid}`)).toEqual([
    403,
    "Couldn't link issues. You must have at least the Guest role in both projects.",
    0,
  ])
  expect(await add(`#${one.iid}`)).toEqual([422, 'An issue cannot be linked to itself.', 0])
  expect(await add()).toEqual([422, 'Enter at least one issue to link.', 0])
  expect(await add(String(two.iid))).toEqual([200, null, 1])
  expect(await add(String(two.iid))).toEqual([409, `#${two.iid} is already linked.`, 1])
})

test('RELATED-021 an issue takes 1000 links and no more', async () => {
  const { as, at, build, one, two, db } = await scene()
  const more = await build.issue()
  // Bare rows: only their existence matters.
  await sql`insert into issuables (namespace_id, type, iid, title, author_id)
    select i.namespace_id, 'issue', 100000 + g, 'many', i.author_id from issuables i, generate_series(1, 999) g where i.id = ${one.id}`.execute(
    db,
  )
  await sql`insert into issuable_links (namespace_id, source_id, target_id)
    select i.namespace_id, ${one.id}, i.id from issuables i where i.title = 'many'`.execute(db)
  const add = async (...issuableReferences: string[]) =>
    (await as('rita').reply(addLinkedIssues, { ...at, issuableReferences })).status
  expect(await add(String(two.iid), String(more.iid))).toBe(422)
  expect(await add(String(two.iid))).toBe(200)
  expect((await as('rita').call(listLinkedIssues, at)).length).toBe(1000)
  expect(await add(String(more.iid))).toBe(422)
})

test('RELATED-028 RELATED-016 the order of the links is kept, and is each side’s own', async () => {
  const { as, at, build, one, two } = await scene()
  const three = await build.issue({ title: 'three' })
  const four = await build.issue({ title: 'four' })
  const issuableReferences = [two, three, four].map(each => `#${each.iid}`)
  await as('rita').call(addLinkedIssues, { ...at, issuableReferences })
  const shown = async () => (await as('gus').call(listLinkedIssues, at)).map(each => each.title)
  const ids = new Map((await as('rita').call(listLinkedIssues, at)).map(each => [each.title, each.linkId]))
  const link = (title: string) => ids.get(title) ?? 0
  await as('rita').call(reorderLinkedIssue, { ...at, linkId: link('four'), moveAfterId: link('two') })
  expect(await shown()).toEqual(['four', 'two', 'three'])
  await as('rita').call(reorderLinkedIssue, {
    ...at,
    linkId: link('four'),
    epic: { moveAfterId: null, moveBeforeId: link('two') },
  })
  expect(await shown()).toEqual(['two', 'four', 'three'])
  const later = await build.issue({ title: 'later' })
  await as('rita').call(addLinkedIssues, { ...at, issuableReferences: [`#${later.iid}`] })
  expect(await shown()).toEqual(['two', 'four', 'three', 'later'])
  const unknown = await as('rita').reply(reorderLinkedIssue, { ...at, linkId: link('four'), moveBeforeId: 1 })
  expect(unknown.status).toBe(404)
  expect((await as('nina').reply(reorderLinkedIssue, { ...at, linkId: link('four') })).status).toBe(404)
  const back = { ...at, iid: two.iid }
  expect((await as('gus').call(listLinkedIssues, back)).map(each => each.id)).toEqual([one.id])
})

test('RELATED-029 RELATED-018 removing answers with the remaining links; a link into a foreign project stays', async () => {
  const { as, at, build, project, two, users } = await scene()
  const open = await build.project({ visibility: 'public', members: { [users.rita.id]: 10 } })
  const foreign = await build.issue({ projectId: open.id, title: 'foreign' })
  const { issuables } = await as('rita').call(addLinkedIssues, {
    ...at,
    issuableReferences: [`#${two.iid}`, `${open.fullPath}#${foreign.iid}`],
  })
  const [near, far] = issuables
  expect(far).toMatchObject({ reference: `${open.fullPath}#${foreign.iid}`, lockIssueRemoval: false })
  const seen = await as('dan').call(listLinkedIssues, at)
  expect(seen[1]).toMatchObject({
    relationPath: null,
    lockIssueRemoval: true,
    lockedMessage: `Only members of ${open.fullPath} can remove this link.`,
  })
  expect((await as('dan').reply(removeLinkedIssue, { ...at, linkId: far?.linkId ?? 0 })).status).toBe(403)
  const left = await as('dan').call(removeLinkedIssue, { ...at, linkId: near?.linkId ?? 0 })
  expect(left.issuables.map(each => each.title)).toEqual(['foreign'])
  expect((await as('dan').reply(removeLinkedIssue, { ...at, linkId: near?.linkId ?? 0 })).status).toBe(404)
  const bodies = async (iid: number) =>
    (await as('dan').call(issueDiscussion.listNotes, { id: project.id, issueIid: iid, sort: 'asc' })).map(
      note => note.body,
    )
  expect(await bodies(two.iid)).toEqual([
    `marked this issue as related to #${at.iid}`,
    `removed the relation with #${at.iid}`,
  ])
})

test('PLATFORM-011 an issue counts the open issues it blocks, as far as the reader knows of them', async () => {
  const { as, at, ref, build, two } = await scene()
  const secret = await build.issue({ confidential: true })
  const done = await build.issue({ state: 'closed' })
  const issuableReferences = [two, secret, done].map(each => `#${each.iid}`)
  await as('rita').call(addLinkedIssues, { ...at, issuableReferences, linkType: 'blocks' })
  expect((await as('rita').call(getIssue, ref)).blockingIssuesCount).toBe(2)
  expect((await as('gus').call(getIssue, ref)).blockingIssuesCount).toBe(1)
  expect((await as('root').call(getIssue, ref)).blockingIssuesCount).toBe(2)
  const listed = await as('gus').call(listProjectIssues, { id: ref.id, iids: [at.iid] })
  expect(listed[0]?.blockingIssuesCount).toBe(1)
})

test('FORM-038 ISSUE-021 an issue includes its blockers; closing by the API needs no confirmation', async () => {
  const { as, at, ref, build, two, project } = await scene()
  const secret = await build.issue({ confidential: true })
  const issuableReferences = [`#${two.iid}`, `#${secret.iid}`]
  await as('rita').call(addLinkedIssues, { ...at, issuableReferences, linkType: 'is_blocked_by' })
  expect((await as('gus').call(getIssueEntity, at)).blockedByIssues).toEqual([
    { iid: two.iid, webUrl: `${site}/${project.fullPath}/-/issues/${two.iid}` },
  ])
  expect((await as('rita').call(updateIssue, { ...ref, stateEvent: 'close' })).state).toBe('closed')
})

test('RELATED-014 completion offers confidential issues alone when it is asked to', async () => {
  const { as, at, build } = await scene()
  const secret = await build.issue({ confidential: true })
  const offered = await as('rita').call(completeIssues, { namespace: at.namespace, confidentialOnly: true })
  expect(offered.map(each => each.iid)).toEqual([secret.iid])
})

test('ISSUE-012 the form of a related issue knows which one it is for', async () => {
  const { as, at, one } = await scene()
  const asked = { namespace: at.namespace, addRelatedIssue: one.iid }
  expect((await as('gus').call(getNewIssuePage, asked)).related).toEqual({
    iid: one.iid,
    reference: `#${one.iid}`,
    title: 'one',
    confidential: false,
  })
  expect((await as('gus').call(getNewIssuePage, { ...asked, addRelatedIssue: 9999 })).related).toBeNull()
})

test('a link goes with its issue', async () => {
  const { as, at, ref, two, project } = await scene()
  await as('rita').call(addLinkedIssues, { ...at, issuableReferences: [`#${two.iid}`] })
  await as('olga').call(deleteIssue, { id: project.id, issueIid: two.iid })
  expect(await as('rita').call(listIssueLinks, ref)).toEqual([])
})

test('PLATFORM-011 GraphQL has the blockers of an issue and the number that it blocks', async () => {
  const { as, at, build, one, two } = await scene()
  const secret = await build.issue({ confidential: true })
  const done = await build.issue({ state: 'closed' })
  const issuableReferences = [two, secret, done].map(each => `#${each.iid}`)
  await as('rita').call(addLinkedIssues, { ...at, issuableReferences, linkType: 'is_blocked_by' })
  const ask = async (who: 'rita' | 'gus', id: number) =>
    (
      await askGraphql(
        as(who).ctx,
        `{ issue(id: "gid://gitlab/Issue/${id}") { blocked blockedByCount blockingCount blockedByIssues { count nodes { iid } } } }`,
      )
    ).data.issue
  const nodes = [{ iid: String(two.iid) }, { iid: String(secret.iid) }]
  expect(await ask('rita', one.id)).toEqual({
    blocked: true,
    blockedByCount: 2,
    blockingCount: 0,
    blockedByIssues: { count: 2, nodes },
  })
  expect(await ask('gus', one.id)).toMatchObject({ blockedByCount: 1, blockedByIssues: { nodes: [nodes[0]] } })
  expect(await ask('gus', two.id)).toMatchObject({ blocked: false, blockingCount: 1 })
})

test('issues are linked and unlinked by quick actions', async () => {
  const { as, at, ref, two, build } = await scene()
  const say = async (body: string) =>
    (await as('rita').reply(issueDiscussion.createNote, { ...ref, body })).body as {
      commands_changes?: unknown
      summary?: string[]
    }
  const shown = async () => (await as('rita').call(listLinkedIssues, at)).map(each => [each.title, each.linkType])
  await say(`/relate #${two.iid}`)
  expect(await shown()).toEqual([['two', 'relates_to']])
  const three = await build.issue({ title: 'three' })
  const four = await build.issue({ title: 'four' })
  await say(`/unlink #${two.iid}\n/blocks ${three.iid}\n/blocked_by #${four.iid}`)
  expect(await shown()).toEqual([
    ['three', 'blocks'],
    ['four', 'is_blocked_by'],
  ])
  expect(JSON.stringify(await say('/relate #9999'))).toContain('Issue cannot be found. Check #9999.')
  expect(JSON.stringify(await say(`/unlink #${two.iid}`))).toContain('They are not linked.')
})
