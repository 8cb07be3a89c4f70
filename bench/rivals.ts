import type { Target } from './measure.ts'

/** A page that is compared, as one of the sites has it. */
export interface SitePage {
  readonly path: string
  /** A text of the page, so that an empty one is never counted. */
  readonly holds: string
  /** The links or marks of which each row, comment or file has at least one of its own. */
  readonly marks: string
  /** How many different ones there are once all of the page is there. */
  readonly all: number
  /** The same for other issues, for a page that would otherwise be kept. */
  readonly others?: readonly string[]
  /** Asked for by each page of the kind before all of it is there. */
  readonly followedBy?: string
}

export const pageKinds = ['issue list', 'short issue', '500 comments', 'diff of 100 files'] as const
export type PageKind = (typeof pageKinds)[number]

/** A program that shows the same issues. */
export interface Site {
  readonly name: string
  readonly origin: string
  /** Of the reader's session; empty where everybody may read. */
  readonly cookie: string
  readonly pages: Readonly<Partial<Record<PageKind, SitePage>>>
  /** The processes to measure, if they are ours: of the server, and of its database if it has one. */
  readonly processes?: { readonly server: number; readonly postmaster: number | null }
}

export interface StartedSite {
  readonly site: Site
  readonly stop: () => void
}

/** A request for a page as its site's reader. */
export function targetOf(
  { origin, cookie }: Site,
  { path, others, holds }: SitePage,
): Target & { readonly origin: string } {
  return { origin, path, ...(others && { others }), headers: cookie === '' ? {} : { cookie }, holds }
}
