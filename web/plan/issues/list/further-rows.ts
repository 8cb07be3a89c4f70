import { useCallback, useState } from 'react'

/**
 * The rows that a list shows, with those of its groups beyond their first ones.
 *
 * @param list  identifies the query; a new one has none of the further rows
 * @returns all rows, each once, and what adds further ones
 */
export function useFurtherRows<Row extends { readonly id: number }>(
  list: string,
  first: readonly Row[],
): readonly [all: readonly Row[], add: (rows: readonly Row[]) => void] {
  const [further, setFurther] = useState<{ readonly list: string; readonly rows: readonly Row[] }>({ list, rows: [] })
  const add = useCallback(
    (rows: readonly Row[]) => {
      const ids = new Set(rows.map(row => row.id))
      setFurther(known => ({
        list,
        rows: [...(known.list === list ? known.rows.filter(row => !ids.has(row.id)) : []), ...rows],
      }))
    },
    [list],
  )
  if (further.list !== list || further.rows.length === 0) return [first, add]
  const ids = new Set(first.map(row => row.id))
  return [[...first, ...further.rows.filter(row => !ids.has(row.id))], add]
}
