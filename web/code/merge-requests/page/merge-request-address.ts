import type { mergeRequestTabs } from '#contract/code/page-titles.ts'
import { pagesPath } from '#contract/issuable-kinds.ts'

/** The input of the page, from its address. */
export const mergeRequestInput = ({ namespace = '', iid = '' }: Readonly<Record<string, string>>) => ({
  namespace,
  iid: Number(iid),
})

export type MergeRequestTab = keyof typeof mergeRequestTabs

/** The address of a tab of a merge request. */
export function mergeRequestHref(namespace: string, iid: number, tab: MergeRequestTab = 'overview'): string {
  const base = `${pagesPath('merge_request', namespace)}/${iid}`
  return tab === 'overview' ? base : `${base}/${tab}`
}

/** The address of the page that resolves its conflicts. */
export const conflictsHref = (namespace: string, iid: number): string => `${mergeRequestHref(namespace, iid)}/conflicts`

/** The id of a file on that page. */
export const conflictAnchor = (path: string): string => `conflict-${encodeURIComponent(path)}`

/** The tab that an address shows. */
export function tabOf(path: string): MergeRequestTab {
  const last = path.replace(/\?.*$/, '').replace(/\/+$/, '').split('/').at(-1)
  return last === 'commits' || last === 'pipelines' || last === 'diffs' ? last : 'overview'
}
