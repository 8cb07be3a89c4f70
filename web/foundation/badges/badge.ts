import type { ReplyOf } from '#contract/operation.ts'

export type Badge = ReplyOf<typeof import('#contract/foundation/badges.ts').getProjectBadge>

export interface BadgePlace {
  readonly kind: 'project' | 'group'
  readonly id: number
}

/** The name of a badge, or else the host that it links to. */
export const badgeName = ({
  name,
  renderedLinkUrl,
}: {
  readonly name: string | null
  readonly renderedLinkUrl: string
}): string => name ?? URL.parse(renderedLinkUrl)?.host ?? 'Badge'
