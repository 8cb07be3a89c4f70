import type { Paged } from '#server/slice.ts'

/** Clients and proxies often limit all headers to 8 kB. */
const maxLinkChars = 4_096

/**
 * The headers that lead through a list.
 *
 * @param url  the request's own address, whose parameters the links repeat
 * @param known  parameters of the operation; others, such as tokens, are not repeated in links
 * @source rest.md 1.5
 */
export function paginationHeaders(page: Paged, url: URL, known: ReadonlySet<string>): Record<string, string> {
  const base = new URL(url)
  for (const name of new Set(url.searchParams.keys()))
    if (!known.has(name.split('[', 1)[0] ?? '')) base.searchParams.delete(name)
  const link = (changes: Readonly<Record<string, string>>, rel: string): string => {
    const target = new URL(base)
    for (const [name, value] of Object.entries(changes)) target.searchParams.set(name, value)
    return `<${target.href.replaceAll(',', '%2C')}>; rel="${rel}"`
  }
  if (page.nextCursor !== null) {
    if (!page.hasNext) return {}
    const { cursor } = page.nextCursor
    return {
      ...linkHeader([link({ ...page.nextCursor, per_page: String(page.perPage) }, 'next')]),
      ...(cursor === undefined ? {} : { 'x-next-cursor': cursor }),
    }
  }
  const at = (number: number, rel: string) => link({ page: String(number), per_page: String(page.perPage) }, rel)
  const pages = page.total === null ? null : Math.max(1, Math.ceil(page.total / page.perPage))
  const links = [
    ...(page.page > 1 ? [at(page.page - 1, 'prev')] : []),
    ...(page.hasNext ? [at(page.page + 1, 'next')] : []),
    at(1, 'first'),
    ...(pages === null ? [] : [at(pages, 'last')]),
  ]
  return {
    ...linkHeader(links),
    'x-page': String(page.page),
    'x-per-page': String(page.perPage),
    'x-next-page': page.hasNext ? String(page.page + 1) : '',
    'x-prev-page': page.page > 1 ? String(page.page - 1) : '',
    ...(pages === null ? {} : { 'x-total': String(page.total), 'x-total-pages': String(pages) }),
  }
}

/** The links that fit, in order; with very long parameters, clients page by the other headers. */
function linkHeader(links: readonly string[]): Record<string, string> {
  const fitting = [...links]
  while (fitting.join(', ').length > maxLinkChars) fitting.pop()
  return fitting.length === 0 ? {} : { link: fitting.join(', ') }
}
