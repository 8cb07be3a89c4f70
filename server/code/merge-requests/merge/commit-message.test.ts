import { expect, test } from 'vitest'
import { approveMergeRequest } from '#contract/code/merge-requests/approvals.ts'
import { getMergeRequestPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import { acceptMergeRequest, updateMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { ann } from '#server/platform/git/test-repository.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { reviewed } from '#test/world/scenes/reviewed-branch.ts'

const by = (name: string) => ({ ...ann, name, email: `${name.toLowerCase()}@weft.test` })

/** "Add b" by Ann, then commits of Ben, who names Dora, and Cleo. */
async function written() {
  const w = await reviewed()
  await w.commit(
    { 'c.txt': 'c\n' },
    { branch: 'feature', author: by('Ben'), message: 'Add c\n\nFor good.\n\nCo-authored-by: Dora <dora@weft.test>' },
  )
  await w.commit({ 'd.txt': 'd\n' }, { branch: 'feature', author: by('Cleo'), message: 'Add d' })
  const made = await w.open({ reviewerIds: [w.users.mina.id] })
  const merged = async (given: object) => {
    const { squashCommitSha, mergeCommitSha } = await w
      .as('mina')
      .call(acceptMergeRequest, { ...w.ref(made.iid), ...given })
    const [squash, merge] = await readCommits(w.dir, [squashCommitSha ?? mergeCommitSha ?? '', mergeCommitSha ?? ''])
    return { squash, merge }
  }
  return { ...w, made, merged }
}

const credit =
  'Co-authored-by: Ben <ben@weft.test>\nCo-authored-by: Dora <dora@weft.test>\nCo-authored-by: Cleo <cleo@weft.test>'

test('a squash is credited to the author of the first commit, and names the others in trailers', async () => {
  const { merged } = await written()
  const { squash } = await merged({ squash: true })
  expect(squash).toMatchObject({ author: { name: ann.name }, message: expect.stringContaining(`Add b\n\n${credit}`) })
})

const placeholders: readonly (readonly [string, string])[] = [
  ['%{source_branch} %{target_branch} %{title} %{local_reference} %{reference}', 'feature main Add b !1 weft/loom!1'],
  ['%{first_commit}', 'Add b'],
  ['%{first_multiline_commit}', 'Add c\n\nFor good.\n\nCo-authored-by: Dora <dora@weft.test>'],
  ['%{first_multiline_commit_description}', 'For good.\n\nCo-authored-by: Dora <dora@weft.test>'],
  ['%{all_commits}', '* Add d\n\n* Add c\n\nFor good.\n\nCo-authored-by: Dora <dora@weft.test>\n\n* Add b'],
  ['%{co_authored_by}', credit],
  ['%{description}', 'Adds what is missing. Closes #1'],
  ['%{issues}', 'Closes #1'],
  ['By %{merge_request_author}', 'By Dan <dan@weft.test>'],
  ['%{merged_by}', 'Mina <mina@weft.test>'],
  ['%{approved_by}', 'Approved-by: Mina <mina@weft.test>'],
  ['%{reviewed_by}', 'Reviewed-by: Mina <mina@weft.test>'],
  ['%{source_project_id} %{url}', 'PROJECT http://weft.test/weft/loom/-/merge_requests/1'],
  ['%{unknown} %{constructor}', '%{unknown} %{constructor}'],
  ['%{first_multiline_commit_description}\n\n%{title}', 'For good.\n\nCo-authored-by: Dora <dora@weft.test>\n\nAdd b'],
]

test('the placeholders of the templates of merge and squash commits are filled in', async () => {
  const { as, ref, project, made, build } = await written()
  await build.issue()
  await as('dan').call(updateMergeRequest, { ...ref(made.iid), description: 'Adds what is missing. Closes #1' })
  await as('mina').call(approveMergeRequest, ref(made.iid))
  const filled = []
  for (const [template] of placeholders) {
    const templates = { mergeCommitTemplate: template, squashCommitTemplate: template }
    await as('mina').call(updateProject, { id: project.id, ...templates })
    const { mergeRequest } = await as('mina').call(getMergeRequestPage, { namespace: project.fullPath, iid: made.iid })
    const { merge, squash } = mergeRequest.commitMessages ?? { merge: '', squash: '' }
    const [text = ''] = new Set([merge, squash])
    filled.push([template, text.replace(/http:\S+?\/weft\//, 'http://weft.test/weft/')])
  }
  expect(filled).toEqual(
    placeholders.map(([template, text]) => [template, text.replace('PROJECT', String(project.id))]),
  )
})

test('an emptied message of a merge is the default one, also by GraphQL', async () => {
  const { as, made, project, dir } = await written()
  const input = `projectPath: "${project.fullPath}", iid: "${made.iid}", sha: "${made.sha}"`
  const { data } = await askGraphql(
    as('mina').ctx,
    `mutation { mergeRequestAccept(input: { ${input}, commitMessage: " \\n " }) { errors mergeRequest { mergeCommitSha } } }`,
  )
  const [byGraphql] = await readCommits(dir, [data.mergeRequestAccept.mergeRequest.mergeCommitSha])
  expect(byGraphql?.title).toBe("Merge branch 'feature' into 'main'")
})

test('an emptied message of a squash is the default one', async () => {
  const { merged } = await written()
  const { squash, merge } = await merged({ squash: true, squashCommitMessage: ' \n ', mergeCommitMessage: '' })
  expect([squash?.title, merge?.title]).toEqual(['Add b', "Merge branch 'feature' into 'main'"])
})

test('a template that comes to nothing leaves the title', async () => {
  const { as, project, merged } = await written()
  await as('mina').call(updateProject, { id: project.id, squashCommitTemplate: '%{description}' })
  const { squash } = await merged({ squash: true })
  expect(squash?.message.trim()).toBe('Add b')
})
