import { Type } from 'typebox'
import { DateTime, Day, Nullable, Words } from '#contract/shapes.ts'

/** The types that the issue slice owns: issues and the work items that behave as issues. */
export const issuableTypes = [
  'issue',
  'incident',
  'test_case',
  'requirement',
  'task',
  'objective',
  'key_result',
  'ticket',
] as const

/** @source rest.md 2.3 */
export const Milestone = Type.Object({
  id: Type.Integer(),
  iid: Type.Integer(),
  projectId: Type.Optional(Type.Integer()),
  groupId: Type.Optional(Type.Integer()),
  title: Type.String(),
  description: Nullable(Type.String()),
  state: Words(['active', 'closed']),
  createdAt: DateTime,
  updatedAt: DateTime,
  dueDate: Nullable(Day),
  startDate: Nullable(Day),
  expired: Type.Boolean(),
  webUrl: Type.String(),
})

export const TaskCompletion = Type.Object({ count: Type.Integer(), completedCount: Type.Integer() })
