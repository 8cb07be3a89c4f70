import { Type } from 'typebox'
import { News } from '#contract/discuss/read-marks.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { DateTime, Day, Nullable } from '#contract/shapes.ts'
import { LabelBasic } from '../labels/labels.ts'
import { TaskCompletion } from '../shapes.ts'

/** A count that stops at a limit: then it is the limit, and there are more. */
export const Count = Type.Object({ count: Type.Integer(), isAtLeast: Type.Boolean() })

/** The fields that the rows of issues and of merge requests share. */
export const issuableRow = {
  id: Type.Integer(),
  iid: Type.Integer(),
  title: Type.String(),
  /** The title with its emoji, without links; null where it holds none. */
  titleHtml: Nullable(Type.String()),
  hidden: Type.Boolean(),
  author: UserBasic,
  assignees: Type.Array(UserBasic),
  labels: Type.Array(LabelBasic),
  milestone: Nullable(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      dueDate: Nullable(Day),
      expired: Type.Boolean(),
      webUrl: Type.String(),
    }),
  ),
  notesCount: Type.Integer(),
  upvotes: Type.Integer(),
  downvotes: Type.Integer(),
  taskCompletionStatus: TaskCompletion,
  createdAt: DateTime,
  updatedAt: DateTime,
  closedAt: Nullable(DateTime),
  /** Comments of others since the viewer's last visit; null if there are none, and before the first visit. */
  news: Nullable(News),
}

/** The start of a page: `next` or `previous` of another page. */
export const cursorInput = { cursor: Type.Optional(Type.String({ maxLength: 2000 })) }

/** Cursors of the neighboring pages, null where there are none. */
export const cursors = { next: Nullable(Type.String()), previous: Nullable(Type.String()) }
