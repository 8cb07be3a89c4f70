import type { Static } from 'typebox'
import type { NotesData } from '#contract/discuss/notes-data.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { helpPaths } from '#server/discuss/help/topics.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'

interface Place {
  readonly id: number
  readonly iid: number
  readonly namespacePath: string
}

/** Where the page of an issue reads and writes what is said. @source FORM-039 */
export function notesData(
  ctx: Context,
  { id, iid, namespacePath }: Place,
  notesFilter: number,
): Static<typeof NotesData> {
  const site = siteBase(ctx)
  const project = `${site}/${namespacePath}`
  const issue = `${site}${pagePath('issue', namespacePath, iid)}`
  return {
    draftsPath: ctx.actor.kind === 'user' ? `${issue}/drafts` : null,
    discussionsPath: `${issue}/discussions.json`,
    notesPath: `${project}/noteable/issue/${id}/notes`,
    closePath: `${issue}.json?issue[state_event]=close`,
    reopenPath: `${issue}.json?issue[state_event]=reopen`,
    notesFilter,
    lastFetchedAt: Date.parse(ctx.now) * 1000,
    // The page brings its own notes as data, after the document.
    prerenderedNotesCount: 0,
    markdownDocsPath: `${site}${helpPaths.markdown}`,
    quickActionsDocsPath: `${site}${helpPaths.quickActions}`,
  }
}
