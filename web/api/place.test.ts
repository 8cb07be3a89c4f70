import { expect, test } from 'vitest'
import { isSameNamespace, namespaceIn, type PlaceNamespace, shownNamespace } from './place.ts'

const header: PlaceNamespace = {
  ...{ id: 3, kind: 'project', ancestorIds: [2], name: 'Loom', fullPath: 'weft/loom', fullName: 'Weft / Loom' },
  ...{ avatarUrl: null, openIssuesCount: 4, openMergeRequestsCount: 1, accessLevel: 30, keepsContacts: false },
  offers: {
    ...{ issues: true, mergeRequests: true, code: true, releases: true, alerts: true, errors: true },
    ...{ escalations: true, environments: true, featureFlags: true, insights: true, settings: false },
    ...{ vulnerabilities: true, dependencies: true },
  },
}

test.each(['namespace', 'header'])(
  'the frame of a page is that of its data, whose %s has more fields in another order',
  name => {
    const { id, ...others } = header
    const found = namespaceIn({ [name]: { visibility: 'private', hasCommits: true, ...others, id } })
    expect(isSameNamespace(found, shownNamespace(header))).toBe(true)
    expect(isSameNamespace(found, shownNamespace({ ...header, openIssuesCount: 5 }))).toBe(false)
    expect(isSameNamespace(found, null)).toBe(false)
  },
)
