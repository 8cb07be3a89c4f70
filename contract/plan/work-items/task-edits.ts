import { type Static, Type } from 'typebox'

/** An item of a task list, by its line as the page shows it. */
const Line = {
  /** 1-based. */
  lineNumber: Type.Integer(),
  lineSource: Type.String(),
}

/**
 * Changes of a description that concern one item of a task list: only its lines change, if they still read as they did
 * and the description has the version that is given. At most one of them at a time.
 *
 * @source TASK-008, TASK-009; rest.md 17.1
 */
export const taskEdits = {
  updateTask: Type.Optional(
    Type.Object({
      /** 1-based. */
      index: Type.Integer(),
      checked: Type.Boolean(),
      ...Line,
    }),
  ),
  /** Move an item, with what is nested in it, among the items of its list. */
  moveTask: Type.Optional(
    Type.Object({
      ...Line,
      /** The item before or after which it is moved. */
      toLineNumber: Type.Integer(),
      toLineSource: Type.String(),
      place: Type.Union([Type.Literal('before'), Type.Literal('after')]),
    }),
  ),
  /** Delete the text of an item; items nested in it take its place. */
  deleteTask: Type.Optional(Type.Object(Line)),
}

const TaskEdits = Type.Object(taskEdits)
export type TaskEdits = Static<typeof TaskEdits>
