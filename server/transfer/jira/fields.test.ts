import { expect, inject, test } from 'vitest'
import { listProjectIssues } from '#contract/plan/issues/issues.ts'
import { importFromJira } from '#contract/transfer/jira-imports.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { asJson, cloudIssue, recordedJira } from '#test/world/recorded-jira.ts'
import { type Member, world } from '#test/world/world.ts'

const usersMutation = `mutation($input: JiraImportUsersInput!) { jiraImportUsers(input: $input) { errors
  jiraUsers { jiraAccountId jiraDisplayName jiraEmail gitlabId gitlabName gitlabUsername } } }`
const startMutation = `mutation($input: JiraImportStartInput!) { jiraImportStart(input: $input) { errors
  jiraImport { jiraProjectKey totalIssueCount scheduledBy { username } } } }`
const query = `query($path: ID!) { project(fullPath: $path) { jiraImportStatus
  jiraImports { nodes { jiraProjectKey importedIssuesCount failedToImportCount totalIssueCount scheduledAt } } } }`

async function place() {
  const it = await world({ settings: { WEBHOOKS_TO: '127.0.0.1', DATA_DIR: inject('dataDir') } })
  const jira = await recordedJira((_request, response) =>
    asJson(response, {
      issues: [
        cloudIssue(1, { assignee: { accountId: 'a1', displayName: 'Ann' } }),
        cloudIssue(2, { assignee: { accountId: 'a2', displayName: 'Rita', emailAddress: 'rita@weft.test' } }),
      ],
      isLast: true,
    }),
  )
  const projectPath = it.project.fullPath
  return {
    ...it,
    members: it.users,
    fetch: async () => {
      const given = { namespace: projectPath, url: jira.url, email: 'a@x.test', token: 'key', projectKey: 'LOOM' }
      await it.as('mina').call(importFromJira, given)
      await it.deliver()
    },
    users: (who: Member, startAt?: number) =>
      askGraphql(it.as(who).ctx, usersMutation, { input: { projectPath, startAt } }),
    start: (who: Member, input: object = {}) =>
      askGraphql(it.as(who).ctx, startMutation, { input: { projectPath, jiraProjectKey: 'LOOM', ...input } }),
    shown: async (who: Member) =>
      (await askGraphql(it.as(who).ctx, query, { path: projectPath })).data.project as unknown,
  }
}

test('LIST-014 GraphQL lists the people of fetched issues, maps them and starts the import', async () => {
  const it = await place()
  expect((await it.users('mina')).data.jiraImportUsers).toEqual({
    errors: [expect.stringMatching(/Fetch them on the page/)],
    jiraUsers: null,
  })
  expect(await it.shown('mina')).toEqual({ jiraImportStatus: 'none', jiraImports: { nodes: [] } })
  await it.fetch()
  const ann = { jiraAccountId: 'a1', jiraDisplayName: 'Ann', jiraEmail: null }
  const rita = {
    jiraAccountId: 'a2',
    jiraDisplayName: 'Rita',
    jiraEmail: 'rita@weft.test',
    gitlabId: it.members.rita.id,
    gitlabName: expect.any(String),
    gitlabUsername: 'rita',
  }
  expect((await it.users('mina')).data.jiraImportUsers).toEqual({
    errors: [],
    jiraUsers: [{ ...ann, gitlabId: null, gitlabName: null, gitlabUsername: null }, rita],
  })
  expect((await it.users('mina', 1)).data.jiraImportUsers.jiraUsers).toEqual([rita])
  const mapped = (gitlabId: number) => ({ usersMapping: [{ jiraAccountId: 'a1', gitlabId }] })
  expect((await it.start('mina', mapped(it.members.nina.id))).data.jiraImportStart.errors).toHaveLength(1)
  expect((await it.start('mina', { jiraProjectKey: 'OTHER' })).data.jiraImportStart.errors).toHaveLength(1)
  expect((await it.start('mina', mapped(it.members.dan.id))).data.jiraImportStart).toEqual({
    errors: [],
    jiraImport: { jiraProjectKey: 'LOOM', totalIssueCount: 2, scheduledBy: { username: 'mina' } },
  })
  await it.deliver()
  const issues = await it.as('root').call(listProjectIssues, { id: it.project.id, orderBy: 'created_at', sort: 'asc' })
  expect(issues.map(issue => issue.assignees.map(user => user.username))).toEqual([['dan'], ['rita']])
  expect(await it.shown('mina')).toMatchObject({
    jiraImportStatus: 'finished',
    jiraImports: {
      nodes: [{ jiraProjectKey: 'LOOM', importedIssuesCount: 2, failedToImportCount: 0, totalIssueCount: 2 }],
    },
  })
})

test('LIST-014 PERM-002 GraphQL starts and shows imports from Jira to maintainers only, and nobody else’s', async () => {
  const it = await place()
  await it.fetch()
  for (const who of ['dan', 'nina'] as const) {
    expect((await it.start(who)).errors).toHaveLength(1)
    expect((await it.users(who)).errors).toHaveLength(1)
  }
  expect(await it.shown('dan')).toEqual({ jiraImportStatus: null, jiraImports: null })
  expect((await it.start('olga')).data.jiraImportStart.errors).toHaveLength(1)
  await it.start('mina')
  expect(await it.shown('mina')).toMatchObject({ jiraImportStatus: 'started' })
  expect(await it.shown('olga')).toEqual({ jiraImportStatus: 'none', jiraImports: { nodes: [] } })
})
