declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'label.created': { readonly labelId: number }
    'label.updated': { readonly labelId: number }
    'label.deleted': { readonly labelId: number; readonly title: string }
    /** A project's label became one of its group. */
    'label.promoted': { readonly labelId: number; readonly groupId: number }
  }
}

/** The topic of pages that show a project's or group's labels and milestones. */
export const placeTopic = (place: { readonly id: number; readonly kind: string }): string =>
  place.kind === 'group' ? `group:${place.id}` : `project:${place.id}`
