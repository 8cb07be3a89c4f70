declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** The row has gone; the file follows. */
    'upload.deleted': { readonly uploadId: number; readonly storageKey: string }
  }
}

export {}
