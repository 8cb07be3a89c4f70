import type { Search } from '#web/api/router/search.ts'
import { type Column, chosenColumns, usualOf } from './columns.tsx'

/** The columns of an address, with one more or one less. */
export function withColumn(
  search: Search,
  { word }: Column,
  columns: readonly Column[],
): readonly string[] | undefined {
  const usual = usualOf(columns)
  const shown = (chosenColumns(search, columns) ?? usual).map(column => column.word)
  const next = shown.includes(word) ? shown.filter(each => each !== word) : [...shown, word]
  const isUsual = next.length === usual.length && usual.every(each => next.includes(each.word))
  if (isUsual) return undefined
  // Without any, the title stands alone.
  return next.length === 0 ? ['none'] : next
}
