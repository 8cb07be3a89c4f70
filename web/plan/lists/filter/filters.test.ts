import { expect, test } from 'vitest'
import { addressOf, parseSearch } from '#web/api/router/search.ts'
import { mergeRequestsInput } from '#web/code/merge-requests/list/list-address.ts'
import { epicFilterSet, epicsInput } from '#web/plan/epics/list-address.ts'
import { dayName } from '../days.ts'
import { changed, issuesInput } from '../list-address.ts'
import { type Filter, filtersOf, nameOf, withFilter, wordsOf } from './filters.ts'

const label = (value: string, how: Filter['how'] = 'is'): Filter => ({ field: 'label', how, value })

test('filters stand in the address and are read from it again', () => {
  const filters: readonly Filter[] = [
    { field: 'author', how: 'is', value: 'ann' },
    { field: 'assignee', how: 'is', value: 'None' },
    label('bug'),
    label('priority::1'),
    label('ui', 'is not'),
    { field: 'milestone', how: 'is not', value: '#started' },
    { field: 'type', how: 'is not', value: 'incident' },
    { field: 'confidential', how: 'is', value: 'true' },
  ]
  const search = changed({ cursor: 'x', state: 'all' }, wordsOf(filters))
  const address = addressOf('/weft/loom/-/issues', search)
  expect(address).toBe(
    '/weft/loom/-/issues?state=all&assignee_id=None&author_username=ann&labels[]=bug&labels[]=priority%3A%3A1&confidential=true&not[labels][]=ui&not[milestone]=%23started&not[issue_type]=incident',
  )
  expect(filtersOf(parseSearch(address.slice(address.indexOf('?'))))).toEqual(filters)
  expect(issuesInput('weft/loom', search)).toEqual({
    namespace: 'weft/loom',
    state: 'all',
    authorUsername: 'ann',
    assigneeId: 'None',
    labels: ['bug', 'priority::1'],
    confidential: true,
    not: { labels: ['ui'], milestone: '#started', issueType: 'incident' },
  })
})

test.each(['bug', 'needs oil', 'priority::high', 'say "when"', '🐛 bug', 'a,b', 'C++ & more'])(
  'the link of the label %s in a text filters the list by it',
  title => {
    // The address as the server writes it.
    const search = parseSearch(`?label_name[]=${encodeURIComponent(title)}`)
    expect(issuesInput('a', search)).toEqual({ namespace: 'a', labels: [title] })
    expect(filtersOf(search)).toEqual([label(title)])
    expect(filtersOf(changed(search, { state: 'all' }))).toEqual([label(title)])
  },
)

test('what an address says wrongly is passed over', () => {
  expect(issuesInput('a', { state: 'merged', order_by: 'size', confidential: 'maybe', labels: '' })).toEqual({
    namespace: 'a',
  })
})

test('a label that is wanted is no longer unwanted, and None stands alone', () => {
  expect(withFilter([label('bug', 'is not'), label('ui')], label('bug'))).toEqual([label('ui'), label('bug')])
  expect(withFilter([label('bug'), label('ui', 'is not')], label('None'))).toEqual([label('None')])
  expect(withFilter([label('None')], label('bug'))).toEqual([label('bug')])
})

test('one of several values is a word below `or`, and takes the place of a single one', () => {
  const filters: readonly Filter[] = [
    { field: 'author', how: 'is one of', value: '@me' },
    { field: 'author', how: 'is one of', value: 'ann' },
    label('bug', 'is one of'),
    { field: 'weight', how: 'is one of', value: '3' },
    { field: 'created', how: 'on or after', value: '-7d' },
    { field: 'due', how: 'on or before', value: '+2w' },
  ]
  const address = addressOf('/a', changed({}, wordsOf(filters)))
  expect(address).toBe(
    '/a?created_after=-7d&due_before=%2B2w&or[author_username][]=%40me&or[author_username][]=ann&or[label_name][]=bug&or[weight][]=3',
  )
  const search = parseSearch(address.slice(2))
  expect(filtersOf(search)).toEqual(filters)
  expect(issuesInput('a', search)).toMatchObject({
    or: { authorUsername: ['@me', 'ann'], labelName: ['bug'], weight: [3] },
    createdAfter: '-7d',
    dueBefore: '+2w',
    timeZone: expect.any(String),
  })
  expect(withFilter([label('bug'), label('ui', 'is not')], label('docs', 'is one of'))).toEqual([
    label('ui', 'is not'),
    label('docs', 'is one of'),
  ])
  expect(withFilter([filters[4] as Filter], { field: 'created', how: 'on or after', value: 'today' })).toHaveLength(1)
})

test('any of several values, of whichever field, is a word below `any`, each with a filter of its own', () => {
  const filters: readonly Filter[] = [
    { field: 'assignee', how: 'or is', value: 'ann' },
    label('bug'),
    label('bug', 'or is'),
    label('ui', 'or is'),
    { field: 'weight', how: 'or is', value: '3' },
  ]
  const address = addressOf('/a', changed({}, wordsOf(filters)))
  expect(address).toBe(
    '/a?labels[]=bug&any[assignee_username][]=ann&any[label_name][]=bug&any[label_name][]=ui&any[weight][]=3',
  )
  const search = parseSearch(address.slice(2))
  expect(filtersOf(search)).toEqual(filters)
  expect(filtersOf(parseSearch('?any[labels][]=ui'))).toEqual([label('ui', 'or is')])
  expect(issuesInput('a', search)).toEqual({
    namespace: 'a',
    labels: ['bug'],
    any: { labelName: ['bug', 'ui'], assigneeUsername: ['ann'], weight: [3] },
  })
  expect(filtersOf(search, epicFilterSet)).toEqual([label('bug')])
  expect(withFilter(filters, label('docs', 'is one of'))).toEqual([
    ...filters.filter(({ how }) => how === 'or is'),
    label('docs', 'is one of'),
  ])
  expect(withFilter(filters, label('ui', 'or is'))).toHaveLength(filters.length)
})

test.each(['labels[]=bug', 'labels=bug', 'label_name[]=bug', 'label_name=bug', 'labels[]=bug&label_name[]=bug'])(
  'LABEL-002 a link of a label, ?%s, filters issues, merge requests and epics',
  search => {
    const asked = { namespace: 'a', labels: ['bug'] }
    expect(issuesInput('a', parseSearch(`?${search}`))).toEqual(asked)
    expect(mergeRequestsInput('a', parseSearch(`?${search}`))).toEqual(asked)
    expect(epicsInput('a', parseSearch(`?${search}`))).toEqual(asked)
  },
)

test.each<[search: string, input: object]>([
  ['author_id=4&not[author_id]=5', { authorId: 4, not: { authorId: 5 } }],
  ['author_id=4&author_username=ann', { authorUsername: 'ann' }],
  ['iids[]=7&iids[]=8&approver_ids[]=3', { iids: [7, 8], approverIds: ['3'] }],
  ['not[wip]=yes', { wip: 'no' }],
  ['not[draft]=no&not[labels][]=bug', { wip: 'yes', not: { labels: ['bug'] } }],
])('an address in the spelling of GitLab, ?%s, filters merge requests', (search, input) => {
  expect(mergeRequestsInput('a', parseSearch(`?${search}`))).toEqual({ namespace: 'a', ...input })
})

test('EPIC-021 epics are filtered by assignee, days and parent in the address', () => {
  const filters: readonly Filter[] = [
    { field: 'assignee', how: 'is', value: 'None' },
    { field: 'assignee', how: 'is not', value: 'ann' },
    { field: 'epic', how: 'is one of', value: '4' },
    { field: 'epic', how: 'is not', value: '5' },
    { field: 'start', how: 'on or after', value: 'today' },
    { field: 'due', how: 'is', value: 'overdue' },
  ]
  const search = changed({}, wordsOf(filters, epicFilterSet))
  expect(filtersOf(search, epicFilterSet)).toEqual(filters)
  expect(epicsInput('a', search)).toMatchObject({
    ...{ assigneeId: 'None', startAfter: 'today', dueDate: 'overdue', or: { parentId: [4] } },
    ...{ not: { assigneeUsername: ['ann'], parentId: 5 }, timeZone: expect.any(String) },
  })
})

test('days read as people write them', () => {
  expect(['today', '-7d', '+2w', '-1m', '2026-03-04'].map(dayName)).toEqual([
    'today',
    '7 days ago',
    'in 2 weeks',
    '1 month ago',
    '4 Mar, 2026',
  ])
})

test('a second milestone takes the place of the first', () => {
  const first: Filter = { field: 'milestone', how: 'is', value: '1.0' }
  expect(withFilter([first], { ...first, value: '2.0' })).toEqual([{ ...first, value: '2.0' }])
})

test('values read as people write them', () => {
  expect(nameOf({ field: 'author', value: 'ann' })).toBe('@ann')
  expect(nameOf({ field: 'milestone', value: '#upcoming' })).toBe('Upcoming')
})

test.each<[search: string, input: object, filters: readonly Partial<Filter>[]]>([
  ['confidential=no', { confidential: false }, [{ field: 'confidential', value: 'false' }]],
  ['confidential=maybe', {}, []],
  ['not[weight]=abc', {}, []],
  ['weight=99999999999', { weight: 2_147_483_647 }, [{ field: 'weight', value: '99999999999' }]],
  ['issue_type=junk', {}, []],
  ['not[issue_type]=junk', {}, []],
  ['milestone[]=v1', {}, []],
  ['sort=due_date', {}, []],
  ['created_after=soonish', { timeZone: expect.any(String) }, []],
  ['due_date=someday', { timeZone: expect.any(String) }, []],
  ['or[weight][]=abc', {}, []],
  ['or=bug', {}, []],
])('an address typed by hand, ?%s, filters by what it shows', (search, input, filters) => {
  expect(issuesInput('a', parseSearch(`?${search}`))).toEqual({ namespace: 'a', ...input })
  expect(filtersOf(parseSearch(`?${search}`))).toMatchObject(filters)
})

test('filters by epic, iteration, cadence, contact and organization use ids in the URL', () => {
  const filters: readonly Filter[] = [
    { field: 'epic', how: 'is within', value: '4' },
    { field: 'epic', how: 'is not', value: '6' },
    { field: 'iteration', how: 'is', value: 'Current' },
    { field: 'cadence', how: 'is one of', value: '2' },
    { field: 'cadence', how: 'is one of', value: '3' },
    { field: 'severity', how: 'is not', value: 'LOW' },
    { field: 'discussionLocked', how: 'is', value: 'true' },
    { field: 'contact', how: 'is', value: 'None' },
  ]
  const search = changed({}, wordsOf(filters))
  expect(filtersOf(search)).toEqual(filters)
  expect(issuesInput('a', search)).toEqual({
    ...{ namespace: 'a', epicId: 4, includeSubepics: true, iterationId: 'Current', crmContactId: 'None' },
    ...{ discussionLocked: true, not: { epicId: 6, severity: 'LOW' }, or: { iterationCadenceId: [2, 3] } },
  })
  const narrower = withFilter(filters, { field: 'epic', how: 'is', value: '5' })
  expect(narrower.filter(({ field }) => field === 'epic').map(({ how }) => how)).toEqual(['is not', 'is'])
  const [within] = withFilter(narrower, { field: 'epic', how: 'is not within', value: '7' }).slice(-1)
  const negated = changed({}, wordsOf(within === undefined ? [] : [within]))
  expect(negated).toEqual({ not: { epic_id: '7', include_subepics: 'true' } })
  expect(filtersOf(negated)).toEqual([within])
  expect(issuesInput('a', negated)).toEqual({ namespace: 'a', not: { epicId: 7, includeSubepics: true } })
  expect(filtersOf({ epic_id: 'soon', iteration_id: 'Latest', or: { epic_id: ['Any'] } })).toEqual([])
})
