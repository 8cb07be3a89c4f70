import { useCallback, useState } from 'react'

/**
 * The rows of a list, with further rows that its groups have loaded.
 *
 * @param list   identifies the query; a new query starts without further rows
 * @param first  the rows of the page
 * @returns all rows, each once, and a function that adds further ones
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
