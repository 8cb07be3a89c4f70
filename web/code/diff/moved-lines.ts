import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DiffLine } from '#contract/code/diffs/diff-lines.ts'
import type { DiffSource } from './diff-source.ts'

/** Numbers of the moved lines of a file on both sides. */
export interface MovedLines {
  readonly old: ReadonlySet<number>
  readonly new: ReadonlySet<number>
}

export const isMoved = (line: DiffLine, moved: MovedLines | undefined): boolean => {
  if (moved === undefined || line.kind === 'context') return false
  return line.kind === 'removed' ? moved.old.has(line.oldPos) : moved.new.has(line.newPos)
}

/** The moved lines of each file by its id. They come after the lines, whose place they do not change. */
export function useMoved(source: DiffSource, isWanted: boolean): ReadonlyMap<string, MovedLines> {
  const { moves } = source
  const { data } = useQuery({
    queryKey: moves?.queryKey ?? ['no moves'],
    queryFn: moves?.queryFn ?? (async () => ({ ranges: [] })),
    enabled: isWanted && moves !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return useMemo(() => {
    const files = new Map<string, { old: Set<number>; new: Set<number> }>()
    for (const { file, side, first, last } of data?.ranges ?? []) {
      const own = files.get(file) ?? { old: new Set(), new: new Set() }
      files.set(file, own)
      for (let line = first; line <= last; line++) own[side].add(line)
    }
    return files
  }, [data])
}
