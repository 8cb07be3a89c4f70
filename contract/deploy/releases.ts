import { type TProperties, Type } from 'typebox'
import { Commit, project, RefName } from '#contract/code/shapes.ts'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { Milestone } from '#contract/plan/shapes.ts'
import { Bytes, DateTime, Empty, Expected, Ids, NamespaceRef, Nullable, Page, Words } from '#contract/shapes.ts'
import { longestReleaseNotes, mostReleaseLinks, releaseLinkTypes } from './release-words.ts'

const operation = operationsOf('Releases')

export const ReleaseLink = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  url: Type.String(),
  /** The permanent address below the release where the link has a path, and else the URL itself. */
  directAssetUrl: Type.String(),
  filepath: Nullable(Type.String()),
  linkType: Words(releaseLinkTypes),
})

/** Fields of the repository are left out for readers who may not read the code. */
export const Release = Type.Object({
  name: Type.String(),
  tagName: Type.Optional(Type.String()),
  description: Type.String(),
  descriptionHtml: Type.Optional(Type.String()),
  createdAt: DateTime,
  releasedAt: DateTime,
  upcomingRelease: Type.Boolean(),
  author: Nullable(UserBasic),
  commit: Type.Optional(Nullable(Commit)),
  /** Left out for readers who may not read milestones. */
  milestones: Type.Optional(
    Type.Array(
      Type.Object({
        ...Milestone.properties,
        issueStats: Type.Object({ total: Type.Integer(), closed: Type.Integer() }),
      }),
    ),
  ),
  commitPath: Type.Optional(Nullable(Type.String())),
  tagPath: Type.Optional(Type.String()),
  assets: Type.Object({
    count: Type.Integer(),
    sources: Type.Optional(Type.Array(Type.Object({ format: Type.String(), url: Type.String() }))),
    links: Type.Array(ReleaseLink),
  }),
  evidences: Type.Optional(
    Type.Array(Type.Object({ sha: Type.String(), filepath: Type.String(), collectedAt: DateTime })),
  ),
  _links: Type.Object({
    self: Type.Optional(Type.String()),
    editUrl: Type.Optional(Type.String()),
    openedIssuesUrl: Type.Optional(Type.String()),
    closedIssuesUrl: Type.Optional(Type.String()),
    openedMergeRequestsUrl: Type.Optional(Type.String()),
    closedMergeRequestsUrl: Type.Optional(Type.String()),
    mergedMergeRequestsUrl: Type.Optional(Type.String()),
  }),
})

const one = { ...project, tagName: RefName }

const link = {
  name: Type.String({ maxLength: 255 }),
  url: Type.String({ maxLength: 8192 }),
  filepath: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
  /** Takes precedence over `filepath`, which is its former name. */
  directAssetPath: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
  linkType: Type.Optional(Words(releaseLinkTypes)),
}

const NewLinks = Type.Array(Type.Object(link), { maxItems: mostReleaseLinks })

const fields = {
  name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  description: Type.Optional(Nullable(Type.String({ maxLength: longestReleaseNotes }))),
  releasedAt: Type.Optional(DateTime),
  /** Titles of milestones of the project or of the groups above it. */
  milestones: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 })),
  milestoneIds: Type.Optional(Ids),
}

const orders = {
  orderBy: Type.Optional(Words(['released_at', 'created_at'])),
  sort: Type.Optional(Words(['desc', 'asc'])),
}
const withHtml = { includeHtmlDescription: Type.Optional(Type.Boolean()) }

export const listReleases = operation({
  name: 'listReleases',
  summary: 'List releases of a project, the latest first',
  at: 'GET /projects/:id/releases',
  input: Type.Object({
    ...project,
    ...orders,
    ...withHtml,
    updatedBefore: Type.Optional(DateTime),
    updatedAfter: Type.Optional(DateTime),
    ...Page,
  }),
  reply: Type.Array(Release),
})

export const listGroupReleases = operation({
  name: 'listGroupReleases',
  summary: 'List releases of the projects of a group, the latest first',
  at: 'GET /groups/:id/releases',
  input: Type.Object({
    id: NamespaceRef,
    sort: orders.sort,
    /** Ignored: a release is always shown in full. */
    simple: Type.Optional(Type.Boolean()),
    ...Page,
  }),
  reply: Type.Array(Release),
})

export const getRelease = operation({
  name: 'getRelease',
  summary: 'Get a release by its tag',
  at: 'GET /projects/:id/releases/:tagName',
  input: Type.Object({ ...one, ...withHtml }),
  reply: Release,
})

export const getLatestRelease = operation({
  name: 'getLatestRelease',
  summary: 'Redirect to the latest release',
  at: 'GET /projects/:id/releases/permalink/latest',
  status: 302,
  input: Type.Object({ ...project, ...withHtml }),
  reply: Empty,
})

export const getBelowLatestRelease = operation({
  name: 'getBelowLatestRelease',
  summary: 'Redirect to an address below the latest release',
  at: 'GET /projects/:id/releases/permalink/latest/*',
  status: 302,
  input: Type.Object({ ...project, path: Type.String({ maxLength: 1024 }) }),
  reply: Empty,
})

export const createRelease = operation({
  name: 'createRelease',
  summary: 'Create a release. With `ref`, its tag is created if it does not exist',
  at: 'POST /projects/:id/releases',
  input: Type.Object({
    ...one,
    ref: Type.Optional(Nullable(RefName)),
    tagMessage: Type.Optional(Nullable(Type.String({ maxLength: longestReleaseNotes }))),
    ...fields,
    assets: Type.Optional(Type.Object({ links: Type.Optional(NewLinks) })),
  }),
  reply: Release,
})

export const updateRelease = operation({
  name: 'updateRelease',
  summary: 'Update a release. `assets.links` replaces all links; those with an `id` are kept',
  at: 'PUT /projects/:id/releases/:tagName',
  input: Type.Object({
    ...one,
    ...fields,
    assets: Type.Optional(
      Type.Object({
        links: Type.Array(Type.Object({ id: Type.Optional(Type.Integer()), ...link }), { maxItems: mostReleaseLinks }),
      }),
    ),
    expected: Expected({
      name: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
      releasedAt: Type.Optional(DateTime),
      milestoneIds: Type.Optional(Ids),
    }),
  }),
  reply: Release,
})

export const deleteRelease = operation({
  name: 'deleteRelease',
  summary: 'Delete a release. Its tag is kept',
  at: 'DELETE /projects/:id/releases/:tagName',
  status: 200,
  input: Type.Object(one),
  reply: Release,
})

export const collectEvidence = operation({
  name: 'collectEvidence',
  summary: 'Collect evidence of a release: a snapshot of its data with a SHA-256 digest',
  at: 'POST /projects/:id/releases/:tagName/evidence',
  status: 200,
  input: Type.Object(one),
  reply: Empty,
})

const oneLink = { ...one, linkId: Type.Integer() }

export const listReleaseLinks = operation({
  name: 'listReleaseLinks',
  summary: 'List links of a release',
  at: 'GET /projects/:id/releases/:tagName/assets/links',
  input: Type.Object({ ...one, ...Page }),
  reply: Type.Array(ReleaseLink),
})

export const getReleaseLink = operation({
  name: 'getReleaseLink',
  summary: 'Get a link of a release',
  at: 'GET /projects/:id/releases/:tagName/assets/links/:linkId',
  input: Type.Object(oneLink),
  reply: ReleaseLink,
})

export const createReleaseLink = operation({
  name: 'createReleaseLink',
  summary: 'Add a link to a release',
  at: 'POST /projects/:id/releases/:tagName/assets/links',
  input: Type.Object({ ...one, ...link }),
  reply: ReleaseLink,
})

export const updateReleaseLink = operation({
  name: 'updateReleaseLink',
  summary: 'Update a link of a release',
  at: 'PUT /projects/:id/releases/:tagName/assets/links/:linkId',
  input: Type.Object({ ...oneLink, ...link, name: Type.Optional(link.name), url: Type.Optional(link.url) }),
  reply: ReleaseLink,
})

export const deleteReleaseLink = operation({
  name: 'deleteReleaseLink',
  summary: 'Delete a link of a release',
  at: 'DELETE /projects/:id/releases/:tagName/assets/links/:linkId',
  status: 200,
  input: Type.Object(oneLink),
  reply: ReleaseLink,
})

export const generateReleaseNotes = operation({
  name: 'generateReleaseNotes',
  summary: 'Generate release notes from the merge requests since the previous release, grouped by label',
  at: 'GET /projects/:id/release_notes',
  input: Type.Object({
    ...one,
    ref: Type.Optional(Type.String({ maxLength: 255, description: 'Start of the tag if it does not exist' })),
    previousTag: Type.Optional(
      Type.String({ maxLength: 255, description: 'Default: tag of the release before this one' }),
    ),
  }),
  reply: Type.Object({
    notes: Type.String(),
    previousTag: Nullable(Type.String()),
    mergeRequestsCount: Type.Integer(),
  }),
})

const place = { namespace: Type.String({ maxLength: 1000 }) }
const onPage = { ...place, tag: RefName }

const aPage = <Fields extends TProperties>(fields: Fields) =>
  Type.Object({
    namespace: PlaceHeader,
    permissions: Type.Object({ canAdminReleases: Type.Boolean(), canReadCode: Type.Boolean() }),
    ...fields,
  })

/** A release on a page of the browser. */
const ReleaseOnPage = Type.Object({
  ...Release.properties,
  id: Type.Integer(),
  descriptionHtml: Type.String(),
  isLatest: Type.Boolean(),
  /** Whether the tag still exists. */
  hasTag: Type.Boolean(),
})

export const getReleasesPage = operation({
  name: 'getReleasesPage',
  summary: 'Get data for the releases page',
  at: 'GET /-/pages/releases',
  input: Type.Object({ ...place, page: Page.page }),
  reply: aPage({ releases: Type.Array(ReleaseOnPage), hasNext: Type.Boolean() }),
})

export const getReleasePage = operation({
  name: 'getReleasePage',
  summary: 'Get data for the page of a release',
  at: 'GET /-/pages/release',
  input: Type.Object(onPage),
  reply: aPage({ release: ReleaseOnPage }),
})

export const getNewReleasePage = operation({
  name: 'getNewReleasePage',
  summary: 'Get data for the form of a new release',
  at: 'GET /-/pages/new_release',
  input: Type.Object(place),
  reply: aPage({ defaultBranch: Type.String(), hasCommits: Type.Boolean() }),
})

export const getLatestReleaseOfProject = operation({
  name: 'getLatestReleaseOfProject',
  summary: 'Get the latest release of a project, for its overview',
  at: 'GET /-/pages/latest_release',
  input: Type.Object(place),
  reply: Type.Object({
    latest: Nullable(Type.Object({ name: Type.String(), tagName: Type.String(), releasedAt: DateTime })),
    count: Type.Integer(),
  }),
})

export const releasesFeed = operation({
  name: 'releasesFeed',
  summary: 'Get the latest releases of a project as an Atom feed',
  at: 'GET /-/feeds/releases',
  input: Type.Object({ ...place, page: Page.page }),
  reply: Bytes,
})

export const openReleaseAsset = operation({
  name: 'openReleaseAsset',
  summary: 'Redirect to the file of a release by its permanent address',
  at: 'GET /:namespace/-/releases/:tag/downloads/*',
  status: 302,
  input: Type.Object({ ...onPage, path: Type.String({ maxLength: 1024 }) }),
  reply: Empty,
})

export const openLatestRelease = operation({
  name: 'openLatestRelease',
  summary: 'Redirect to the page of the latest release',
  at: 'GET /:namespace/-/releases/permalink/latest',
  status: 302,
  input: Type.Object(place),
  reply: Empty,
})

export const openBelowLatestRelease = operation({
  name: 'openBelowLatestRelease',
  summary: 'Redirect to an address below the page of the latest release',
  at: 'GET /:namespace/-/releases/permalink/latest/*',
  status: 302,
  input: Type.Object({ ...place, path: Type.String({ maxLength: 1024 }) }),
  reply: Empty,
})

export const downloadEvidence = operation({
  name: 'downloadEvidence',
  summary: 'Download evidence of a release',
  at: 'GET /:namespace/-/releases/:tag/evidences/:evidenceId.json',
  input: Type.Object({ ...onPage, evidenceId: Type.Integer() }),
  reply: Bytes,
})
