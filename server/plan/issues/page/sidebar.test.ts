import { expect, test } from 'vitest'
import { projectSettingsPage, updateProject } from '#contract/foundation/projects.ts'
import { setStatus } from '#contract/foundation/users.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { autocompleteUsers, updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssuePage, getNewIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

test('SIDE-012 SIDE-013 the schema and the page bring every field of the sidebar', async () => {
  const { as, build, users, project } = await world()
  const milestone = await build.milestone({ title: 'One' })
  const issue = await build.issue({
    ...{ title: 'Broken', weight: 0, dueDate: '2031-02-03', milestoneId: milestone.id, assigneeIds: [users.dan.id] },
    confidential: true,
  })
  const { data, errors } = await askGraphql(
    as('rita').ctx,
    `query($path: ID!, $iid: String) {
      project(fullPath: $path) {
        issue(iid: $iid) {
          id iid title discussionLocked confidential hidden weight subscribed emailsDisabled dueDate healthStatus severity state type
          milestone { title } assignees { nodes { username } } userPermissions { updateIssue adminIssue }
        }
      }
    }`,
    { path: project.fullPath, iid: String(issue.iid) },
  )
  expect(errors).toEqual([])
  expect(data.project.issue).toEqual({
    ...{
      id: `gid://gitlab/Issue/${issue.id}`,
      iid: String(issue.iid),
      title: 'Broken',
      state: 'opened',
      type: 'ISSUE',
    },
    ...{
      discussionLocked: false,
      confidential: true,
      hidden: false,
      weight: 0,
      subscribed: true,
      emailsDisabled: false,
    },
    ...{ dueDate: '2031-02-03', healthStatus: null, severity: 'UNKNOWN' },
    milestone: { title: 'One' },
    assignees: { nodes: [{ username: 'dan' }] },
    userPermissions: { updateIssue: true, adminIssue: true },
  })
  const page = await as('rita').call(getIssuePage, { namespace: project.fullPath, iid: issue.iid })
  expect(page).toMatchObject({
    issue: {
      ...{ iid: issue.iid, confidential: true, hidden: false, weight: 0, dueDate: '2031-02-03', type: 'issue' },
      milestone: { title: 'One' },
      assignees: [{ username: 'dan' }],
    },
    viewer: { subscribed: true, emailsDisabled: false },
    permissions: { canSetMetadata: true },
  })
})

test('SIDE-012 one query brings all fields of the sidebar of an incident', async () => {
  const { as, build, users, project } = await world()
  const incident = await build.issue({
    title: 'Smoke',
    type: 'incident',
    assigneeIds: [users.dan.id],
    authorId: users.mina.id,
  })
  const common = 'id iid title state confidential discussionLocked subscribed participants { nodes { username } }'
  const { data, errors } = await askGraphql(
    as('mina').ctx,
    `query($path: ID!, $iid: String!) {
      project(fullPath: $path) {
        fullPath
        incidentManagementEscalationPolicies(first: 1) { nodes { id } }
        issue(iid: $iid) {
          ${common} type weight severity dueDate healthStatus escalationStatus escalationPolicy { id }
          assignees { nodes { username } } userPermissions { updateIssue }
        }
      }
    }`,
    { path: project.fullPath, iid: String(incident.iid) },
  )
  expect(errors).toEqual([])
  expect(data.project).toEqual({
    fullPath: project.fullPath,
    incidentManagementEscalationPolicies: { nodes: [] },
    issue: {
      id: `gid://gitlab/Issue/${incident.id}`,
      ...{ iid: String(incident.iid), title: 'Smoke', state: 'opened', type: 'INCIDENT' },
      ...{ confidential: false, discussionLocked: false, subscribed: true },
      ...{ weight: null, severity: 'UNKNOWN', dueDate: null, healthStatus: null },
      ...{ escalationStatus: 'TRIGGERED', escalationPolicy: null },
      participants: { nodes: [{ username: 'mina' }, { username: 'dan' }] },
      assignees: { nodes: [{ username: 'dan' }] },
      userPermissions: { updateIssue: true },
    },
  })
})

test('ASSIGN-012 ASSIGN-025 who is busy is so on the page and in the lists to choose from, until the status is over', async () => {
  const { as, build, users, project } = await world()
  const issue = await build.issue({ assigneeIds: [users.dan.id, users.mina.id], authorId: users.dan.id })
  await as('dan').call(setStatus, { availability: 'busy' })
  const shown = async () => {
    const page = await as('gus').call(getIssuePage, { namespace: project.fullPath, iid: issue.iid })
    const found = await as('gus').call(autocompleteUsers, { projectId: project.id, search: 'dan' })
    const { data } = await askGraphql(
      as('gus').ctx,
      `query($path: ID!) { project(fullPath: $path) { autocompleteUsers(search: "dan") {
        id name username avatarUrl webUrl status { availability } } } }`,
      { path: project.fullPath },
    )
    return {
      page: [page.issue.author, ...page.issue.assignees].map(person => person.availability),
      list: found.map(person => person.availability),
      schema: data.project.autocompleteUsers,
    }
  }
  const dan = {
    ...{ id: `gid://gitlab/User/${users.dan.id}`, name: 'Dan', username: 'dan', avatarUrl: null },
    webUrl: 'http://weft.test/dan',
  }
  expect(await shown()).toMatchObject({
    page: ['busy', null, 'busy'],
    list: ['busy'],
    schema: [{ ...dan, status: { availability: 'BUSY' } }],
  })
  await as('dan').call(setStatus, { availability: 'not_set' })
  expect(await shown()).toMatchObject({ page: ['not_set', null, 'not_set'], list: ['not_set'] })
})

test('ASSIGN-032 assignees by the API, sent with the project’s id and the number', async () => {
  const { as, build, users, project } = await world()
  const issue = await build.issue({ assigneeIds: [users.rita.id] })
  const at = { id: project.id, issueIid: issue.iid }
  const names = async () => (await as('gus').call(getIssue, at)).assignees.map(person => person.username)
  await as('rita').call(updateIssue, { ...at, assigneeIds: [users.dan.id, users.gus.id] })
  expect((await names()).sort()).toEqual(['dan', 'gus'])
  await as('rita').call(updateIssue, { ...at, assigneeIds: [] })
  expect(await names()).toEqual([])
})

test('MILE-022 LABEL-003 LABEL-011 the page’s own call sets a milestone and takes the last label away', async () => {
  const { as, build, project } = await world()
  const label = await build.label({ title: 'bug' })
  const milestone = await build.milestone({ title: 'One', dueDate: '2020-01-01' })
  const issue = await build.issue({ labelIds: [label.id] })
  const at = { namespace: project.fullPath, iid: issue.iid }
  const set = await as('rita').reply(updateIssueEntity, { ...at, issue: { milestoneId: milestone.id } })
  expect(set).toMatchObject({
    status: 200,
    body: {
      milestone: {
        ...{ title: 'One', due_date: '2020-01-01', expired: true },
        web_url: `http://weft.test/weft/loom/-/milestones/${milestone.iid}`,
      },
      labels: [{ id: label.id, title: 'bug' }],
    },
  })
  // The page sends an empty list as a list of one empty text.
  const none = [''] as unknown as number[]
  expect(await as('rita').reply(updateIssueEntity, { ...at, issue: { labelIds: none } })).toMatchObject({
    status: 200,
    body: { labels: [] },
  })
})

test('MILE-004 the form of a new issue says who may create a milestone in it', async () => {
  const { as, project } = await world()
  const permissions = async (who: 'gus' | 'rita') =>
    (await as(who).call(getNewIssuePage, { namespace: project.fullPath })).permissions
  expect(await permissions('gus')).toMatchObject({ canSetMetadata: true, canAdminMilestones: false })
  expect(await permissions('rita')).toMatchObject({ canSetMetadata: true, canAdminMilestones: true })
})

test('ASSIGN-009 where an issue has one assignee, the first of a list stays, and who comes takes the place', async () => {
  const { as, build, users, project } = await world()
  await as('mina').call(updateProject, { id: project.id, singleAssignee: true })
  const issue = await build.issue()
  const at = { id: project.id, issueIid: issue.iid }
  const names = async () => (await as('gus').call(getIssue, at)).assignees.map(person => person.username)
  await as('rita').call(updateIssue, { ...at, assigneeIds: [users.gus.id, users.dan.id] })
  expect(await names()).toEqual(['gus'])
  await as('rita').call(issueDiscussion.createNote, { ...at, body: '/assign @dan' })
  expect(await names()).toEqual(['dan'])
  const page = await as('gus').call(getIssuePage, { namespace: project.fullPath, iid: issue.iid })
  expect(page.issue.singleAssignee).toBe(true)
  expect((await as('gus').call(getNewIssuePage, { namespace: project.fullPath })).singleAssignee).toBe(true)
  const settings = await as('mina').call(projectSettingsPage, { namespace: project.fullPath })
  expect(settings.singleAssignee).toBe(true)
})
