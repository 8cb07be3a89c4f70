import { expect, test } from 'vitest'
import {
  codeBlobPage,
  codeCommitPage,
  codeCommitsPage,
  codeComparePage,
  codeTreePage,
} from '#contract/code/code-pages.ts'
import { createCommitStatus } from '#contract/code/commits/pipelines.ts'
import {
  mergeRequestDiscussion,
  mergeRequestDiscussionPage,
} from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestsPage } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import {
  getMergeRequestChangesPage,
  getMergeRequestCommitsPage,
  getMergeRequestPage,
  getMergeRequestPipelinesPage,
} from '#contract/code/merge-requests/merge-request-pages.ts'
import { createMergeRequest, listMergeRequestVersions } from '#contract/code/merge-requests/merge-requests.ts'
import { codeWorld } from '#test/world/code.ts'

/**
 * A merge request with `size` files, lines, commits by as many people, threads, reviewers and assignees, in a list of
 * as many.
 */
async function grown(size: number) {
  const built = await codeWorld()
  const { as, build, commit, project } = built
  const each = Array.from({ length: size }, (_, at) => at)
  const content = (word: string) => Object.fromEntries(each.map(at => [`src/file-${at}.ts`, `${word} ${at}\n`]))
  const people = []
  for (const at of each) {
    const person = await build.user({ username: `weaver${at}` })
    await build.member({ at: project.id, userId: person.id, level: 30 })
    people.push(person)
  }
  await commit(content('one'))
  const ids = people.map(({ id }) => id)
  let iid = 0
  for (const at of each) {
    const author = {
      name: `Weaver ${at}`,
      email: `weaver${at}@weft.test`,
      at: new Date('2026-01-02T03:04:05Z'),
      offset: '+0000',
    }
    await commit(at === 0 ? content('two') : { [`src/file-${at}.ts`]: `three ${at}\n` }, { branch: 'feature', author })
    await commit({ [`other-${at}.ts`]: 'other\n' }, { branch: `branch-${at}` })
  }
  for (const branch of [...each.map(at => `branch-${at}`), 'feature']) {
    const people = { assigneeIds: ids, reviewerIds: ids }
    const given = { id: project.id, sourceBranch: branch, targetBranch: 'main', title: branch, ...people }
    iid = (await as('dan').call(createMergeRequest, given)).iid
  }
  const ref = { id: project.id, mergeRequestIid: iid }
  const [newest] = await as('dan').call(listMergeRequestVersions, ref)
  const { baseCommitSha, startCommitSha, headCommitSha } = newest ?? {}
  for (const at of each)
    await as('dan').call(createCommitStatus, {
      id: project.id,
      sha: headCommitSha ?? '',
      ref: at === 0 ? 'feature' : `branch-${at}`,
      state: 'success',
    })
  for (const at of each)
    await as('mina').call(mergeRequestDiscussion.createDiscussion, {
      ...ref,
      body: `Why ${at}, @weaver${at}?`,
      position: {
        baseSha: baseCommitSha ?? '',
        startSha: startCommitSha ?? '',
        headSha: headCommitSha ?? '',
        positionType: 'text',
        oldPath: `src/file-${at}.ts`,
        newPath: `src/file-${at}.ts`,
        newLine: 1,
      },
    })
  return { ...built, iid, head: headCommitSha ?? '' }
}

/** The same for any number of rows. */
const expected: Readonly<Record<string, number>> = {
  mergeRequest: 4,
  discussions: 3,
  threadsInChanges: 3,
  commits: 8,
  pipelines: 2,
  changes: 5,
  list: 2,
  commit: 8,
  history: 5,
  comparison: 6,
  file: 4,
  folder: 6,
}

test.each([2, 20])(
  'DIFF-001 MR-001 the statements of pages of code and merge requests do not grow with %i of everything',
  async size => {
    const { as, iid, head, statements, project } = await grown(size)
    const rita = as('rita')
    const namespace = project.fullPath
    const of = { namespace, iid }
    const pages = {
      mergeRequest: () => rita.call(getMergeRequestPage, of),
      discussions: () => rita.call(mergeRequestDiscussionPage.listPageDiscussions, of),
      threadsInChanges: () => rita.call(mergeRequestDiscussionPage.listPageDiscussions, { ...of, inDiff: true }),
      commits: () => rita.call(getMergeRequestCommitsPage, of),
      pipelines: () => rita.call(getMergeRequestPipelinesPage, of),
      changes: () => rita.call(getMergeRequestChangesPage, of),
      list: () => rita.call(getMergeRequestsPage, { namespace }),
      commit: () => rita.call(codeCommitPage, { namespace, sha: head }),
      history: () => rita.call(codeCommitsPage, { namespace, path: 'feature' }),
      comparison: () => rita.call(codeComparePage, { namespace, path: 'main...feature' }),
      file: () => rita.call(codeBlobPage, { namespace, path: 'feature/src/file-1.ts' }),
      folder: () => rita.call(codeTreePage, { namespace, path: 'feature/src' }),
    }
    const taken: Record<string, number> = {}
    for (const [name, page] of Object.entries(pages)) {
      // The first look fills the caches of diffs and rendered texts.
      await page()
      taken[name] = await statements(page)
    }
    expect(taken).toEqual(expected)
  },
)
