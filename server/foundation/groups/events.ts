declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'group.created': { readonly groupId: number }
    /** Name, settings, visibility or avatar; `fields` names what changed, in camelCase. */
    'group.updated': { readonly groupId: number; readonly fields: readonly string[] }
    /** Its full path is another now, and with it that of everything below. */
    'group.moved': { readonly groupId: number; readonly from: string; readonly to: string }
    'group.archived': { readonly groupId: number }
    'group.unarchived': { readonly groupId: number }
  }
}
