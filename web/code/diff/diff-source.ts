import type { QueryKey } from '@tanstack/react-query'
import type {
  ContextLines,
  DiffBatch,
  DiffFile,
  DiffFileHead,
  DiffMatches,
  DiffMoves,
} from '#contract/code/diffs/diffs.ts'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type { Address } from '#web/api/address.ts'
import { call } from '#web/api/client.ts'
import { findInDiff, getDiffBatch, getDiffContext, getDiffFile, getDiffMoves } from '#web/api/operations.gen.ts'
import { keyOf } from '#web/api/query.ts'

/** Lines of a diff that can be fetched, with the key under which they are kept. */
export interface DiffQuery<Reply> {
  readonly queryKey: QueryKey
  readonly queryFn: () => Promise<Reply>
}

/** The request of a source: an operation with its input. */
const diffQuery = <Op extends Operation>(operation: Address<Op>, input: InputOf<Op>): DiffQuery<ReplyOf<Op>> => ({
  queryKey: keyOf(operation, input),
  queryFn: () => call(operation, input),
})

/** The source of the lines of a diff. */
export interface DiffSource {
  /** Names what is compared and how: with another one the view begins anew. */
  readonly id: string
  /** Path of the project, for links to its files. */
  readonly namespace: string
  /** The two commits; `fromId` is null if there is nothing before. */
  readonly fromId: string | null
  readonly toId: string
  /** Twenty files with their lines. @param page  from 1 */
  readonly batch: (page: number) => DiffQuery<DiffBatch>
  /** One file with all of its lines. */
  readonly file: (file: Pick<DiffFileHead, 'oldPath' | 'newPath'>) => DiffQuery<DiffFile>
  /** Lines that were moved; absent: they are not marked. */
  readonly moves?: DiffQuery<DiffMoves>
  /** Lines that contain a text; absent: nothing can be found. @param start  index of the first file to look into */
  readonly find?: (text: string, start: number) => DiffQuery<DiffMatches>
  /** Unchanged lines of the new file. @param last  absent: up to the end */
  readonly context: (path: string, first: number, last?: number) => DiffQuery<ContextLines>
}

/** The difference between two commits of a project. @param fromId  null: from nothing */
export function commitSource(
  namespace: string,
  fromId: string | null,
  toId: string,
  isWhitespaceShown: boolean,
): DiffSource {
  const w = isWhitespaceShown ? '0' : '1'
  const between = { namespace, ...(fromId === null ? {} : { from: fromId }), to: toId, w } as const
  return {
    id: `${fromId} ${toId} ${w}`,
    namespace,
    fromId,
    toId,
    batch: page => diffQuery(getDiffBatch, { ...between, page }),
    file: ({ oldPath, newPath }) => diffQuery(getDiffFile, { ...between, oldPath, newPath }),
    find: (text, start) => diffQuery(findInDiff, { ...between, text, start }),
    moves: diffQuery(getDiffMoves, between),
    context: (path, first, last) =>
      diffQuery(getDiffContext, {
        namespace,
        sha: toId,
        path,
        first,
        ...(last === undefined ? {} : { last }),
      }),
  }
}
