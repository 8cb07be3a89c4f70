import type { Static } from 'typebox'
import type { NotesData } from '#contract/discuss/notes-data.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { helpPaths } from '#server/discuss/help/help-topics.ts'
import type { DiscussedKind } from '#server/discuss/noteables/noteable.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'

interface NoteableAddress {
  readonly id: number
  readonly iid: number
  readonly namespacePath: string
}

/** The addresses at which the page of a noteable reads and writes notes. @source FORM-039 */
export function notesData(
  ctx: Context,
  { series }: DiscussedKind,
  { id, iid, namespacePath }: NoteableAddress,
  notesFilter: number,
): Static<typeof NotesData> {
  const site = siteBase(ctx)
  const project = `${site}/${namespacePath}`
  const page = `${site}${pagePath(series, namespacePath, iid)}`
  return {
    draftsPath: ctx.actor.kind === 'user' ? `${page}/drafts` : null,
    discussionsPath: `${page}/discussions.json`,
    notesPath: `${project}/noteable/${series}/${id}/notes`,
    closePath: `${page}.json?${series}[state_event]=close`,
    reopenPath: `${page}.json?${series}[state_event]=reopen`,
    notesFilter,
    lastFetchedAt: minuteOf(ctx.now),
    // The page brings its own notes as data, after the document.
    prerenderedNotesCount: 0,
    markdownDocsPath: `${site}${helpPaths.markdown}`,
    quickActionsDocsPath: `${site}${helpPaths.quickActions}`,
  }
}

const minuteMs = 60_000

/** The minute of a moment, in microseconds: asked from then on, notes come twice rather than not at all, and a page stays the same for a minute. */
const minuteOf = (moment: string): number => Math.floor(Date.parse(moment) / minuteMs) * minuteMs * 1000
