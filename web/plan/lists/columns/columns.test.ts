import { expect, test } from 'vitest'
import { parseSearch } from '#web/api/router/search.ts'
import { chosenColumns, columns, usualColumns, usualColumnsOf } from './columns.tsx'
import { withColumn } from './with-column.ts'

const words = (search: string) => chosenColumns(parseSearch(search), columns)?.map(column => column.word) ?? null
const column = (word: string) => columns.find(each => each.word === word) ?? columns[0]

test('PLATFORM-004 the columns of a list stand in its address, in the order of a row', () => {
  expect(words('')).toBeNull()
  expect(words('columns[]=weight&columns[]=milestone&columns[]=size')).toEqual(['milestone', 'weight'])
  expect(words('columns=updated_at,severity')).toEqual(['severity', 'updated_at'])
  expect(words('columns[]=none')).toEqual([])
})

test('PLATFORM-004 a column that is chosen is added, and taken away when it is chosen again', () => {
  const [weight, updated] = [column('weight'), column('updated_at')]
  if (weight === undefined || updated === undefined) throw new Error('There are such columns')
  expect(withColumn({}, updated, columns)).toEqual([...usualColumns.map(each => each.word), 'updated_at'])
  expect(
    withColumn({ columns: [...usualColumns.map(each => each.word), 'updated_at'] }, updated, columns),
  ).toBeUndefined()
  expect(withColumn({ columns: ['weight'] }, weight, columns)).toEqual(['none'])
})

test('LIST-016 the severity of incidents does not stand under the name of the health status', () => {
  const issue = { type: 'issue', state: 'opened', healthStatus: null }
  const [well, incident] = [
    { ...issue, healthStatus: 'on_track' },
    { ...issue, type: 'incident' },
  ]
  const names = (rows: readonly (typeof issue | typeof well)[]) =>
    usualColumnsOf(rows).flatMap(({ label }) => (/Health|Severity/.test(label) ? [label] : []))
  expect(names([issue, well])).toEqual(['Health status'])
  expect(names([issue, incident])).toEqual(['Severity'])
  expect(names([incident, well])).toEqual(['Health or severity'])
  expect(names([incident, { ...well, state: 'closed' }])).toEqual(['Severity'])
})
