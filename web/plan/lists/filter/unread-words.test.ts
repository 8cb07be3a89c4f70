import { expect, test } from 'vitest'
import { inIssueWords } from '#contract/plan/lists/list-words.ts'
import { parseSearch } from '#web/api/router/search.ts'
import { mergeRequestFilterSet } from '#web/code/merge-requests/list/filters.ts'
import { epicFilterSet } from '#web/plan/epics/list-address.ts'
import { incidentsKind } from '#web/plan/issues/incidents/incidents-kind.ts'
import { isFiltered, issuesInput } from '../list-address.ts'
import { type FilterSet, filtersOf, issueFilterSet } from './filters.ts'
import { unreadOrder, unreadWords, without } from './unread-words.ts'

test.each<[search: string, set: FilterSet, unknown: readonly string[], unshown: readonly string[]]>([
  ['', issueFilterSet, [], []],
  ['state=all&sort=asc&order_by=title&search=loom&in=title&page=2&utm_source=mail&fbclid=1', issueFilterSet, [], []],
  ['label_name[]=bug&milestone_title=v1&assignee_id=None&epic_id=4&include_subepics=true', issueFilterSet, [], []],
  ['labels=&not[weight]=&columns[]=weight&group_by=epic&view=4', issueFilterSet, [], []],
  ['size=3&not[size]=4&or[size][]=5', issueFilterSet, ['size', 'not[size]', 'or[size]'], []],
  ['any[label_name][]=bug&any[size][]=5', issueFilterSet, ['any[size]'], []],
  ['any[label_name][]=bug', mergeRequestFilterSet, ['any[label_name]'], []],
  [
    'confidential=maybe&issue_type=junk&due_date=someday',
    issueFilterSet,
    ['issue_type', 'confidential', 'due_date'],
    [],
  ],
  ['author_id=4&not[iids][]=7&iteration_title=May', issueFilterSet, [], ['author_id', 'iteration_title', 'not[iids]']],
  ['author_id=4', epicFilterSet, ['author_id'], []],
  ['not[issue_type]=task&not[size]=4', incidentsKind.filters, ['not[size]'], ['not[issue_type]']],
  ['not[issue_type]=junk', incidentsKind.filters, ['not[issue_type]'], []],
  ['weight=3&parent_id=4&assignee_username[]=ann&due_before=today', epicFilterSet, ['weight'], []],
  ['not[target_branch]=main&or[source_branch][]=a&not[approved_by_usernames][]=ann', mergeRequestFilterSet, [], []],
  [
    'author_id=4&not[author_id]=5&iids[]=7&approver_ids[]=Any&not[wip]=yes&not[iids][]=8&environment=a',
    mergeRequestFilterSet,
    ['environment', 'not[iids]'],
    ['author_id', 'not[author_id]', 'iids', 'approver_ids'],
  ],
  ['draft=yes&approved_by_usernames[]=ann&weight=3', mergeRequestFilterSet, ['weight'], []],
])('the words of ?%s that the filter bar does not show', (search, set, unknown, unshown) => {
  const unread = unreadWords(parseSearch(`?${search}`), set)
  expect([unread.unknown.toSorted(), unread.unshown.toSorted()]).toEqual([unknown.toSorted(), unshown.toSorted()])
})

test('words are taken out of an address, the nested ones too', () => {
  const search = parseSearch('?state=all&size=3&not[size]=4&not[labels][]=ui&or[size][]=5&any[size][]=6')
  expect(without(search, ['size', 'not[size]', 'or[size]', 'any[size]'])).toEqual({
    state: 'all',
    not: { labels: ['ui'] },
  })
})

test.each<[search: string, input: object]>([
  ['milestone_title=v1', { milestone: 'v1' }],
  ['not[milestone_title]=v1', { not: { milestone: 'v1' } }],
  ['or[milestone_title][]=v1', { or: { milestone: ['v1'] } }],
  ['type=incident', { issueType: 'incident' }],
  ['type[]=INCIDENT', { issueType: 'incident' }],
  ['type[]=issue&type[]=task', { or: { issueType: ['issue', 'task'] } }],
  ['not[type][]=task', { not: { issueType: 'task' } }],
  ['scope=assigned_to_me', { assigneeUsername: ['@me'] }],
  ['scope=created_by_me', { authorUsername: '@me' }],
  ['scope=all', {}],
  ['assignee_username[]=ann', { assigneeUsername: ['ann'] }],
  ['assignee_id=Any', { assigneeId: 'Any' }],
  ['author_id=4&not[author_id]=5', { authorId: 4, not: { authorId: 5 } }],
  ['author_id=4&author_username=ann', { authorUsername: 'ann' }],
  ['milestone_id=Upcoming&iids[]=7', { milestoneId: 'Upcoming', iids: [7] }],
  ['not[iids][]=7&not[assignee_id]=3', { not: { iids: [7], assigneeId: 3 } }],
  ['closed_by_id=4&iteration_title=May', { closedById: 4, iterationTitle: 'May' }],
  ['search=loom&in=title', { search: 'loom', in: ['title'] }],
  [
    'my_reaction_emoji=tada&weight=None&health_status=at_risk',
    { myReactionEmoji: 'tada', weight: 'None', healthStatus: 'at_risk' },
  ],
])('an address in the spelling of GitLab, ?%s, filters', (search, input) => {
  const address = parseSearch(`?${search}`)
  expect(issuesInput('a', address)).toEqual({ namespace: 'a', ...input })
  expect(unreadWords(inIssueWords(address), issueFilterSet).unknown).toEqual([])
})

test('milestones and types in the spelling of GitLab are tokens of the filter bar', () => {
  expect(filtersOf(inIssueWords(parseSearch('?milestone_title=v1&not[type][]=task')))).toEqual([
    { field: 'milestone', how: 'is', value: 'v1' },
    { field: 'type', how: 'is not', value: 'task' },
  ])
  expect(unreadWords(inIssueWords(parseSearch('?not[type][]=task&not[type][]=issue')), issueFilterSet).unknown).toEqual(
    ['not[type]'],
  )
})

test('PLATFORM-004 an order that the list does not have is named', () => {
  const unread = (search: string) => unreadOrder(parseSearch(`?${search}`), ['title', 'epic'])
  expect(unread('order_by=size&sort=up')).toEqual(['order_by', 'sort'])
  expect(unread('order_by[]=title')).toEqual(['order_by'])
  expect(unread('order_by=epic&sort=asc&size=3')).toEqual([])
})

test.each<[search: string, filtered: boolean]>([
  ['', false],
  ['state=closed&view=4&order_by=title&sort=asc&group_by=label&group_scope=priority&cursor=x', false],
  ['scope=all&in=title&include_subepics=true&time_zone=UTC&labels=', false],
  ['scope=assigned_to_me', true],
  ['iids[]=7', true],
  ['not[author_id]=5', true],
  ['or[label_name][]=bug', true],
  ['search=loom', true],
])('?%s filters a list of issues: %s', (search, filtered) => {
  expect(isFiltered(issuesInput('group/loom', parseSearch(`?${search}`)))).toBe(filtered)
})
