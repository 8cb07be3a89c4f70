import { expect, test } from 'vitest'
import {
  createIssue,
  getGroupIssuesStatistics,
  getIssuesStatistics,
  getProjectIssuesStatistics,
  listGroupIssues,
  listIssues,
  listProjectIssues,
} from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { type Asked, dataset, titlesOf } from '#test/world/scenes/listed-issues.ts'
import { world } from '#test/world/world.ts'

test.each<[string, Asked, string]>([
  ['nothing', {}, 'fedcba'],
  ['open ones', { state: 'opened' }, 'fecba'],
  ['closed ones', { state: 'closed' }, 'd'],
  ['a label', { labels: 'bug' }, 'ca'],
  ['two labels', { labels: 'bug,docs' }, 'c'],
  ['labels in a list', { labels: ['bug', 'docs'] }, 'c'],
  ['a label twice and another', { labels: ['bug', 'docs', 'bug'] }, 'c'],
  ['five hundred labels', { labels: Array.from({ length: 500 }, (_, nth) => `label ${nth}`) }, ''],
  ['neither of two labels', { not: { labels: 'bug,docs' } }, 'fed'],
  ['no label', { labels: 'None' }, 'fed'],
  ['any label', { labels: 'Any' }, 'cba'],
  ['not a label', { not: { labels: 'bug' } }, 'fedb'],
  ['a label and not another', { labels: 'docs', not: { labels: 'bug' } }, 'b'],
  ['a milestone', { milestone: 'v1' }, 'a'],
  ['not a milestone', { not: { milestone: 'v1' } }, 'fedcb'],
  ['MILE-010 no milestone', { milestone: 'None' }, 'fedc'],
  ['MILE-010 no milestone by number', { milestone_id: '-1' }, 'fedc'],
  ['MILE-013 any milestone', { milestone: 'Any' }, 'ba'],
  ['MILE-013 any milestone by null', { milestone_id: 'null' }, 'ba'],
  ['MILE-011 upcoming', { milestone_id: 'Upcoming' }, 'b'],
  ['MILE-011 upcoming by number', { milestone_id: '-2' }, 'b'],
  ['MILE-012 started', { milestone: '#started' }, 'a'],
  ['MILE-012 started by number', { milestone_id: '-3' }, 'a'],
  ['an assignee by name', { assignee_username: ['dan'] }, 'ba'],
  ['two assignees', { assignee_username: ['dan', 'mina'] }, 'b'],
  ['an assignee in two spellings and another', { assignee_username: ['dan', '@Dan', 'mina'] }, 'b'],
  ['not assigned to one of two', { not: { assignee_username: ['mina', 'gus'] } }, 'fedca'],
  ['nobody assigned', { assignee_id: 'None' }, 'fedc'],
  ['somebody assigned', { assignee_id: 'Any' }, 'ba'],
  ['not assigned to somebody', { not: { assignee_username: ['mina'] } }, 'fedca'],
  ['an author', { author_username: 'dan' }, 'c'],
  ['not an author', { not: { author_username: 'dan' } }, 'fedba'],
  ['confidential ones', { confidential: true }, 'e'],
  ['open to all', { confidential: false }, 'fdcba'],
  ['a weight', { weight: '3' }, 'a'],
  ['no weight', { weight: 'None' }, 'fec'],
  ['any weight', { weight: 'Any' }, 'dba'],
  ['not a weight', { not: { weight: '3' } }, 'fedcb'],
  ['my reaction', { my_reaction_emoji: 'heart' }, 'b'],
  ['none of my reactions', { my_reaction_emoji: 'None' }, 'fedca'],
  ['a type', { issue_type: 'incident' }, 'f'],
  ['not a type', { not: { issue_type: 'incident' } }, 'edcba'],
  ['a word of the description', { search: 'shut' }, 'f'],
  ['a word in titles only', { search: 'shuttle', in: 'title' }, ''],
  ['one of two labels', { or: { label_name: ['bug', 'docs'] } }, 'cba'],
  ['one of two labels in a text', { or: { label_name: 'bug,docs' } }, 'cba'],
  ['one of no labels', { or: { label_name: [] } }, 'fedcba'],
  ['one of two labels but not another', { or: { label_name: ['bug', 'docs'] }, not: { labels: 'docs' } }, 'a'],
  ['one of two authors', { or: { author_username: ['dan', 'mina', 'nobody'] } }, 'ec'],
  ['one of two assignees', { or: { assignee_username: ['dan', '@Mina'] } }, 'ba'],
  [
    'one of two assignees and one of two labels',
    { or: { assignee_username: ['mina', 'gus'], label_name: ['bug', 'docs'] } },
    'b',
  ],
  ['one of two milestones', { or: { milestone: ['v1', '#upcoming'] } }, 'ba'],
  ['one of a milestone and none', { or: { milestone: ['v1', 'None'] } }, 'fedca'],
  ['one of two weights', { or: { weight: ['3', '0'] } }, 'da'],
  ['one of two types', { or: { issue_type: ['incident', 'task'] } }, 'f'],
  ['one of my reactions', { or: { my_reaction_emoji: ['heart', 'tada'] } }, 'b'],
  ['a label or an author', { any: { label_name: ['docs'], author_username: ['mina'] } }, 'ecb'],
  [
    'labels or an author, found several times',
    { any: { label_name: ['bug', 'docs'], author_username: ['dan'] } },
    'cba',
  ],
  ['labels or an assignee', { any: { label_name: 'bug', assignee_username: ['@Mina', 'nobody'] } }, 'cba'],
  ['a label, a milestone or a weight', { any: { label_name: ['docs'], milestone: ['v1'], weight: ['0'] } }, 'dcba'],
  ['a type or my reaction', { any: { issue_type: ['incident'], my_reaction_emoji: ['heart'] } }, 'fb'],
  ['either of two and a label', { labels: 'bug', any: { assignee_username: ['mina'], author_username: ['dan'] } }, 'c'],
  [
    'either of two and one of two labels',
    { or: { label_name: ['bug', 'docs'] }, any: { assignee_username: ['mina'], weight: ['3', '0'] } },
    'ba',
  ],
  ['either of two and a search', { search: 'shut', any: { issue_type: ['incident'], label_name: ['bug'] } }, 'f'],
  ['open ones with either of two', { state: 'opened', any: { label_name: ['bug'], weight: ['0'] } }, 'ca'],
  ['any of no values', { any: { label_name: [], author_username: [''] } }, 'fedcba'],
  ['created since yesterday', { created_after: '-1d' }, 'fedcba'],
  ['created before yesterday', { created_before: '-2d' }, ''],
  ['created by the end of today', { created_before: 'today', time_zone: 'Asia/Tokyo' }, 'fedcba'],
  ['closed before last week', { closed_before: '-1w' }, ''],
  ['due from today on', { due_after: 'today' }, 'ba'],
  ['due in the days around', { due_after: '-4d', due_before: '+0d' }, 'ca'],
  ['due by a day', { due_before: '2000-01-31' }, ''],
  ['due today', { due_date: 'today' }, 'a'],
  ['due tomorrow', { due_date: 'tomorrow' }, 'b'],
  ['overdue', { due_date: 'overdue' }, 'c'],
  ['no due date', { due_date: '0' }, 'fed'],
  ['any due date', { due_date: 'any' }, 'cba'],
])('a list asked for %s', async (_name, asked, titles) => {
  const { as, project, group } = await dataset()
  const state = String(asked.state ?? 'all')
  for (const [list, statistics, place] of [
    [listProjectIssues, getProjectIssuesStatistics, { id: project.id }],
    [listGroupIssues, getGroupIssuesStatistics, { id: group.id }],
    [listIssues, getIssuesStatistics, { scope: 'all' }],
  ] as const) {
    const reply = await as('rita').reply(list, { ...place, ...asked })
    expect(reply.status).toBe(200)
    expect(titlesOf(reply.body)).toBe(titles)
    expect(reply.headers['x-total']).toBe(String(titles.length))
    const { body } = await as('rita').reply(statistics, { ...place, ...asked })
    expect(body).toMatchObject({ statistics: { counts: { [state]: titles.length } } })
  }
})

test('`@me` is the viewer, in every filter by a person', async () => {
  const { as, project, group } = await dataset()
  const titles = async (who: 'dan' | 'mina' | 'gus', asked: Asked) => {
    const list = titlesOf((await as(who).reply(listProjectIssues, { id: project.id, ...asked })).body)
    expect(titlesOf((await as(who).reply(listGroupIssues, { id: group.id, ...asked })).body)).toBe(list)
    return list
  }
  await expect(titles('dan', { author_username: '@me' })).resolves.toBe('c')
  await expect(titles('mina', { author_username: '@me' })).resolves.toBe('e')
  await expect(titles('mina', { assignee_username: ['@me', 'dan'] })).resolves.toBe('b')
  await expect(titles('dan', { not: { assignee_username: ['@me'] } })).resolves.toBe('fedc')
  await expect(titles('dan', { not: { author_username: '@me' } })).resolves.toBe('fedba')
  await expect(titles('mina', { or: { author_username: ['@me', 'dan'] } })).resolves.toBe('ec')
  await expect(titles('gus', { or: { assignee_username: ['@me', 'mina'] } })).resolves.toBe('b')
  await expect(titles('dan', { any: { author_username: ['@me'], assignee_username: ['mina'] } })).resolves.toBe('cb')
})

test('filters that exclude each other are refused', async () => {
  const { as, project } = await world()
  const reply = await as('rita').reply(listProjectIssues, { id: project.id, milestone: 'v1', milestoneId: 'None' })
  expect(reply).toMatchObject({ status: 400, body: { error: 'milestone, milestone_id are mutually exclusive' } })
  await expect(
    as('rita').reply(listProjectIssues, { id: project.id, pagination: 'keyset', cursor: 'WzEsMl0' }),
  ).resolves.toMatchObject({ status: 400, body: { error: 'cursor is invalid' } })
})

test.each([
  ['None', ['plain']],
  ['"None"', ['named']],
  ['none', ['plain']],
  ['Any', ['named', 'other']],
  ['"Any"', []],
  ['"None",bug', []],
])('labels=%s is a word, and in quotes the label of that title', async (labels, titles) => {
  const { as, project } = await world()
  const { id } = project
  const rita = as('rita')
  for (const name of ['None', 'bug']) await rita.call(createProjectLabel, { id, name, color: '#112233' })
  for (const title of ['named', 'other', 'plain'])
    await rita.call(createIssue, {
      id,
      title,
      ...(title !== 'plain' && { labels: [title === 'named' ? 'None' : 'bug'] }),
    })
  const asked = { labels: labels.split(','), orderBy: 'title', sort: 'asc' } as const
  for (const reply of [
    await rita.call(listProjectIssues, { id, ...asked }),
    await rita.call(listIssues, { scope: 'all', ...asked }),
  ])
    expect(reply.map(({ title }) => title)).toEqual(titles)
  if (labels !== '"None"') return
  const excluded = await rita.call(listProjectIssues, { id, not: { labels: [labels] }, orderBy: 'title', sort: 'asc' })
  expect(excluded.map(({ title }) => title)).toEqual(['other', 'plain'])
})
