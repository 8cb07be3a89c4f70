import { useQueries } from '@tanstack/react-query'
import type { Hunk } from '#contract/code/diffs/diff-lines.ts'
import type { ContextLines } from '#contract/code/diffs/diffs.ts'
import type { DiffQuery } from '../diff-source.ts'
import type { Revealed } from '../rows/rows.ts'
import type { LineContent } from '../rows/slots.ts'

/** Unchanged lines that are shown above and below one that has a content. */
export const linesAround = 3

/** Lines outside of the hunks that have contents, with their neighbors. */
export function useLinesAround(
  contents: readonly LineContent[],
  hunks: readonly Hunk[],
  isWanted: boolean,
  queryOf: (line: number) => DiffQuery<ContextLines>,
): readonly Revealed[] {
  const outside = contents.flatMap(({ newLine }) =>
    newLine === null || hunks.some(({ newStart, newLines }) => newLine >= newStart && newLine < newStart + newLines)
      ? []
      : [newLine],
  )
  return useQueries({
    queries: [...new Set(outside)].map(line => ({
      ...queryOf(line),
      enabled: isWanted,
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: revealedOf,
  })
}

const revealedOf = (results: readonly { readonly data: ContextLines | undefined }[]): readonly Revealed[] =>
  results.flatMap(({ data }) => (data === undefined ? [] : [{ first: data.first, lines: data.lines }]))
