declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'milestone.created': { readonly milestoneId: number }
    'milestone.updated': { readonly milestoneId: number }
    'milestone.closed': { readonly milestoneId: number }
    'milestone.activated': { readonly milestoneId: number }
    'milestone.deleted': {
      readonly milestoneId: number
      readonly title: string
      /** The milestone as webhooks receive it, without its description: texts of deleted rows are not kept. */
      readonly was?: Readonly<Record<string, string | number | null>>
    }
    /** A project's milestone became one of its group. Those that joined it are deleted next. */
    'milestone.promoted': {
      readonly milestoneId: number
      readonly groupId: number
      readonly joinedIds: readonly number[]
    }
  }
}
