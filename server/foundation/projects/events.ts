declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'project.created': { readonly projectId: number }
    /** The name, settings, visibility or avatar changed; `fields` lists the fields, in camelCase. */
    'project.updated': { readonly projectId: number; readonly fields: readonly string[] }
    /** The full path of the project changed, by a rename or a transfer of its own. */
    'project.moved': { readonly projectId: number; readonly from: string; readonly to: string }
    'project.archived': { readonly projectId: number }
    'project.unarchived': { readonly projectId: number }
    'project.starred': { readonly projectId: number; readonly userId: number }
    'project.unstarred': { readonly projectId: number; readonly userId: number }
  }
}
