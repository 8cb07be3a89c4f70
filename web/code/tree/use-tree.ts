import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mostRowsOfFolder, rowsOfFolder } from '#contract/code/files/rows-of-folder.ts'
import { codeTreePage } from '#web/api/operations.gen.ts'
import { reading, useReading } from '#web/api/query.ts'
import type { TreeData } from '../shapes.ts'
import { codeTopics } from '../shared/place.ts'

const searchingEveryMs = 1_500

interface Tree {
  readonly tree: TreeData | undefined
  /** Shows more entries of a folder that is cut; null while more are read, and for all that can be shown. */
  readonly onMore: (() => void) | null
}

/** Kept fresh after pushes, and while the server still looks for the commits of the entries. */
export function useTree(input: { readonly namespace: string; readonly path?: string }): Tree {
  const more = useMoreRows(JSON.stringify(input))
  const asked = { ...input, ...more.input }
  const { data, isPlaceholderData } = useReading(codeTreePage, asked, {
    topics: codeTopics,
    keepPrevious: more.rows > rowsOfFolder,
  })
  useQuery({
    ...reading(codeTreePage, asked),
    refetchInterval: ({ state }) => (state.data?.isSearching ? searchingEveryMs : false),
  })
  return { tree: data, onMore: data?.isCut && !isPlaceholderData ? more.onMore : null }
}

/** The number of requested entries of a folder. @param folder  another one begins with the usual number */
export function useMoreRows(folder: string) {
  const [asked, setAsked] = useState({ folder, rows: rowsOfFolder })
  const rows = asked.folder === folder ? asked.rows : rowsOfFolder
  return {
    rows,
    input: rows > rowsOfFolder ? { rows } : {},
    onMore: rows < mostRowsOfFolder ? () => setAsked({ folder, rows: rows + rowsOfFolder }) : null,
  }
}
