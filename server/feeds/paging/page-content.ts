import type { PageFacts } from '#server/feeds/notifications/page-facts.ts'
import type { PageLinks } from '#server/feeds/notifications/page-links.ts'

/** The content of a page, for every channel but email. */
export interface PageContent {
  readonly title: string
  readonly text: string
  readonly url: string
  readonly facts: PageFacts | null
  readonly links: PageLinks | null
}
