import type { Search } from '#web/api/router/search.ts'

/** The input of the page for its address: the first page is not named. */
export const codeReviewsInput = (namespace: string, { page }: Search): { namespace: string; page?: number } => ({
  namespace,
  ...(/^[2-9]$|^[1-9]\d{1,5}$/.test(String(page)) && { page: Number(page) }),
})
