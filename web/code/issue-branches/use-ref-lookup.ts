import { useQuery } from '@tanstack/react-query'
import { projectRefs } from '#web/api/operations.gen.ts'
import { reading } from '#web/api/query.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

/** The pause in typing before a ref is looked up. @source BRANCH-020 */
export const lookupDelayMs = 500

interface RefLookup {
  /** The name that was looked up. */
  readonly asked: string
  readonly isChecking: boolean
  readonly hasFailed: boolean
  /** Branches whose names begin so. */
  readonly branches: readonly string[]
  readonly tags: readonly string[]
}

/**
 * Look for branches and tags that begin with a text, once it has not changed for a while. A new lookup cancels the one before.
 *
 * @source BRANCH-020, BRANCH-021, BRANCH-032
 */
export function useRefLookup(namespace: string, text: string): RefLookup {
  const asked = useDebounced(text, lookupDelayMs)
  const input = { namespace, search: `^${asked}`, find: ['branches' as const, 'tags' as const] }
  const lookup = useQuery({ ...reading(projectRefs, input), enabled: asked !== '', staleTime: 0, gcTime: 0 })
  // The reply names its lists by the words of the contract; only some of them were asked for.
  const found = lookup.data as { readonly Branches?: readonly string[]; readonly Tags?: readonly string[] } | undefined
  return {
    asked,
    isChecking: text !== '' && (asked !== text || lookup.isFetching),
    hasFailed: text !== '' && asked === text && lookup.isError,
    branches: asked === '' ? [] : (found?.Branches ?? []),
    tags: asked === '' ? [] : (found?.Tags ?? []),
  }
}

export type Availability = 'empty' | 'checking' | 'available' | 'unavailable' | 'failed'

/** An empty input counts as valid: the server has a value for it. @source BRANCH-017, BRANCH-018 */
export const isValid = (availability: Availability): boolean => availability === 'empty' || availability === 'available'
