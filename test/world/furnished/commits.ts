import { commitDiscussion, commitDiscussionPage } from '#contract/code/commits/commit-discussion.ts'
import { commitIid } from '#contract/issuable-kinds.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** A commit with a note, a thread, a draft and reactions. */
export async function furnishCommits({ as, project }: CodeWorld, sha: string) {
  const root = as('root')
  const ref = { id: project.id, sha }
  const note = await as('rita').call(commitDiscussion.createNote, { ...ref, body: 'I read it' })
  const thread = await as('rita').call(commitDiscussion.createDiscussion, { ...ref, body: 'Why?' })
  if (!('id' in note) || !('notes' in thread)) throw new Error('nothing was written')
  const page = { namespace: project.fullPath, iid: commitIid(sha) }
  const draft = await root.call(commitDiscussionPage.createPageDraft, { ...page, draftNote: { note: 'Later' } })
  const award = await root.call(commitDiscussion.createAward, { ...ref, name: 'thumbsup' })
  const noteAward = await root.call(commitDiscussion.createNoteAward, { ...ref, noteId: note.id, name: 'tada' })
  const ofCommit = {
    sha,
    iid: commitIid(sha),
    noteId: note.id,
    discussionId: thread.id,
    draftId: draft.id,
    path: undefined,
  }

  const fit: FurnishedArea['fit'] = (place, { path }) => {
    const isOfCommit = path.includes(':iid') || /\/(notes|discussions|award_emoji|comments)(\/|$)/.test(path)
    if (!isOfCommit || !/\/commits?\/:(sha|iid)\//.test(path)) return
    Object.assign(place, ofCommit)
    place.awardId = path.includes('/notes/') ? noteAward.id : award.id
    if (path.includes('discussions/:discussionId/notes/:noteId')) place.noteId = thread.notes[0]?.id
  }
  return { fit }
}
