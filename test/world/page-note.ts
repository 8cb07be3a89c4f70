import type { NoteAuthor, PageNote } from '#contract/discuss/discussion-page.ts'

export const noteAuthor = (id: number, name = 'Ann'): NoteAuthor => ({
  id,
  username: name.toLowerCase(),
  name,
  state: 'active',
  avatarUrl: null,
  path: `/${name.toLowerCase()}`,
  showStatus: false,
  statusTooltipHtml: null,
  availability: null,
})

/** A note as the page knows it, written so many seconds into the year; by itself unless a discussion is given. */
export function pageNote(id: number, given: Partial<PageNote> = {}): PageNote {
  const at = new Date(Date.parse('2026-01-01T00:00:00.000Z') + id * 1000).toISOString()
  return {
    id: String(id),
    type: null,
    author: noteAuthor(1),
    note: `note ${id}`,
    noteHtml: `<p>note ${id}</p>`,
    createdAt: at,
    updatedAt: at,
    lastEditedAt: null,
    lastEditedBy: null,
    currentUser: { canEdit: false, canAwardEmoji: false, canResolve: false, canResolveDiscussion: false },
    resolvable: false,
    resolved: false,
    resolvedAt: null,
    resolvedBy: null,
    resolvedByPush: false,
    system: false,
    systemNoteIconName: null,
    systemAction: null,
    isNoteableAuthor: false,
    discussionId: `d${id}`,
    emojiAwardable: true,
    awardEmoji: [],
    suggestions: [],
    noteableNoteUrl: `/a/b/-/issues/1#note_${id}`,
    path: `/a/b/notes/${id}`,
    toggleAwardPath: `/a/b/notes/${id}/toggle_award_emoji`,
    resolvePath: null,
    reportAbusePath: null,
    cachedMarkdownVersion: 1,
    confidential: false,
    internal: false,
    imported: false,
    noteableId: 1,
    noteableType: 'Issue',
    humanAccess: null,
    isContributor: false,
    projectName: 'b',
    ...given,
  }
}
