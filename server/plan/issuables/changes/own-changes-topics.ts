import { ownChangesTopic } from '#contract/live-topics.ts'
import { type Context, userIdOf } from '#server/context.ts'

/** The topic of a change that its actor can undo. */
export function ownChangesTopics(ctx: Pick<Context, 'actor'>): readonly string[] {
  const userId = userIdOf(ctx)
  return userId === null ? [] : [ownChangesTopic(userId)]
}
