import { isNumberInAddress } from '#contract/address-numbers.ts'

/** The parameters of an address by name: `namespace`, `iid`, `_splat`. */
export type Params = Readonly<Record<string, string>>

interface Addressed {
  /** `/$namespace/-/issues/$iid`: `$namespace` stands for a full path with slashes, `$iid` and `$boardId` for a number, a trailing `$` for the rest. */
  readonly address: string
}

export interface Match<Page extends Addressed> {
  readonly page: Page
  readonly params: Params
}

/**
 * Find pages by their addresses. If several match, the page with the longer literal beginning wins. Case and trailing
 * slashes are ignored.
 *
 * @returns a function that takes a path as the browser has it, and gives null where there is no page
 */
export function matcherOf<Page extends Addressed>(pages: readonly Page[]): (path: string) => Match<Page> | null {
  const patterns = pages
    .map(page => ({ page, rank: rankOf(page.address), ...patternOf(page.address) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return path => {
    for (const { page, pattern, names } of patterns) {
      const found = pattern.exec(path)
      if (found === null) continue
      return { page, params: Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? '')])) }
    }
    return null
  }
}

/** The first segments that no full path has: some of those that `server/foundation/namespaces/reserved-paths.ts` reserves. */
const ownSegments = /(?!(?:-|admin|dashboard|explore|groups|projects|users|help|search|api|assets|uploads)(?:\/|$))/
  .source

const fullPath = `${/((?!-(?:\/|$))[^/]+(?:\/(?!-(?:\/|$))[^/]+)*)/.source}`

function patternOf(address: string): { readonly pattern: RegExp; readonly names: readonly string[] } {
  const names: string[] = []
  const parts = segmentsOf(address).map((segment, index) => {
    if (!segment.startsWith('$')) return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    names.push(segment.slice(1) || '_splat')
    if (segment === '$') return '(.+)'
    if (isNumberInAddress(segment.slice(1))) return '(\\d+)'
    if (segment !== '$namespace') return '([^/]+)'
    return index === 0 ? ownSegments + fullPath : fullPath
  })
  return { pattern: new RegExp(`^/${parts.join('/')}/*$`, 'i'), names }
}

/** Ranks a literal segment before a parameter, and a parameter of one segment before one of several. */
const rankOf = (address: string): string =>
  segmentsOf(address)
    .map(segment => (!segment.startsWith('$') ? 0 : segment === '$' || segment === '$namespace' ? 2 : 1))
    .join('')

const segmentsOf = (address: string): readonly string[] => address.slice(1).split('/')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // The percent sign stands for itself.
    return part
  }
}
