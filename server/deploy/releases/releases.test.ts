import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { listProjectMergeRequests } from '#contract/code/merge-requests/merge-request-lists.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
  updateMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectTag } from '#contract/code/protected-refs.ts'
import { addTag, getTag, removeTag } from '#contract/code/refs.ts'
import * as contract from '#contract/deploy/releases.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import type { Operation } from '#contract/operation.ts'
import { listGroupIssues, listProjectIssues } from '#contract/plan/issues/issues.ts'
import { createGroupMilestone, createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import type { Member } from '#test/world/world.ts'

const id = 'weft/loom'

type Body = Readonly<Record<string, unknown>>

/** A world with a commit on main and the release v1.0 of it. */
async function releasedWorld() {
  const built = await codeWorld()
  const first = await built.commit({ 'a.txt': '1' })
  const dan = built.as('dan')
  const { body, status } = await dan.reply(contract.createRelease, {
    id,
    tagName: 'v1.0',
    ref: 'main',
    name: 'First',
    description: 'The **first** one',
    assets: { links: [{ name: 'App', url: 'https://weft.test/app.zip', directAssetPath: '/bin/app.zip' }] },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return { ...built, first, dan, release: body as Body }
}

test('a release creates its tag, and shows commit, links, archives and evidence', async () => {
  const { dan, first, release } = await releasedWorld()
  expect(release).toMatchObject({
    tag_name: 'v1.0',
    name: 'First',
    description: 'The **first** one',
    upcoming_release: false,
    author: { username: expect.stringContaining('dan') },
    commit: { id: first },
    assets: {
      count: 5,
      sources: [{ format: 'zip' }, { format: 'tar.gz' }, { format: 'tar.bz2' }, { format: 'tar' }],
      links: [
        {
          name: 'App',
          url: 'https://weft.test/app.zip',
          direct_asset_url: expect.stringMatching(/\/weft\/loom\/-\/releases\/v1\.0\/downloads\/bin\/app\.zip$/),
          link_type: 'other',
        },
      ],
    },
    evidences: [{ sha: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  })
  expect((await dan.reply(getTag, { id, tagName: 'v1.0' })).body).toMatchObject({
    release: { tag_name: 'v1.0', description: 'The **first** one' },
  })
  const html = await dan.reply(contract.getRelease, { id, tagName: 'v1.0', includeHtmlDescription: true })
  expect(html.body).toMatchObject({ description_html: expect.stringContaining('<strong>first</strong>') })
})

test.each<[object, number]>([
  [{ tagName: 'v1.0' }, 409],
  [{ tagName: 'v2.0' }, 422],
  [{ tagName: 'v2.0', ref: 'nowhere' }, 400],
  [{ tagName: 'a..b', ref: 'main' }, 400],
  [{ tagName: 'v2.0', ref: 'main', milestones: ['None'] }, 400],
  [{ tagName: 'v2.0', ref: 'main', assets: { links: [{ name: 'x', url: 'javascript:alert(1)' }] } }, 400],
  [{ tagName: 'v2.0', ref: 'main', assets: { links: [{ name: 'x', url: 'https://x.test', filepath: 'x' }] } }, 400],
  [{ tagName: 'v2/0', ref: 'main' }, 201],
])('creating a release with %o: %i', async (given, status) => {
  const { dan } = await releasedWorld()
  const reply = await dan.reply(contract.createRelease, { id, ...given } as never)
  expect(reply.status, JSON.stringify(reply.body)).toBe(status)
  // A refused release leaves no tag behind.
  if (status === 400) expect((await dan.reply(getTag, { id, tagName: 'v2.0' })).status).toBe(404)
  if (status === 201) expect((await dan.reply(contract.getRelease, { id, tagName: 'v2/0' })).status).toBe(200)
})

test('a release that is created 20 times at the same moment exists once, and 19 requests learn that it exists', async () => {
  const { as, commit } = await codeWorld({ commits: true })
  await commit({ 'a.txt': '1' })
  const given = { id, tagName: 'v3.0', ref: 'main', description: 'Mine' }
  const create = async () => (await as('dan').reply(contract.createRelease, given)).status
  const statuses = await Promise.all(Array.from({ length: 20 }, create))
  expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
})

test.each<[Member | 'anon', number, number, number]>([
  ['rita', 200, 200, 403],
  ['gus', 200, 403, 403],
  ['nina', 404, 404, 404],
  ['anon', 404, 404, 404],
])(
  'PERM-002 %s lists releases of a private project: %i, opens one: %i, creates one: %i',
  async (who, list, open, add) => {
    const { as } = await releasedWorld()
    const listed = await as(who).reply(contract.listReleases, { id })
    expect(listed.status).toBe(list)
    expect((await as(who).reply(contract.getRelease, { id, tagName: 'v1.0' })).status).toBe(open)
    expect((await as(who).reply(contract.getRelease, { id, tagName: 'none' })).status).toBe(open === 200 ? 404 : open)
    expect((await as(who).reply(contract.createRelease, { id, tagName: 'v2', ref: 'main' })).status).toBe(add)
    // Guests see neither tag nor code.
    if (who === 'gus') {
      const [shown] = listed.body as Body[]
      expect(shown).not.toHaveProperty('tag_name')
      expect(shown).not.toHaveProperty('commit')
      expect(JSON.stringify(shown)).not.toContain('v1.0')
    }
  },
)

test('releases of a protected tag are for those who may create the tag', async () => {
  const { as, dan } = await releasedWorld()
  await as('mina').call(protectTag, { id, name: 'v*', createAccessLevel: 40 })
  for (const [operation, input] of [
    [contract.createRelease, { tagName: 'v2', ref: 'main' }],
    [contract.updateRelease, { tagName: 'v1.0', name: 'X' }],
    [contract.createReleaseLink, { tagName: 'v1.0', name: 'X', url: 'https://x.test' }],
    [contract.deleteRelease, { tagName: 'v1.0' }],
  ] as const)
    expect((await dan.reply(operation, { id, ...input } as never)).status).toBe(403)
  expect((await as('mina').reply(contract.updateRelease, { id, tagName: 'v1.0', name: 'X' })).status).toBe(200)
})

test('a project without releases has none for anyone', async () => {
  const { as, dan } = await releasedWorld()
  await as('mina').call(updateProject, { id, releasesAccessLevel: 'disabled' })
  expect((await dan.reply(contract.listReleases, { id })).status).toBe(404)
  expect((await dan.reply(contract.listGroupReleases, { id: 'weft' })).body).toEqual([])
})

test('a release is updated in the fields that are given, and only by those who saw its last version', async () => {
  const { dan } = await releasedWorld()
  const spring = await dan.reply(createProjectMilestone, { id, title: 'Spring' })
  const change = (given: object) => dan.reply(contract.updateRelease, { id, tagName: 'v1.0', ...given } as never)
  expect((await change({})).status).toBe(400)
  const updated = (await change({ description: 'Other', milestones: ['Spring'] })).body as Body
  expect(updated).toMatchObject({
    name: 'First',
    description: 'Other',
    milestones: [{ id: (spring.body as Body).id, issue_stats: { total: 0, closed: 0 } }],
  })
  expect((await change({ description: 'Mine', expected: { description: 'The **first** one' } })).status).toBe(409)
  expect((await change({ name: 'Mine', expected: { name: 'First' } })).body).toMatchObject({ description: 'Other' })
  expect((await change({ milestones: [] })).body).toMatchObject({ milestones: [] })
  const { links } = (updated as { readonly assets: { readonly links: readonly Body[] } }).assets
  const both = [
    { id: links[0]?.id, name: 'Image', url: 'https://weft.test/app.zip', linkType: 'image' },
    { name: 'App', url: 'https://weft.test/other.zip' },
  ]
  expect((await change({ assets: { links: both } })).body).toMatchObject({
    assets: { links: [{ name: 'App' }, { id: links[0]?.id, name: 'Image', link_type: 'image' }] },
  })
  expect(await change({ assets: { links: [both[1], both[1]] } })).toMatchObject({
    status: 400,
    body: {
      message: { 'links[1].name': ['has already been taken'], 'links[1].url': ['has already been taken'] },
    },
  })
  const wrong = [both[1], { name: '', url: 'ftp//x' }, { name: 'B', url: 'https://b.test', filepath: 'b' }]
  expect(Object.keys(Object((await change({ assets: { links: wrong } })).body).message)).toEqual([
    'links[1].name',
    'links[1].url',
    'links[2].filepath',
  ])
})

test('links of a release are added, changed and deleted one by one, and are opened at permanent addresses', async () => {
  const { dan } = await releasedWorld()
  const on = { id, tagName: 'v1.0' }
  const added = await dan.reply(contract.createReleaseLink, {
    ...on,
    name: 'Guide',
    url: 'https://weft.test/guide',
    linkType: 'runbook',
  })
  expect(added).toMatchObject({ status: 201, body: { direct_asset_url: 'https://weft.test/guide' } })
  const linkId = Number((added.body as Body).id)
  const again = await dan.reply(contract.createReleaseLink, { ...on, name: 'Guide', url: 'https://weft.test/2' })
  expect(again).toMatchObject({ status: 400, body: { message: { name: ['has already been taken'] } } })
  const changed = await dan.reply(contract.updateReleaseLink, { ...on, linkId, filepath: '/docs/guide.html' })
  expect(changed).toMatchObject({ status: 200, body: { name: 'Guide', link_type: 'runbook' } })
  const asset = { namespace: id, tag: 'v1.0', path: 'docs/guide.html' }
  expect(await dan.reply(contract.openReleaseAsset, asset)).toMatchObject({ status: 302 })
  for (const [url, location] of [
    ['https://weft.test/😀', 'https://weft.test/%F0%9F%98%80'],
    ['https://weft.test/\ud800', 'https://weft.test/%EF%BF%BD'],
  ] as const) {
    expect((await dan.reply(contract.updateReleaseLink, { ...on, linkId, url })).status).toBe(200)
    expect(await dan.reply(contract.openReleaseAsset, asset)).toMatchObject({ status: 302, headers: { location } })
  }
  const broken = await dan.reply(contract.updateReleaseLink, { ...on, linkId, url: 'https://we\nft.test' })
  expect(broken.status).toBe(400)
  expect((await dan.reply(contract.deleteReleaseLink, { ...on, linkId })).status).toBe(200)
  expect((await dan.reply(contract.openReleaseAsset, asset)).status).toBe(404)
  expect((await dan.reply(contract.listReleaseLinks, on)).body).toMatchObject([{ name: 'App' }])
})

test('the latest release is the last one that is not upcoming', async () => {
  const { dan } = await releasedWorld()
  const later = { id, tagName: 'v2.0', ref: 'main', releasedAt: '2999-01-01T00:00:00Z' }
  expect((await dan.reply(contract.createRelease, later)).body).toMatchObject({
    upcoming_release: true,
    evidences: [],
  })
  const { releases } = await dan.call(contract.getReleasesPage, { namespace: id })
  expect(releases.map(each => [each.tagName, each.isLatest])).toEqual([
    ['v2.0', false],
    ['v1.0', true],
  ])
  expect(await dan.reply(contract.getLatestRelease, { id })).toMatchObject({ status: 302 })
})

test('a release goes with a tag that is deleted by the API, stays when a push deletes it, and leaves its own tag', async () => {
  const { as, dan, dir, db, deliver, project } = await releasedWorld()
  await db.updateTable('releases').set({ name: 'Pushed' }).where('tag', '=', 'v1.0').execute()
  execFileSync('git', ['-C', dir, 'update-ref', '-d', 'refs/tags/v1.0'])
  expect(await as('rita').call(contract.getReleasePage, { namespace: id, tag: 'v1.0' })).toMatchObject({
    release: { hasTag: false, name: 'Pushed', assets: { links: [{ name: 'App' }] } },
  })
  await dan.call(addTag, { id, tagName: 'v1.0', ref: 'main' })
  expect((await dan.reply(contract.deleteRelease, { id, tagName: 'v1.0' })).body).toMatchObject({ name: 'Pushed' })
  expect((await dan.reply(getTag, { id, tagName: 'v1.0' })).body).toMatchObject({ release: null })
  const again = { id, tagName: 'v1.0', assets: { links: [{ name: 'App', url: 'https://weft.test/app.zip' }] } }
  await dan.call(contract.createRelease, again)
  expect((await dan.reply(removeTag, { id, tagName: 'v1.0' })).status).toBe(204)
  expect((await dan.reply(contract.getRelease, { id, tagName: 'v1.0' })).status).toBe(404)
  await deliver()
  const deleted = await db
    .selectFrom('events')
    .select('payload')
    .where('name', '=', 'release.deleted')
    .where('namespaceId', '=', project.id)
    .orderBy('id')
    .execute()
  expect(deleted.map(({ payload }) => Object(payload).was.links)).toMatchObject([[{ name: 'App' }], [{ name: 'App' }]])
  // A bot that starts over can create it again.
  expect((await dan.reply(contract.createRelease, { ...again, ref: 'main' })).status).toBe(201)
})

test('PERM-003 issues and merge requests are filtered by the release of their milestone, by those who may open it', async () => {
  const { as, build, dan, commit, project, group } = await releasedWorld()
  const spring = await dan.call(createProjectMilestone, { id, title: 'Spring' })
  const shared = await as('root').call(createGroupMilestone, { id: group.id, title: 'Shared' })
  await dan.call(contract.updateRelease, { id, tagName: 'v1.0', milestoneIds: [spring.id, shared.id] })
  await dan.call(contract.createRelease, { id, tagName: 'v2.0', ref: 'main', milestoneIds: [shared.id] })
  await commit({ 'b.txt': 'b' }, { branch: 'work' })
  const request = { id, sourceBranch: 'work', targetBranch: 'main', title: 'Request', milestoneId: spring.id }
  await dan.call(createMergeRequest, request)
  for (const [title, milestoneId] of [
    ['In spring', spring.id],
    ['Shared', shared.id],
    ['None', null],
  ] as const)
    await build.issue({ title, ...(milestoneId !== null && { milestoneId }) })
  const other = await build.project({ path: 'other' })
  await build.issue({ title: 'Elsewhere', projectId: other.id, milestoneId: shared.id })
  const titles = async (who: Member, operation: Operation, given: object) =>
    ((await as(who).reply(operation, { scope: 'all', ...given })).body as Body[]).map(each => each.title).toSorted()
  const of = (who: Member, given: object) => titles(who, listProjectIssues, { id: project.id, ...given })
  const found = [
    [{ releaseTag: 'v1.0' }, ['In spring', 'Shared']],
    [{ releaseTag: 'v2.0' }, ['Shared']],
    [{ releaseTag: 'none such' }, []],
    [{ releaseTag: 'None' }, ['None']],
    [{ releaseTag: 'Any' }, ['In spring', 'Shared']],
    [{ not: { releaseTag: 'v2.0' } }, ['In spring', 'None']],
    [{ or: { releaseTag: ['v2.0', 'None'] } }, ['None', 'Shared']],
  ] as const
  for (const [given, expected] of found) expect([given, await of('dan', given)]).toEqual([given, expected])
  expect(await titles('dan', listGroupIssues, { id: group.id, releaseTag: 'v2.0' })).toEqual(['Shared'])
  expect(await titles('dan', listProjectMergeRequests, { id, releaseTag: 'v1.0' })).toEqual(['Request'])
  expect(await titles('dan', listProjectMergeRequests, { id, not: { releaseTag: 'v1.0' } })).toEqual([])
  // A guest may not know the tags.
  expect(await of('gus', { releaseTag: 'v1.0' })).toEqual([])
  expect(await of('gus', { releaseTag: 'None' })).toHaveLength(3)
  const query = `{ project(fullPath: "${id}") {
    one: issues(releaseTag: ["v2.0"]) { nodes { title } } two: issues(releaseTag: ["v1.0", "v2.0"]) { count }
    none: issues(releaseTagWildcardId: NONE) { count } not: issues(not: { releaseTag: ["v2.0"] }) { count }
    requests: mergeRequests(releaseTag: "v1.0") { count } others: mergeRequests(not: { releaseTag: "v1.0" }) { count } } }`
  expect(await askGraphql(dan.ctx, query)).toMatchObject({
    errors: [],
    data: {
      project: {
        one: { nodes: [{ title: 'Shared' }] },
        two: { count: 2 },
        none: { count: 1 },
        not: { count: 2 },
        requests: { count: 1 },
        others: { count: 0 },
      },
    },
  })
})

test('notes list the merge requests since the release before, by label', async () => {
  const { as, commit, dan, users, build, statements } = await releasedWorld()
  for (const title of ['type::bug', 'docs', 'type::feature', 'workflow::done']) await build.label({ title })
  const merge = async (branch: string, labels: string) => {
    await commit({ [`${branch}.txt`]: branch }, { branch })
    const { iid } = await dan.call(createMergeRequest, {
      id,
      sourceBranch: branch,
      targetBranch: 'main',
      title: `Add ${branch}`,
    })
    if (labels !== '') await dan.call(updateMergeRequest, { id, mergeRequestIid: iid, labels } as never)
    await as('mina').call(acceptMergeRequest, { id, mergeRequestIid: iid })
    return iid
  }
  const plain = await merge('plain', 'workflow::done')
  const generate = () => dan.call(contract.generateReleaseNotes, { id, tagName: 'v1.1' })
  const forOne = await statements(generate)
  const docs = await merge('pages', 'docs')
  const bug = await merge('fix', 'docs,type::bug')
  const by = `by @${users.dan.username}`
  expect(await statements(generate)).toBe(forOne)
  expect(await dan.call(contract.generateReleaseNotes, { id, tagName: 'v1.1' })).toMatchObject({
    previousTag: 'v1.0',
    mergeRequestsCount: 3,
    notes: expect.stringContaining(
      `### bug\n\n- Add fix (!${bug}) ${by}\n\n### docs\n\n- Add pages (!${docs}) ${by}\n\n### Other changes\n\n- Add plain (!${plain}) ${by}\n\n### New contributors\n\n- @${users.dan.username} made their first contribution in !${plain}\n\n**Full changelog**: [v1.0...v1.1]`,
    ),
  })
  expect(await dan.call(contract.generateReleaseNotes, { id, tagName: 'v1.0' })).toMatchObject({
    previousTag: null,
    mergeRequestsCount: 0,
    notes: '',
  })
  // A revert and its merge request are left out together; a revert of what was released before is listed.
  const revertOf = async (iid: number) => {
    const { mergeCommitSha } = await dan.call(getMergeRequest, { id, mergeRequestIid: iid })
    const branch = `undo-${iid}`
    await commit(
      { [`${branch}.txt`]: branch },
      { branch, message: `Revert it\n\nThis reverts commit ${mergeCommitSha}.` },
    )
    const given = { id, sourceBranch: branch, targetBranch: 'main', title: `Revert "Add ${iid}"` }
    const request = await dan.call(createMergeRequest, given)
    await as('mina').call(acceptMergeRequest, { id, mergeRequestIid: request.iid })
    return request.iid
  }
  await revertOf(docs)
  const { notes } = await dan.call(contract.generateReleaseNotes, { id, tagName: 'v1.1' })
  expect([...notes.matchAll(/^- .*\(!(\d+)\)/gm)].map(match => Number(match[1]))).toEqual([bug, plain])
  await dan.call(contract.createRelease, { id, tagName: 'v1.1', ref: 'main' })
  const undone = await revertOf(bug)
  const later = await dan.call(contract.generateReleaseNotes, { id, tagName: 'v1.2' })
  expect(later.notes).toMatch(new RegExp(`^### Changes\n\n- Revert "Add ${bug}" \\(!${undone}\\) ${by}\n\n\\*\\*Full`))
})

test('releases and their links are created, read, changed and deleted over GraphQL', async () => {
  const { as, users } = await releasedWorld()
  const ask = async (who: 'dan' | 'gus', query: string, input: object = {}) => {
    const { data, errors } = await askGraphql(as(who).ctx, query, { input })
    expect(errors).toEqual([])
    return data as Readonly<Record<string, unknown>>
  }
  const change = async (name: string, input: object, fields: string) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    const data = await ask(
      'dan',
      `mutation($input: ${type}) { it: ${name}(input: $input) { errors ${fields} } }`,
      input,
    )
    return data.it as Body
  }
  const on = { projectPath: id, tagName: 'v2' }
  const made = await change(
    'releaseCreate',
    {
      ...on,
      ref: 'main',
      releasedAt: '2999-01-01T00:00:00Z',
      assets: { links: [{ name: 'A', url: 'https://x.test/a' }] },
    },
    'release { name upcomingRelease commit { shortId } author { username } assets { count links { nodes { name linkType } } } }',
  )
  expect(made).toMatchObject({
    errors: [],
    release: {
      name: 'v2',
      upcomingRelease: true,
      author: { username: users.dan.username },
      assets: { count: 5, links: { nodes: [{ name: 'A', linkType: 'OTHER' }] } },
    },
  })
  expect(await change('releaseCreate', { ...on, ref: 'main' }, 'release { name }')).toEqual({
    errors: ['Release already exists'],
    release: null,
  })
  const added = await change(
    'releaseAssetLinkCreate',
    { ...on, name: 'B', url: 'https://x.test/b', linkType: 'IMAGE', directAssetPath: '/b' },
    'link { id directAssetUrl }',
  )
  const link = added.link as { readonly id: string; readonly directAssetUrl: string }
  expect(link.directAssetUrl).toMatch(/\/releases\/v2\/downloads\/b$/)
  const renamed = await change('releaseAssetLinkUpdate', { id: link.id, name: 'C' }, 'link { name linkType }')
  expect(renamed).toMatchObject({ link: { name: 'C', linkType: 'IMAGE' } })
  expect(await change('releaseUpdate', { ...on, description: '*New*' }, 'release { descriptionHtml }')).toMatchObject({
    release: { descriptionHtml: expect.stringContaining('<em>New</em>') },
  })
  const query = `{ project(fullPath: "${id}") { release(tagName: "v2") { assets { links { nodes { name } } } }
    releases(sort: RELEASED_AT_DESC) { count nodes { tagName } } } }`
  expect(await ask('dan', query)).toMatchObject({
    project: {
      release: { assets: { links: { nodes: [{ name: 'C' }, { name: 'A' }] } } },
      releases: { count: 2, nodes: [{ tagName: 'v2' }, { tagName: 'v1.0' }] },
    },
  })
  expect(await ask('gus', query)).toMatchObject({
    project: { release: null, releases: { count: 2, nodes: [{ tagName: null }, { tagName: null }] } },
  })
  expect(await change('releaseAssetLinkDelete', { id: link.id }, 'link { name }')).toMatchObject({
    link: { name: 'C' },
  })
  expect(await change('releaseDelete', on, 'release { tagName }')).toMatchObject({ release: { tagName: 'v2' } })
})
