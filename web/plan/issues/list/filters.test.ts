import { expect, test } from 'vitest'
import { parseSearch } from '#web/api/router/search.ts'
import { type Filter, filtersOf, nameOf, withFilter, wordsOf } from './filters.ts'
import { addressOf, changed, issuesInput } from './list-address.ts'

const label = (value: string, negated = false): Filter => ({ field: 'label', negated, value })

test('filters stand in the address and are read from it again', () => {
  const filters: readonly Filter[] = [
    { field: 'author', negated: false, value: 'ann' },
    { field: 'assignee', negated: false, value: 'None' },
    label('bug'),
    label('priority::1'),
    label('ui', true),
    { field: 'milestone', negated: true, value: '#started' },
    { field: 'confidential', negated: false, value: 'true' },
  ]
  const search = changed({ cursor: 'x', state: 'all' }, wordsOf(filters))
  const address = addressOf('/weft/loom/-/issues', search)
  expect(address).toBe(
    '/weft/loom/-/issues?state=all&assignee_id=None&author_username=ann&labels[]=bug&labels[]=priority%3A%3A1&confidential=true&not[labels][]=ui&not[milestone]=%23started',
  )
  expect(filtersOf(parseSearch(address.slice(address.indexOf('?'))))).toEqual(filters)
  expect(issuesInput('weft/loom', search)).toEqual({
    namespace: 'weft/loom',
    state: 'all',
    authorUsername: 'ann',
    assigneeId: 'None',
    labels: ['bug', 'priority::1'],
    confidential: true,
    not: { labels: ['ui'], milestone: '#started' },
  })
})

test.each(['bug', 'needs oil', 'priority::high', 'say "when"', '🐛 bug', 'a,b', 'C++ & more'])(
  'the link of the label %s in a text filters the list by it',
  title => {
    // As the server writes it.
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
  expect(withFilter([label('bug', true), label('ui')], label('bug'))).toEqual([label('ui'), label('bug')])
  expect(withFilter([label('bug'), label('ui', true)], label('None'))).toEqual([label('None')])
  expect(withFilter([label('None')], label('bug'))).toEqual([label('bug')])
})

test('a second milestone takes the place of the first', () => {
  const first: Filter = { field: 'milestone', negated: false, value: '1.0' }
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
  ['milestone[]=v1', {}, []],
  ['sort=due_date', {}, []],
])('an address typed by hand, ?%s, filters by what it shows', (search, input, filters) => {
  expect(issuesInput('a', parseSearch(`?${search}`))).toEqual({ namespace: 'a', ...input })
  expect(filtersOf(parseSearch(`?${search}`))).toMatchObject(filters)
})
