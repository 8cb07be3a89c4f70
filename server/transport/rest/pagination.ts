import type { Paged } from '#server/slice.ts'

/**
 * The headers that lead through a list.
 *
 * @param url  the request's own address, whose parameters the links repeat
 * @source rest.md 1.5
 */
export function paginationHeaders(page: Paged, url: URL): Record<string, string> {
  const link = (changes: Readonly<Record<string, string>>, rel: string): string => {
    const target = new URL(url)
    for (const secret of ['private_token', 'access_token']) target.searchParams.delete(secret)
    for (const [name, value] of Object.entries(changes)) target.searchParams.set(name, value)
    return `<${target.href.replaceAll(',', '%2C')}>; rel="${rel}"`
  }
  if (page.nextCursor !== null) {
    if (!page.hasNext) return {}
    const { cursor } = page.nextCursor
    return {
      link: link({ ...page.nextCursor, per_page: String(page.perPage) }, 'next'),
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
    link: links.join(', '),
    'x-page': String(page.page),
    'x-per-page': String(page.perPage),
    'x-next-page': page.hasNext ? String(page.page + 1) : '',
    'x-prev-page': page.page > 1 ? String(page.page - 1) : '',
    ...(pages === null ? {} : { 'x-total': String(page.total), 'x-total-pages': String(pages) }),
  }
}
