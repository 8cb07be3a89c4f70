import { on, type Slice } from '#server/slice.ts'
import { protectedRefsAnswers } from './answers.ts'
import { protectDefaultBranch } from './default-branch.ts'
import './events.ts'
import { protectedRefsFields } from './fields.ts'

export const protectedRefs: Slice = {
  name: 'protected-refs',
  answers: protectedRefsAnswers,
  fields: protectedRefsFields,
  followers: [on('project.created', (ctx, { payload }) => protectDefaultBranch(ctx, payload.projectId))],
}
