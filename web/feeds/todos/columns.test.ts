import { expect, test } from 'vitest'
import { parseSearch } from '#web/api/router/search.ts'
import { chosenColumns, usualOf } from '#web/plan/lists/columns/columns.tsx'
import { withColumn } from '#web/plan/lists/columns/with-column.ts'
import { todoColumns } from './columns.ts'
import { todosInput } from './todos-address.ts'

const shown = (search: string) => chosenColumns(parseSearch(search), todoColumns)?.map(({ key }) => key) ?? null

test('TODO-004 the list of to-dos has no columns until some are chosen, and shows them in the order of a row', () => {
  expect([shown(''), usualOf(todoColumns)]).toEqual([null, []])
  expect(shown('columns[]=created_at&columns[]=project&columns[]=size')).toEqual(['project', 'created'])
  expect(shown('columns=target_state,due_date,type')).toEqual(['type', 'targetState', 'dueDate'])
})

test('TODO-004 a column of the list of to-dos is added and taken away', () => {
  for (const column of todoColumns) {
    const columns = withColumn({}, column, todoColumns)
    expect(columns).toEqual([column.word])
    expect(withColumn({ columns: columns ?? [] }, column, todoColumns)).toBeUndefined()
  }
})

test('TODO-004 the list is sorted by the columns whose names are orders', () => {
  const orders = todoColumns.flatMap(({ order }) => order ?? [])
  expect(orders.map(order => todosInput(parseSearch(`order_by=${order}&sort=asc`)).orderBy)).toEqual(orders)
  expect(orders).toEqual(['due_date', 'created_at'])
})
