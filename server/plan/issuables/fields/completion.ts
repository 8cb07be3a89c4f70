import { builder } from '#server/graphql/builder.ts'

interface Counted {
  readonly taskCount: number
  readonly taskCompletedCount: number
}

export const Completion = builder.objectRef<Counted>('TaskCompletionStatus').implement({
  description: 'Task completion status of the description.',
  fields: t => ({
    completedCount: t.exposeInt('taskCompletedCount', { nullable: false }),
    count: t.exposeInt('taskCount', { nullable: false }),
  }),
})
