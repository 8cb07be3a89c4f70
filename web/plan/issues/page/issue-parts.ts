import type { ComponentType } from 'react'

/** What higher floors show on the page of an issue, between its links and its discussion: named once, before the first page shows. */
export const issueParts = {
  load: (): Promise<ComponentType> => Promise.reject(new Error('No parts are named')),
}
