import { Type } from 'typebox'
import { UserBasic } from '#contract/foundation/users.ts'
import { Nullable, Words } from '#contract/shapes.ts'
import { LabelBasic } from '../labels/labels.ts'
import type { GroupWord } from './group-words.ts'

/**
 * The grouping of a list page: `groupBy` alone requests all groups with their first rows, `group` the rows of one of
 * them.
 */
export const groupInput = <const Word extends GroupWord>(words: readonly Word[]) => ({
  groupBy: Type.Optional(Words(words)),
  /** Group only by the labels of this scope: `priority` for `priority::high` and `priority::low`. */
  groupScope: Type.Optional(Type.String({ maxLength: 255 })),
  /** The key of a group. */
  group: Type.Optional(Type.String({ maxLength: 1000 })),
})

/** A group of rows of a list. A row with several values is in several groups. */
export const ListGroup = Type.Object({
  /** `none`, or `=` and a value. */
  key: Type.String(),
  /** A title or a word; null where there is no value. */
  name: Nullable(Type.String()),
  /** The cadence of an iteration, `weft&4` of an epic. */
  detail: Nullable(Type.String()),
  person: Nullable(UserBasic),
  label: Nullable(LabelBasic),
  path: Nullable(Type.String()),
  count: Type.Integer(),
  /** The ids of its first rows, in the order of the list. */
  ids: Type.Array(Type.Integer()),
  /** The cursor of the rows that follow; null where there are none. */
  next: Nullable(Type.String()),
})

/** The groups of a list page; null where it is not grouped. */
export const listGroups = Nullable(
  Type.Object({
    groups: Type.Array(ListGroup),
    /** The number of grouped rows, if the list is longer than that; null if all are. */
    limit: Nullable(Type.Integer()),
  }),
)
