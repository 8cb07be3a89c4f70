declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'iteration_cadence.created': { readonly cadenceId: number }
    'iteration_cadence.updated': { readonly cadenceId: number }
    'iteration_cadence.deleted': { readonly cadenceId: number; readonly title: string }
    'iteration.created': { readonly iterationId: number }
    'iteration.updated': { readonly iterationId: number }
    'iteration.deleted': { readonly iterationId: number; readonly cadenceId: number }
  }
}
