import type { LinkType } from '#contract/plan/work-items/links.ts'

/** A link as its other end sees it. */
export function inverseOf(type: LinkType): LinkType {
  switch (type) {
    case 'relates_to':
      return 'relates_to'
    case 'blocks':
      return 'is_blocked_by'
    case 'is_blocked_by':
      return 'blocks'
    default:
      return type satisfies never
  }
}
