import { expect, test } from 'vitest'
import {
  completeCommands,
  completeEmojis,
  completeIssues,
  completeLabels,
  completeMembers,
  completeMilestones,
} from '#contract/discuss/completion.ts'
import { createPageNote, updatePageNote } from '#contract/discuss/discussion-page.ts'
import { previewMarkdown, renderMarkdown } from '#contract/discuss/markdown.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { world } from '#test/world/world.ts'
import { extractCommands } from './extract.ts'

const known = (name: string) => ['close', 'label', 'weight'].includes(name)

test.each([
  ['/close', '', ['close ']],
  ['Text\n/weight 3\nmore', 'Text\nmore', ['weight 3']],
  ['/label ~bug ~"two words"\n/close', '', ['label ~bug ~"two words"', 'close ']],
  ['/unknown thing', '/unknown thing', []],
  ['/Close', '/Close', []],
  [' /close', ' /close', []],
  ['see /close', 'see /close', []],
  ['```\n/close\n```', '```\n/close\n```', []],
  ['~~~~\n/close\n~~~\n/close\n~~~~\n/close', '~~~~\n/close\n~~~\n/close\n~~~~', ['close ']],
  ['> quoted\n> /close', '> quoted\n> /close', []],
  ['>>>\n/close\n>>>', '>>>\n/close\n>>>', []],
  ['<!--\n/close\n-->', '<!--\n/close\n-->', []],
  ['/shrug who knows', 'who knows ¯\\＿(ツ)＿/¯', []],
  ['Text\r\n/close\r\n', 'Text', ['close ']],
])('commands of %j', (text, left, commands) => {
  const extracted = extractCommands(text, known)
  expect(extracted.text).toBe(left)
  expect(extracted.commands.map(each => `${each.name} ${each.argument}`)).toEqual(commands)
})

test('FORM-032 a text of nothing but commands leaves no note', async () => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  const reply = await as('rita').reply(issueDiscussion.createNote, { ...issue.ref, body: '/subscribe\n/react :tada:' })
  expect(reply).toMatchObject({
    status: 202,
    body: {
      commands_changes: { emoji_award: 'tada' },
      summary: [/Subscribed/, /tada/].map(each => expect.stringMatching(each)),
    },
  })
  await expect(as('rita').call(issueDiscussion.listNotes, issue.ref)).resolves.toEqual([])
  const awards = await db.selectFrom('awardEmoji').select('name').where('issuableId', '=', issue.id).execute()
  expect(awards).toEqual([{ name: 'tada' }])
})

test('FORM-033 the page hears what its commands did and what was refused', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const created = await as('rita').call(createPageNote, {
    ...issue.target,
    note: { note: 'Done\n/close\n/reopen\n/react :nosuchemoji:' },
  })
  expect(created).toMatchObject({
    valid: true,
    note: 'Done',
    quickActionsStatus: { commandNames: ['close', 'reopen'], commandsOnly: false },
  })
  expect(created.quickActionsStatus?.errorMessages).toEqual([expect.stringContaining('Unknown emoji')])
})

test('a command that the writer may not use stays as text', async () => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  const note = await as('gus').call(issueDiscussion.createNote, { ...issue.ref, body: '/close' })
  expect(note).toMatchObject({ body: '/close' })
  const row = await db.selectFrom('issuables').select('state').where('id', '=', issue.id).executeTakeFirst()
  expect(row?.state).toBe('opened')
})

test('NOTE-028 an edit that leaves nothing but commands deletes the note', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const { id } = await as('rita').call(createPageNote, { ...issue.target, note: { note: 'Text' } })
  const ref = { namespace: issue.page.namespace, noteId: Number(id) }
  await expect(as('rita').reply(updatePageNote, { ...ref, note: { note: '/subscribe' } })).resolves.toMatchObject({
    status: 410,
  })
  await expect(as('rita').call(issueDiscussion.listNotes, issue.ref)).resolves.toEqual([])
})

test('FORM-043 a preview shows the text and the effects of its commands, without running them', async () => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  const text = 'Hi @gus <script>x</script>\n/close\n/react :tada:'
  const { namespace, iid } = issue.page
  const diff = { previewSuggestions: false, line: 3, filePath: 'a.ts', baseSha: 'a', startSha: 'b', headSha: 'c' }
  const where = { namespace, targetType: 'Issue', targetId: iid, ...diff }
  const preview = await as('rita').call(previewMarkdown, { ...where, text })
  expect(preview.body).toMatch(/^<p>Hi <a [^>]*>@gus<\/a>/)
  expect(preview.body).not.toContain('<script>')
  expect(preview.references.users).toEqual(['gus'])
  expect(preview.references.commands).toMatch(/Closes.*Toggles :tada: emoji reaction\./)
  const row = await db.selectFrom('issuables').select('state').where('id', '=', issue.id).executeTakeFirst()
  expect(row?.state).toBe('opened')
})

test('a preview and /markdown hide targets that the reader may not know of', async () => {
  const { as, build, project } = await world()
  const secret = await build.issuable({ confidential: true, title: 'Secret plan' })
  const text = `#${secret.iid}+`
  const shown = await as('rita').call(previewMarkdown, { namespace: project.fullPath, text })
  expect(shown.body).toContain('Secret plan')
  const hidden = await as('gus').call(previewMarkdown, { namespace: project.fullPath, text })
  expect(hidden.body).not.toContain('Secret plan')
  const { html } = await as('gus').call(renderMarkdown, { text, project: project.fullPath })
  expect(html).not.toContain('Secret plan')
  await expect(as('nina').reply(renderMarkdown, { text, project: project.fullPath })).resolves.toMatchObject({
    status: 404,
  })
})

test('FORM-008 completion offers a hundred labels and milestones, and finds the others by the typed text', async () => {
  const { as, db, project } = await world()
  const { fullPath: namespace, id: namespaceId } = project
  const titles = Array.from({ length: 120 }, (_, index) => `area ${String(index).padStart(3, '0')}`).concat(
    '1 of area 11',
  )
  await db
    .insertInto('labels')
    .values(titles.map(title => ({ namespaceId, title })))
    .execute()
  await db
    .insertInto('milestones')
    .values(titles.map((title, index) => ({ namespaceId, iid: index + 1, title })))
    .execute()
  const gus = as('gus')
  for (const [every, found] of [
    [await gus.call(completeLabels, { namespace }), await gus.call(completeLabels, { namespace, search: 'Area 11' })],
    [
      await gus.call(completeMilestones, { namespace }),
      await gus.call(completeMilestones, { namespace, search: 'Area 11' }),
    ],
  ]) {
    expect(every).toHaveLength(100)
    expect(found?.map(each => each.title)).toEqual([...titles.slice(110, 120), '1 of area 11'])
  }
})

test('FORM-008 completion offers people, issues, labels, commands and emoji, each as the reader may know them', async () => {
  const { as, build, db, project } = await world()
  const { namespace } = { namespace: project.fullPath }
  const open = await build.issuable({ title: 'Loose thread' })
  const secret = await build.issuable({ title: 'Loose secret', confidential: true })
  await db.insertInto('labels').values({ namespaceId: project.id, title: 'bug' }).execute()
  const people = await as('gus').call(completeMembers, { namespace, search: 'ri' })
  expect(people.map(each => each.username)).toEqual(['rita'])
  const everybody = await as('gus').call(completeMembers, { namespace })
  expect(everybody.map(each => each.username)).toEqual(['all', 'dan', 'gus', 'mina', 'olga', 'rita', 'weft'])
  expect(everybody[0]).toMatchObject({ type: 'All', count: 5 })
  expect(everybody.at(-1)).toMatchObject({ type: 'Group', username: 'weft' })
  const titles = async (who: 'gus' | 'rita', search: string) =>
    (await as(who).call(completeIssues, { namespace, search })).map(each => each.iid)
  await expect(titles('rita', 'loose')).resolves.toEqual([secret.iid, open.iid])
  await expect(titles('gus', 'loose')).resolves.toEqual([open.iid])
  await expect(titles('gus', String(open.iid))).resolves.toEqual([open.iid])
  await expect(titles('gus', "%' or 1=1")).resolves.toEqual([])
  await expect(as('gus').call(completeLabels, { namespace })).resolves.toMatchObject([{ title: 'bug', set: false }])
  const commands = await as('rita').call(completeCommands, { namespace, type: 'Issue', typeId: open.iid })
  expect(commands.map(each => each.name)).toEqual(expect.arrayContaining(['close', 'react', 'shrug', 'subscribe']))
  expect(commands.map(each => each.name)).not.toContain('reopen')
  const forGuest = await as('gus').call(completeCommands, { namespace, type: 'Issue', typeId: open.iid })
  expect(forGuest.map(each => each.name)).not.toContain('close')
  const emoji = await as('gus').call(completeEmojis, { namespace, search: 'tada' })
  expect(emoji[0]).toMatchObject({ name: 'tada', unicode: '🎉' })
})
