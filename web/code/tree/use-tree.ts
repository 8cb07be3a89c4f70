import { useQuery } from '@tanstack/react-query'
import { codeTreePage } from '#web/api/operations.gen.ts'
import { reading, useReading } from '#web/api/query.ts'
import type { TreeData } from '../shapes.ts'
import { codeTopics } from '../shared/place.ts'

const searchingEveryMs = 1_500

/** Kept fresh when somebody pushes, and while the server still looks for the commits of the entries. */
export function useTree(input: { readonly namespace: string; readonly path?: string }): TreeData | undefined {
  const { data } = useReading(codeTreePage, input, { topics: codeTopics })
  useQuery({
    ...reading(codeTreePage, input),
    refetchInterval: ({ state }) => (state.data?.isSearching ? searchingEveryMs : false),
  })
  return data
}
