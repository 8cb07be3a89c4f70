import type { Search } from '#web/api/router/search.ts'

/** The input of the page of answers, from its address. */
export function answersInput({ after, before }: Search): { readonly after?: number; readonly before?: number } {
  const [older, newer] = [Number(after), Number(before)]
  if (Number.isSafeInteger(older) && older > 0) return { after: older }
  return Number.isSafeInteger(newer) && newer > 0 ? { before: newer } : {}
}
