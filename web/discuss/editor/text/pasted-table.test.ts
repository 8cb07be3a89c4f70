import { expect, test } from 'vitest'
import { tableOf } from './pasted-table.ts'

test.each<[readonly (readonly string[])[], string | null]>([
  [
    [
      ['Loom', 'Threads'],
      ['old', '120'],
      ['new', '1,480'],
    ],
    '| Loom | Threads |\n| --- | ---: |\n| old | 120 |\n| new | 1,480 |',
  ],
  [[['a|b', ' two\nlines '], ['c']], '| a\\|b | two<br>lines |\n| --- | --- |\n| c |  |'],
  [[['One', 'row']], '| One | row |\n| --- | --- |'],
  [[['One cell']], null],
  [[], null],
])('FORM-006 cells %j become a table', (rows, table) => {
  expect(tableOf(rows)).toBe(table)
})
