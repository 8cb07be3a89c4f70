import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeRequestFields } from '#contract/code/merge-requests/merge-request-fields.ts'
import { listProjectMergeRequests } from '#contract/code/merge-requests/merge-request-lists.ts'
import { todoFields } from '#contract/feeds/todo-fields.ts'
import { listTodos } from '#contract/feeds/todos.ts'
import { listEpics } from '#contract/plan/epics/epics.ts'
import { listProjectIssues } from '#contract/plan/issues/issues.ts'
import { type FilteredList, type FilterField, filterFields } from '#contract/plan/lists/filter-fields.ts'
import { world } from '#test/world/world.ts'
import { fields as requestFields } from '#web/code/merge-requests/list/filters.ts'
import { filterInputs, listFields, urlWord } from '#web/plan/lists/filter/fields.ts'
import { filterSetOf, filtersOf } from '#web/plan/lists/filter/filters.ts'

const samples: Readonly<Record<FilterField['value'], { readonly is: unknown; readonly or: unknown }>> = {
  text: { is: 'None', or: ['main', 'next'] },
  person: { is: 'rita', or: ['rita', 'dan'] },
  people: { is: ['rita'], or: ['rita', 'dan'] },
  titles: { is: ['bug'], or: ['bug', 'ui'] },
  id: { is: 1, or: [1, 2] },
  ids: { is: [1], or: [1, 2] },
  numbers: { is: [1], or: [1, 2] },
  ref: { is: 1, or: [1, 2] },
  refOrWord: { is: 1, or: [1, 2] },
  refs: { is: ['None'], or: [1, 2] },
  flag: { is: true, or: [true] },
  yesNo: { is: 'yes', or: ['yes'] },
  type: { is: 'task', or: ['task', 'incident'] },
}

const tables = {
  issue: { declared: filterFields, shown: listFields },
  epic: { declared: filterFields, shown: listFields },
  merge_request: { declared: { ...filterFields, ...mergeRequestFields }, shown: requestFields },
  to_do: { declared: todoFields, shown: todoFields },
} satisfies Readonly<Record<FilteredList, object>>
const lists = ['issue', 'epic', 'merge_request', 'to_do'] as const

/** The filters of a list with a value, by themselves, negated and as one of several. */
const filtersOfList = (list: FilteredList) =>
  Object.entries<FilterField>(tables[list].declared).flatMap(([name, field]) =>
    (['is', 'not', 'or'] as const).flatMap(part =>
      field[part]?.includes(list)
        ? [{ name, field, part, value: samples[field.value][part === 'or' ? 'or' : 'is'] }]
        : [],
    ),
  )

test.each(lists)('REST takes each declared filter of the list %s', async list => {
  const { as, project, group } = await world()
  const operations = {
    issue: [listProjectIssues, project.id],
    epic: [listEpics, group.id],
    merge_request: [listProjectMergeRequests, project.id],
    to_do: [listTodos, undefined],
  } as const
  const [operation, id] = operations[list]
  for (const { name, part, value } of filtersOfList(list)) {
    const given = part === 'is' ? { [name]: value } : { [part]: { [name]: value } }
    const { status, body } = await as('rita').reply(operation, { ...(id !== undefined && { id }), ...given } as never)
    expect([name, part, status, Array.isArray(body)]).toEqual([name, part, 200, true])
  }
})

test.each(lists)(
  'URLs of the list %s are read as the values of each filter that they can have, with its token',
  list => {
    const { shown } = tables[list]
    for (const { name, field, part, value } of filtersOfList(list)) {
      if (field.key === undefined && !field.link?.includes(list)) continue
      const written = Array.isArray(value) ? value.map(String) : String(value)
      const search = part === 'is' ? { [urlWord(name)]: written } : { [part]: { [urlWord(name)]: written } }
      const expected = part === 'is' ? { [name]: value } : { [part]: { [name]: value } }
      expect(filterInputs(list, search, shown)).toMatchObject(expected)
      const tokens = filtersOf(search, filterSetOf(list, shown))
      if (field.key !== undefined) expect(tokens.map(({ field: key }) => key)).toContain(field.key)
    }
  },
)

/** The declaration and the conditions of the filter by author, for plannable items and for to-dos. */
const ofFilter = [
  'contract/plan/lists/filter-fields.ts',
  'server/plan/lists/issuable-conditions.ts',
  'contract/feeds/todo-fields.ts',
  'server/feeds/todos/filter.ts',
]
/** The files that name the filter by author for reasons of their own. */
const ofAuthorAlone = [
  // Links of GitLab by scope, and links by id.
  'contract/plan/lists/list-words.ts',
  'web/feeds/todos/todos-address.ts',
  // An index finds the issues of one author.
  'server/plan/lists/sources.ts',
  // The author of requests to a service desk is fixed.
  'server/plan/issues/list/requests.ts',
  'web/plan/issues/requests/requests-kind.tsx',
  // A name in replies.
  'contract/feeds/activity.ts',
  'server/feeds/activity/present.ts',
]

test('only the tables of filters and what is special to the author name the filter by author', () => {
  const root = join(import.meta.dirname, '../..')
  const naming = ['contract', 'server', 'web']
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
    )
    .filter(file => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
    .filter(file => /authorUsername|author_username/.test(readFileSync(join(root, file), 'utf8')))
  expect(naming.sort()).toEqual([...ofFilter, ...ofAuthorAlone].sort())
})
