import { userTopic } from '#contract/live-topics.ts'
import type { Context } from '#server/context.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'abuse_report.created': { readonly reportId: number }
    /** The one who reported says something else. */
    'abuse_report.updated': { readonly reportId: number }
    'abuse_report.closed': { readonly reportIds: readonly number[] }
    'abuse_report.reopened': { readonly reportIds: readonly number[] }
    /** The reports on a person whose account was deleted. */
    'abuse_report.dropped': { readonly userId: number }
  }
}

/** The topics that notify the pages of all administrators, with their counters. */
export async function administratorTopics(ctx: Context): Promise<readonly string[]> {
  const administrators = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()
  return administrators.map(({ id }) => userTopic(id))
}
