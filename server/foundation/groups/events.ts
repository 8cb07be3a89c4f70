declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'group.created': { readonly groupId: number }
    /** The name, settings, visibility or avatar changed; `fields` lists the fields, in camelCase. */
    'group.updated': { readonly groupId: number; readonly fields: readonly string[] }
    /** The full path of the group changed, and with it that of all below. */
    'group.moved': { readonly groupId: number; readonly from: string; readonly to: string }
    'group.archived': { readonly groupId: number }
    'group.unarchived': { readonly groupId: number }
  }
}
