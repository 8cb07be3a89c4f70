import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import {
  mergeRequestDiscussion,
  mergeRequestDiscussionPage,
} from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import {
  createMergeRequest,
  listMergeRequestCommits,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { applySuggestion, applySuggestions } from '#contract/code/merge-requests/suggestions.ts'
import { previewMarkdown } from '#contract/discuss/markdown.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

const before = 'one\ntwo\nthree\nfour\nfive\n'

async function suggested({ commits = false } = {}) {
  const built = await codeWorld({ commits })
  await built.commit({ 'a.txt': 'one\n' })
  await built.commit({ 'a.txt': before }, { branch: 'feature', message: 'Add lines' })
  const made = await built.as('dan').call(createMergeRequest, {
    id: built.project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Add lines',
  })
  const ref = { id: built.project.id, mergeRequestIid: made.iid }
  const suggest = async (newLine: number, block: string, who: Member = 'mina') => {
    const discussion = await built.as(who).call(mergeRequestDiscussion.createDiscussion, {
      ...ref,
      body: `Better:\n\n\`\`\`suggestion${block}\`\`\``,
      position: {
        ...refsOf(made),
        positionType: 'text',
        oldPath: 'a.txt',
        newPath: 'a.txt',
        newLine,
        ...(newLine === 1 && { oldLine: 1 }),
      },
    })
    const [note] = 'notes' in discussion ? discussion.notes : []
    const [suggestion] = note?.suggestions ?? []
    if (note === undefined || suggestion === undefined) throw new Error('nothing was suggested')
    return { ...suggestion, noteId: note.id }
  }
  const shown = async (noteId: number) => {
    const note = await built.as('rita').call(mergeRequestDiscussion.getNote, { ...ref, noteId })
    return note.suggestions?.[0]
  }
  const head = async () => (await findRef(built.dir, 'branch', 'feature'))?.commitId ?? ''
  const content = async () => (await readFile(built.dir, await head(), 'a.txt'))?.content.toString()
  const onPage = async (who: Member) => {
    const discussions = await built
      .as(who)
      .call(mergeRequestDiscussionPage.listPageDiscussions, { namespace: built.project.fullPath, iid: made.iid })
    return discussions.flatMap(each => each.notes.flatMap(note => note.suggestions))
  }
  return { ...built, made, ref, suggest, shown, head, content, onPage }
}

const refsOf = ({ diffRefs }: { readonly diffRefs: { baseSha: string; startSha: string; headSha: string } | null }) => {
  if (diffRefs === null) throw new Error('no diff')
  return diffRefs
}

test('SUGG-012 a suggestion on a line of the diff tells its lines, and whether it can be applied', async () => {
  const { suggest, onPage } = await suggested()
  expect(await suggest(3, ':-1+1\nTWO\nTHREE\n')).toMatchObject({
    fromLine: 2,
    toLine: 4,
    fromContent: 'two\nthree\nfour\n',
    toContent: 'TWO\nTHREE\n',
    appliable: true,
    applied: false,
  })
  expect(await onPage('rita')).toMatchObject([
    {
      appliable: true,
      currentUser: { canApply: false },
      diffLines: [
        { type: 'old', oldLine: 2, text: '-two' },
        { type: 'old', oldLine: 3, text: '-three' },
        { type: 'old', oldLine: 4, text: '-four' },
        { type: 'new', newLine: 2, text: '+TWO' },
        { type: 'new', newLine: 3, text: '+THREE' },
      ],
    },
  ])
})

test('SUGG-003 SUGG-005 SUGG-015 applying commits the lines to the source branch, crediting who suggested them', async () => {
  const { suggest, as, dir, head, content, shown } = await suggested()
  const { id, noteId } = await suggest(2, '\nTWO\n')
  const applied = await as('dan').call(applySuggestion, { id })
  expect(applied).toMatchObject({ id, applied: true, appliable: false })
  expect(await content()).toBe('one\nTWO\nthree\nfour\nfive\n')
  const [commit] = await readCommits(dir, [await head()])
  expect(commit?.message).toMatch(/^Apply 1 suggestion\(s\) to 1 file\(s\)\n\nCo-authored-by: .+ <.+@.+>\n?$/)
  expect(commit?.author.name).toMatch(/^Dan/)
  expect(await shown(noteId)).toMatchObject({ applied: true, appliable: false })
  await expect(as('dan').call(applySuggestion, { id })).rejects.toMatchObject({ kind: 'invalid' })
})

test.each<[string, string, string]>([
  ['an empty block deletes the lines', ':-1+0\n', 'one\nfour\nfive\n'],
  ['more lines take the place of one', '\nx\ny\n', 'one\ntwo\nx\ny\nfour\nfive\n'],
])('SUGG-003 %s', async (_rule, block, expected) => {
  const { suggest, as, content } = await suggested()
  const { id } = await suggest(3, block)
  await as('dan').call(applySuggestion, { id })
  expect(await content()).toBe(expected)
})

test('SUGG-004 the message is that of the request, else of the template of the project', async () => {
  const { suggest, as, dir, head, project } = await suggested()
  const [one, two] = [await suggest(1, '\nONE\n', 'dan'), await suggest(5, '\nFIVE\n', 'dan')]
  await as('dan').call(applySuggestion, { id: one.id, commitMessage: 'Shout' })
  expect((await readCommits(dir, [await head()]))[0]?.message.trim()).toBe('Shout')
  await as('root').call(updateProject, {
    id: project.id,
    suggestionCommitMessage: '%{username} applies %{suggestions_count} to %{file_paths} on %{branch_name}',
  })
  await as('dan').call(applySuggestion, { id: two.id })
  expect((await readCommits(dir, [await head()]))[0]?.message.trim()).toBe('dan applies 1 to a.txt on feature')
})

test('SUGG-009 SUGG-016 a batch is one commit, and one that overlaps another leaves all as they were', async () => {
  const { suggest, as, ref, content } = await suggested()
  const [one, two, three] = [
    await suggest(1, ':-0+1\nONE\nTWO\n'),
    await suggest(4, '\nFOUR\nFOUR\n'),
    await suggest(2, '\nzwei\n'),
  ]
  await expect(as('dan').call(applySuggestions, { ids: [one.id, three.id] })).rejects.toMatchObject({ kind: 'invalid' })
  expect(await content()).toBe(before)
  const applied = await as('dan').call(applySuggestions, { ids: [one.id, two.id] })
  expect(applied.map(each => each.applied)).toEqual([true, true])
  expect(await content()).toBe('ONE\nTWO\nthree\nFOUR\nFOUR\nfive\n')
  expect(await as('dan').call(listMergeRequestCommits, ref)).toHaveLength(2)
  await expect(as('dan').call(applySuggestions, { ids: [three.id, 999_999] })).rejects.toMatchObject({
    kind: 'not_found',
  })
})

test('SUGG-003 of one suggestion applied several times at once, one makes a commit', async () => {
  const { suggest, as, ref, content } = await suggested({ commits: true })
  const { id } = await suggest(2, '\nTWO\n')
  const answers = await Promise.allSettled([1, 2, 3].map(() => as('dan').call(applySuggestion, { id })))
  expect(answers.filter(each => each.status === 'fulfilled')).toHaveLength(1)
  expect(await content()).toBe('one\nTWO\nthree\nfour\nfive\n')
  expect(await as('dan').call(listMergeRequestCommits, ref)).toHaveLength(2)
})

test('SUGG-011 a suggestion moves with its lines, and is outdated once they change', async () => {
  const { suggest, as, project, deliver, shown, content } = await suggested()
  const [moved, gone] = [await suggest(2, '\nTWO\n'), await suggest(4, '\nFOUR\n')]
  const change = async (text: string) => {
    const actions = [{ action: 'update' as const, filePath: 'a.txt', content: text }]
    await as('dan').call(createCommit, { id: project.id, branch: 'feature', commitMessage: 'Change', actions })
    // The push, then the new version.
    await deliver()
    await deliver()
  }
  await change('zero\none\ntwo\nthree\nvier\nfive\n')
  expect(await shown(moved.noteId)).toMatchObject({ appliable: true, fromLine: 3, toLine: 3 })
  expect(await shown(gone.noteId)).toMatchObject({ appliable: false })
  await expect(as('dan').call(applySuggestion, { id: gone.id })).rejects.toMatchObject({ kind: 'invalid' })
  await as('dan').call(applySuggestion, { id: moved.id })
  expect(await content()).toBe('zero\none\nTWO\nthree\nvier\nfive\n')
})

test.each<[Member, string]>([
  ['mina', 'ok'],
  ['dan', 'ok'],
  ['rita', 'forbidden'],
  ['gus', 'not_found'],
  ['nina', 'not_found'],
])('SUGG-015 %s applying a suggestion: %s', async (who, outcome) => {
  const { suggest, as } = await suggested()
  const { id } = await suggest(2, '\nTWO\n')
  const reply = as(who)
    .call(applySuggestion, { id })
    .then(
      () => 'ok',
      error => error.kind,
    )
  await expect(reply).resolves.toBe(outcome)
})

test('SUGG-011 nothing can be applied once the merge request is closed', async () => {
  const { suggest, as, ref, onPage } = await suggested()
  const { id } = await suggest(2, '\nTWO\n')
  await as('dan').call(updateMergeRequest, { ...ref, stateEvent: 'close' })
  await expect(as('dan').call(applySuggestion, { id })).rejects.toMatchObject({
    body: { message: 'The merge request is not open.' },
  })
  expect(await onPage('dan')).toMatchObject([
    { appliable: false, inapplicableReason: 'The merge request is not open.', currentUser: { canApply: true } },
  ])
})

test('SUGG-014 the page tells whether a merge request can receive suggestions', async () => {
  const { as, ref, project, made } = await suggested()
  const page = { namespace: project.fullPath, iid: made.iid }
  const canReceive = async () => (await as('rita').call(getMergeRequestPage, page)).mergeRequest.canReceiveSuggestion
  expect(await canReceive()).toBe(true)
  await as('dan').call(updateMergeRequest, { ...ref, stateEvent: 'close' })
  expect(await canReceive()).toBe(false)
})

test('SUGG-001 an edited comment suggests what its new text says', async () => {
  const { suggest, as, ref, shown } = await suggested()
  const { noteId } = await suggest(2, '\nTWO\n')
  await as('mina').call(mergeRequestDiscussion.updateNote, { ...ref, noteId, body: '```suggestion\nzwei\n```' })
  expect(await shown(noteId)).toMatchObject({ toContent: 'zwei\n', appliable: true })
})

test('SUGG-001 the preview of a comment shows what it suggests', async () => {
  const { as, project, made } = await suggested()
  const { references } = await as('mina').call(previewMarkdown, {
    namespace: project.fullPath,
    text: '```suggestion:-0+0\nTWO\n```',
    targetType: 'MergeRequest',
    targetId: made.iid,
    previewSuggestions: true,
    line: 2,
    filePath: 'a.txt',
    headSha: made.sha,
  })
  expect(references.suggestions).toMatchObject([{ diffLines: [{ text: '-two' }, { text: '+TWO' }] }])
})
