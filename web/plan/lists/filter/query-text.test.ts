import { expect, test } from 'vitest'
import { mergeRequestFilterSet } from '#web/code/merge-requests/list/filters.ts'
import { epicFilterSet } from '#web/plan/epics/list-address.ts'
import { type Filter, isByDay, issueFilterSet, nameOf } from './filters.ts'
import { readQuery } from './query-text.ts'

const read = (text: string, set = issueFilterSet, known: readonly Filter[] = []) => {
  const query = readQuery(text, set, known)
  if (query.kind !== 'read') return query.kind === 'wrong' ? query.problem : query.kind
  const filters = query.filters.map(
    filter => `${filter.field} ${filter.how} ${isByDay(filter.how) ? filter.value : nameOf(filter)}`,
  )
  return [...filters, ...(query.search ? [`“${query.search}”`] : []), ...(query.state ? [query.state] : [])].join('; ')
}

test.each([
  ['label:bug assignee:dev2', 'label is bug; assignee is @dev2'],
  ['Label:"needs review" and Milestone:%v1', 'label is needs review; milestone is v1'],
  ['label:bug label:ui', 'label is bug; label is ui'],
  ['label:bug or label:ui', 'label is one of bug; label is one of ui'],
  ['label:bug,ui', 'label is one of bug; label is one of ui'],
  ['(label:bug or label:ui) -assignee:@me', 'label is one of bug; label is one of ui; assignee is not @me'],
  ['label:bug or assignee:@dev2', 'label or is bug; assignee or is @dev2'],
  [
    'label:bug or label:ui or assignee:dev2,ann',
    'label or is bug; label or is ui; assignee or is @dev2; assignee or is @ann',
  ],
  [
    'label:ux (label:bug or assignee:ann) (author:ann or author:bob) -milestone:v1',
    'label is ux; label or is bug; assignee or is @ann; author is one of @ann; author is one of @bob; milestone is not v1',
  ],
  ['label:bug (label:bug or type:incident)', 'label is bug; label or is bug; type or is Incident'],
  ['not (label:bug or label:ui)', 'label is not bug; label is not ui'],
  ['-(-label:bug)', 'label is bug'],
  ['-label:none', 'label is Any'],
  ['assignee:none due:this-week', 'assignee is None; due is This week'],
  ['created:>=2026-01-02 created:<=-7d', 'created on or after 2026-01-02; created on or before -7d'],
  ['is:closed confidential:yes', 'confidential is Yes; closed'],
  ['label:bug the shuttle jams', 'label is bug; “the shuttle jams”'],
  ['label:bug https://weft.test/x', 'label is bug; “https://weft.test/x”'],
])('the query %s reads as %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each(['not working or broken', 'Error: out of yarn', 'https://weft.test', 'shuttle (left)', ''])(
  'without a field, %s is searched for',
  text => {
    expect(read(text)).toBe('plain')
  },
)

test.each([
  ['label:bug or -label:ui', 'What is excluded cannot be joined by “or”.'],
  ['label:bug or -assignee:ann', 'What is excluded cannot be joined by “or”.'],
  ['label:bug or assignee:none', 'None and any cannot be joined by “or”.'],
  ['label:bug or confidential:yes', 'Confidential cannot be joined by “or”.'],
  ['label:bug or created:>=-7d', 'Created cannot be joined by “or”.'],
  ['label:bug or is:closed', 'State cannot be joined by “or”.'],
  ['(label:bug or assignee:ann) (type:task or author:bob)', 'A list can have only one “or” between different fields.'],
  ['label:bug or (label:ui label:ux)', '“or” joins single filters: it cannot join several filters in parentheses.'],
  ['-(label:bug label:ui)', 'What is excluded cannot be joined by “or”.'],
  ['(label:bug', 'A “(” is not closed.'],
  ['label:bug)', 'There is a “)” without a “(”.'],
  ['label:bug or', 'Write a filter on both sides of “or”, and between “(” and “)”.'],
  ['label:bug not', 'Write a filter after “not”, such as not label:bug.'],
  ['label:', 'Write a value after “label:”, such as label:none.'],
  ['lable:bug', 'There is no filter “lable”. Did you mean “label”?'],
  ['label:bug shape:round', 'There is no filter “shape”.'],
  ['label:bug or shuttle', 'Words without a field cannot be excluded or joined by “or”.'],
  ['milestone:a milestone:b', 'Milestone has one value. Join several by “or”.'],
  ['-milestone:a -milestone:b', 'Only one milestone can be excluded.'],
  ['label:bug or label:none', 'None and any cannot be joined by “or”.'],
  ['created:>2026-01-02', 'Created takes a day after >= or <=, such as created:>=2026-11-21 or created:<=-7d.'],
  ['due:someday', /^Due date takes none, any, overdue, today, .* a day after >= or <=, such as due:>=2026-11-21\.$/],
  ['epic:Warp', 'Choose epic from the list: its titles are not unique.'],
])('the query %s is wrong: %s', (text, expected) => {
  expect(read(text)).toMatch(expected)
})

test('a list that has an “or” between different fields refuses a second one', () => {
  const known: readonly Filter[] = [{ field: 'label', how: 'or is', value: 'bug' }]
  expect(read('type:task or author:bob', issueFilterSet, known)).toBe(
    'A list can have only one “or” between different fields.',
  )
})

test.each([
  ['merge requests', mergeRequestFilterSet],
  ['epics', epicFilterSet],
])('the list of %s cannot be filtered by either of two fields', (_list, set) => {
  expect(read('label:bug or assignee:ann', set)).toBe('“or” joins values of one field, such as label:bug or label:ui.')
})

test.each([
  ['parentheses', `${'('.repeat(5000)}label:bug${')'.repeat(5000)}`, 'Put at most 50 parentheses inside one another.'],
  [
    'parentheses that are not closed',
    `label:bug ${'('.repeat(5000)}`,
    'Put at most 50 parentheses inside one another.',
  ],
  ['negations', `${'not '.repeat(5000)}label:bug`, 'Put at most 50 parentheses inside one another.'],
  ['excluded parentheses', `${'-('.repeat(5000)}label:bug`, 'Put at most 50 parentheses inside one another.'],
  ['filters', 'label:bug '.repeat(5000), 'Write at most 200 filters and words at a time.'],
  ['values', `label:${'bug,'.repeat(5000)}`, 'Write at most 200 filters and words at a time.'],
])('a pasted text with thousands of %s is refused with a sentence', (_, text, problem) => {
  expect(read(text)).toBe(problem)
})

test('50 parentheses inside one another are read', () => {
  expect(read(`${'('.repeat(50)}label:bug${')'.repeat(50)} ${'(label:ui) '.repeat(60)}`)).toBe(
    ['label is bug', 'label is ui'].join('; '),
  )
})
