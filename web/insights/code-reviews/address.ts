import type { Search } from '#web/api/router/search.ts'

/** The input of the page for its address: the first page is not named. */
export const codeReviewsInput = (namespace: string, { page, waiting }: Search) => ({
  namespace,
  ...(waiting === 'true' && { waiting: true }),
  ...(/^[2-9]$|^[1-9]\d{1,5}$/.test(String(page)) && { page: Number(page) }),
})
