/**
 * The window's title of a page.
 *
 * @param page  the page's own name
 * @param namespace  full name of the group or project it belongs to
 */
export function windowTitle(page: string, namespace: string | null | undefined): string {
  return [page, namespace, 'Weft'].filter(Boolean).join(' · ')
}

export const notFoundTitle = 'Page not found'
