import type { Operation } from '#contract/operation.ts'

export const isRead = ({ method }: Operation): boolean => method === 'GET' || method === 'HEAD'

/**
 * Operations in groups, each of which shares one world: that takes longer to build than most operations take to try. Writes roll
 * back their rows but not what they did to a repository, so their groups are small.
 */
export function groupsOf(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const reads = operations.filter(isRead)
  const writes = operations.filter(operation => !isRead(operation))
  return [...slicesOf(160, reads), ...slicesOf(40, writes)]
}

function slicesOf<T>(size: number, all: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_each, index) =>
    all.slice(index * size, (index + 1) * size),
  )
}
