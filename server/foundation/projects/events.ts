declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'project.created': { readonly projectId: number }
    /** Name, settings, visibility or avatar; `fields` names what changed, in camelCase. */
    'project.updated': { readonly projectId: number; readonly fields: readonly string[] }
    /** Its full path is another now, by a rename or a transfer of its own. */
    'project.moved': { readonly projectId: number; readonly from: string; readonly to: string }
    'project.archived': { readonly projectId: number }
    'project.unarchived': { readonly projectId: number }
    'project.starred': { readonly projectId: number; readonly userId: number }
    'project.unstarred': { readonly projectId: number; readonly userId: number }
  }
}
