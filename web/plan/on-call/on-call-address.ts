import type { Search } from '#web/api/router/search.ts'

/** The page's input. @param search  of its address, which may name a day of the week to show */
export function weekInput(namespace: string, { week }: Search): { readonly namespace: string; readonly week?: string } {
  return typeof week === 'string' && /^\d{4}-\d\d-\d\d$/.test(week) ? { namespace, week } : { namespace }
}
