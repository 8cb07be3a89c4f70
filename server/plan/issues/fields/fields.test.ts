import { expect, test } from 'vitest'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

const oneIssue = `query($path: ID!, $iid: String) {
  project(fullPath: $path) {
    id
    issue(iid: $iid) {
      id iid title titleHtml description descriptionHtml state confidential discussionLocked weight dueDate
      createdAt updatedAt closedAt webUrl webPath reference(full: true) upvotes downvotes userNotesCount
      userDiscussionsCount subscribed emailsDisabled type
      author { id username name avatarUrl webUrl }
      assignees { nodes { id username name avatarUrl webUrl } }
      labels { nodes { id title color textColor } }
      milestone { id title state expired }
      taskCompletionStatus { count completedCount }
      userPermissions { updateIssue adminIssue createNote readIssue }
    }
  }
}`

test('MILE-016 REF-006 NOTIF-006 one issue with all that hangs on it', async () => {
  const { as, build, users, project } = await world()
  const label = await build.label({ title: 'bug', color: '#ff0000' })
  const milestone = await build.milestone({ title: 'One' })
  const issue = await build.issue({
    title: 'Broken',
    weight: 3,
    dueDate: '2031-02-03',
    milestoneId: milestone.id,
    labelIds: [label.id],
    assigneeIds: [users.dan.id],
  })
  const { data, errors } = await askGraphql(as('rita').ctx, oneIssue, {
    path: project.fullPath.toUpperCase(),
    iid: String(issue.iid),
  })
  expect(errors).toEqual([])
  expect(data.project.issue).toMatchObject({
    id: `gid://gitlab/Issue/${issue.id}`,
    iid: String(issue.iid),
    title: 'Broken',
    state: 'opened',
    type: 'ISSUE',
    weight: 3,
    dueDate: '2031-02-03',
    reference: `weft/loom#${issue.iid}`,
    webUrl: `http://weft.test/weft/loom/-/issues/${issue.iid}`,
    subscribed: true,
    emailsDisabled: false,
    author: { id: `gid://gitlab/User/${users.rita.id}`, username: 'rita', webUrl: 'http://weft.test/rita' },
    assignees: { nodes: [{ username: 'dan' }] },
    labels: { nodes: [{ id: `gid://gitlab/ProjectLabel/${label.id}`, title: 'bug', color: '#ff0000' }] },
    milestone: { id: `gid://gitlab/Milestone/${milestone.id}`, title: 'One', state: 'active', expired: false },
    userPermissions: { updateIssue: true, adminIssue: true, createNote: true, readIssue: true },
  })
})

test('PERM-002 an issue that is read ahead of its project is found by its number, and only by those who may know of it', async () => {
  const { as, build, project } = await world()
  const [open, confidential] = [await build.issue({ title: 'Open' }), await build.issue({ confidential: true })]
  const query = `query($path: ID!, $iid: String) { project(fullPath: $path) {
    issue(iid: $iid) { title } other: issue(iid: "${confidential.iid}") { iid } missing: issue(iid: "99999") { iid } } }`
  const ask = (who: Member) =>
    askGraphql(as(who).ctx, query, { path: project.fullPath.toUpperCase(), iid: `${open.iid}` })
  const found = { issue: { title: 'Open' }, missing: null }
  expect((await ask('rita')).data.project).toEqual({ ...found, other: { iid: `${confidential.iid}` } })
  expect((await ask('gus')).data.project).toEqual({ ...found, other: null })
  expect((await ask('nina')).data.project).toBeNull()
})

test('PARTIC-006 the participants of an issue', async () => {
  const { as, build, users, project } = await world()
  const issue = await build.issue({ assigneeIds: [users.dan.id] })
  const participants = `query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) {
    participants { nodes { id username } } } } }`
  const { data } = await askGraphql(as('rita').ctx, participants, { path: project.fullPath, iid: String(issue.iid) })
  expect(data.project.issue.participants.nodes.map((user: { username: string }) => user.username).sort()).toEqual([
    'dan',
    'rita',
  ])
})

test('one issue with its people, labels and milestone is three statements, and its moments are those of REST', async () => {
  const { as, build, users, project, statements } = await world()
  const label = await build.label()
  const milestone = await build.milestone({ dueDate: '2031-02-03' })
  const issue = await build.issue({ milestoneId: milestone.id, labelIds: [label.id], assigneeIds: [users.dan.id] })
  const hanging = (fields: string) => `query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) {
    title subscribed author { username ${fields} } assignees { nodes { username } } participants { nodes { username } }
    labels { nodes { title createdAt updatedAt } } milestone { title dueDate createdAt } } } }`
  const ask = (fields: string) => async () => {
    const variables = { path: project.fullPath, iid: String(issue.iid) }
    const { data, errors } = await askGraphql(as('rita').ctx, hanging(fields), variables)
    expect(errors).toEqual([])
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(data.project.issue).toMatchObject({
      subscribed: true,
      author: fields === '' ? { username: 'rita' } : { commitEmail: 'rita@weft.test', createdAt: moment },
      assignees: { nodes: [{ username: 'dan' }] },
      labels: { nodes: [{ title: label.title, createdAt: moment, updatedAt: moment }] },
      milestone: { title: milestone.title, dueDate: '2031-02-03', createdAt: moment },
    })
  }
  expect(await statements(ask(''))).toBe(3)
  expect(await statements(ask('commitEmail createdAt'))).toBe(4)
})

test.each<[Member | 'root' | 'anon', boolean]>([
  ['olga', true],
  ['rita', true],
  ['gus', true],
  ['root', true],
  ['nina', false],
  ['anon', false],
])('PERM-003 an issue of a private project by its id, for %s: %s', async (who, isSeen) => {
  const { as, build, project } = await world()
  const issue = await build.issue()
  const { data, errors } = await askGraphql(
    as(who).ctx,
    `query($id: IssueID!, $path: ID!) { issue(id: $id) { iid } project(fullPath: $path) { name issues { count nodes { iid } } } issues { nodes { iid } } }`,
    { id: `gid://gitlab/Issue/${issue.id}`, path: project.fullPath },
  )
  expect(errors).toEqual([])
  expect(data.issue).toEqual(isSeen ? { iid: String(issue.iid) } : null)
  expect(data.project).toEqual(
    isSeen ? { name: 'Loom', issues: { count: 1, nodes: [{ iid: String(issue.iid) }] } } : null,
  )
  expect(data.issues.nodes).toEqual(isSeen ? [{ iid: String(issue.iid) }] : [])
})

test.each<[Member | 'anon', boolean]>([
  ['rita', true],
  ['gus', false],
  ['nina', false],
  ['anon', false],
])(
  'CONFID-001 %s and a confidential issue of a public project, by id, in lists, in counts: %s',
  async (who, isSeen) => {
    const { as, build, users } = await world()
    const open = await build.project({ visibility: 'public', members: { [users.rita.id]: 20, [users.gus.id]: 10 } })
    const issue = await build.issue({ projectId: open.id, confidential: true, title: 'Hush', authorId: users.olga.id })
    const { data, errors } = await askGraphql(
      as(who).ctx,
      `query($id: IssueID!, $path: ID!) {
      issue(id: $id) { title }
      project(fullPath: $path) { issues(search: "Hush") { count nodes { title } } issueStatusCounts { all opened } openIssuesCount }
      issues(search: "Hush") { count nodes { title } }
    }`,
      { id: `gid://gitlab/Issue/${issue.id}`, path: open.fullPath },
    )
    expect(errors).toEqual([])
    const list = isSeen ? { count: 1, nodes: [{ title: 'Hush' }] } : { count: 0, nodes: [] }
    expect(data).toEqual({
      issue: isSeen ? { title: 'Hush' } : null,
      project: {
        issues: list,
        issueStatusCounts: { all: isSeen ? 1 : 0, opened: isSeen ? 1 : 0 },
        openIssuesCount: isSeen ? 1 : 0,
      },
      issues: list,
    })
  },
)

test('a list of fifty issues costs as many statements as one of two', async () => {
  const { as, build, users, project, statements } = await world()
  const labels = [await build.label(), await build.label()]
  const milestone = await build.milestone()
  const add = (amount: number) =>
    Promise.all(
      Array.from({ length: amount }, (_each, place) =>
        build.issue({
          milestoneId: milestone.id,
          labelIds: labels.map(label => label.id),
          assigneeIds: [users.dan.id, users.olga.id],
          authorId: place % 2 === 0 ? users.rita.id : users.mina.id,
        }),
      ),
    )
  const query = `query($path: ID!) { project(fullPath: $path) { issues(first: 50) { count nodes {
    title subscribed author { username } assignees { nodes { username } } labels { nodes { title } } milestone { title stats { totalIssuesCount } }
    participants { nodes { username } } notes { pageInfo { hasNextPage } } userPermissions { updateIssue } } } } }`
  const ask = (expected: number) => async () => {
    const { data, errors } = await askGraphql(as('rita').ctx, query.replace('notes { pageInfo { hasNextPage } }', ''), {
      path: project.fullPath,
    })
    expect(errors).toEqual([])
    expect(data.project.issues.nodes).toHaveLength(expected)
  }
  await add(2)
  const few = await statements(ask(2))
  await add(48)
  const many = await statements(ask(50))
  expect(many).toBe(few)
  expect(many).toBe(6)
})

test('pages follow each other both ways, whatever the order', async () => {
  const { as, build, project } = await world()
  for (const weight of [3, null, 1, null, 2, 2]) await build.issue({ weight })
  const page = async (args: string) => {
    const { data, errors } = await askGraphql(
      as('rita').ctx,
      `query($path: ID!) { project(fullPath: $path) { issues(${args}) { nodes { weight iid } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
      { path: project.fullPath },
    )
    expect(errors).toEqual([])
    return data.project.issues
  }
  for (const sort of [
    'WEIGHT_ASC',
    'WEIGHT_DESC',
    'CREATED_ASC',
    'UPDATED_DESC',
    'PRIORITY_ASC',
    'CLOSED_AT_ASC',
    'TITLE_ASC',
  ]) {
    const whole = (await page(`sort: ${sort}`)).nodes
    expect(whole).toHaveLength(6)
    const first = await page(`sort: ${sort}, first: 4`)
    expect(first.nodes).toEqual(whole.slice(0, 4))
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const second = await page(`sort: ${sort}, first: 4, after: "${first.pageInfo.endCursor}"`)
    expect(second.nodes).toEqual(whole.slice(4))
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const back = await page(`sort: ${sort}, last: 3, before: "${second.pageInfo.startCursor}"`)
    expect(back.nodes).toEqual(whole.slice(1, 4))
    expect(back.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
    expect((await page(`sort: ${sort}, last: 2`)).nodes).toEqual(whole.slice(4))
  }
})

test.each([
  ['labelName: ["bug"]', ['A']],
  ['not: { labelName: ["bug"] }', ['B', 'C']],
  ['labelName: "None"', ['B', 'C']],
  ['milestoneWildcardId: NONE', ['B', 'C']],
  ['milestoneTitle: "One"', ['A']],
  ['milestoneTitle: ["One", "Two"]', ['A']],
  ['assigneeUsernames: ["dan"]', ['B']],
  ['assigneeWildcardId: ANY', ['B']],
  ['authorUsername: "mina"', ['C']],
  ['or: { authorUsernames: ["mina"], labelNames: ["bug"] }', []],
  ['or: { authorUsernames: ["mina", "rita"] }', ['A', 'B', 'C']],
  ['types: [INCIDENT]', ['C']],
  ['types: [INCIDENT, TASK]', ['C']],
  ['weight: "5"', ['B']],
  ['weightWildcardId: NONE', ['A', 'C']],
  ['dueBefore: "2031-01-02"', ['B']],
  ['dueAfter: "2031-01-02"', []],
  ['search: "B", in: [TITLE]', ['B']],
  ['state: closed', []],
  ['state: all', ['A', 'B', 'C']],
])('issues by %s', async (args, expected) => {
  const { as, build, users, project } = await world()
  const bug = await build.label({ title: 'bug' })
  const one = await build.milestone({ title: 'One' })
  await build.issue({ title: 'A', labelIds: [bug.id], milestoneId: one.id })
  await build.issue({ title: 'B', assigneeIds: [users.dan.id], weight: 5, dueDate: '2031-01-01' })
  await build.issue({ title: 'C', authorId: users.mina.id, type: 'incident' })
  const { data, errors } = await askGraphql(
    as('rita').ctx,
    `query($path: ID!) { project(fullPath: $path) { issues(sort: TITLE_ASC, ${args}) { count weight nodes { title } } } }`,
    { path: project.fullPath },
  )
  expect(errors).toEqual([])
  const { nodes, count } = data.project.issues
  expect(nodes.map((issue: { title: string }) => issue.title)).toEqual(expected)
  expect(count).toBe(expected.length)
})

test('filters that exclude each other are refused', async () => {
  const { as, project } = await world()
  const { errors } = await askGraphql(
    as('rita').ctx,
    `query($path: ID!) { project(fullPath: $path) { issues(milestoneTitle: "One", milestoneWildcardId: ANY) { count } } }`,
    { path: project.fullPath },
  )
  expect(errors[0]?.message).toContain('milestoneWildcardId')
})

const setters: readonly [string, string, string, unknown][] = [
  ['ASSIGN-027', 'issueSetAssignees', 'assigneeUsernames: ["dan"]', { assignees: { nodes: [{ username: 'dan' }] } }],
  ['CONFID-008', 'issueSetConfidential', 'confidential: true', { confidential: true }],
  ['DATE-010', 'issueSetDueDate', 'dueDate: "2031-04-05"', { dueDate: '2031-04-05' }],
  ['LOCK-005', 'issueSetLocked', 'locked: true', { discussionLocked: true }],
  ['WEIGHT-005', 'issueSetWeight', 'weight: 8', { weight: 8 }],
]

const selection = 'assignees { nodes { username } } confidential dueDate discussionLocked weight subscribed state'

test.each(setters)('%s %s', async (_id, name, args, expected) => {
  const { as, build, project } = await world()
  const issue = await build.issue()
  const mutation = `mutation { ${name}(input: { projectPath: "${project.fullPath}", iid: "${issue.iid}", clientMutationId: "x", ${args} }) {
    clientMutationId errors issue { ${selection} } } }`
  const { data, errors } = await askGraphql(as('rita').ctx, mutation)
  expect(errors).toEqual([])
  expect(data[name]).toMatchObject({ clientMutationId: 'x', errors: [], issue: expected })
})

const outsiders: readonly (Member | 'anon')[] = ['gus', 'nina', 'anon']
test.each(setters.flatMap(([, name, args]) => outsiders.map(who => [name, who, args] as const)))(
  'PERM-002 %s is not for %s',
  async (name, who, args) => {
    const { as, build, project, users } = await world()
    const issue = await build.issue({ authorId: users.olga.id })
    const { data, errors } = await askGraphql(
      as(who).ctx,
      `mutation { ${name}(input: { projectPath: "${project.fullPath}", iid: "${issue.iid}", ${args} }) { errors issue { ${selection} } } }`,
    )
    expect(data).toEqual({ [name]: null })
    expect(errors).toHaveLength(1)
    expect(errors[0]?.message).toContain("does not exist or you don't have permission")
    expect(errors[0]?.path).toEqual([name])
  },
)

test('WEIGHT-005 a broken rule is reported in the payload, and nothing changes', async () => {
  const { as, build, project } = await world()
  const issue = await build.issue({ weight: 2 })
  const ref = `projectPath: "${project.fullPath}", iid: "${issue.iid}"`
  const { data, errors } = await askGraphql(
    as('rita').ctx,
    `mutation { issueSetWeight(input: { ${ref}, weight: -1 }) { errors issue { weight } }
      later: issueSetWeight(input: { ${ref}, weight: null }) { errors issue { weight } } }`,
  )
  expect(errors).toEqual([])
  expect(data.issueSetWeight).toEqual({ errors: ['Weight must be greater than or equal to 0'], issue: null })
  expect(data.later).toEqual({ errors: [], issue: { weight: null } })
})

test('NOTIF-005 subscribing and unsubscribing, twice the same', async () => {
  const { as, build, project, users } = await world()
  const issue = await build.issue({ authorId: users.olga.id })
  const set = (state: boolean) =>
    askGraphql(
      as('gus').ctx,
      `mutation { issueSetSubscription(input: { projectPath: "${project.fullPath}", iid: "${issue.iid}", subscribedState: ${state} }) { errors issue { subscribed } } }`,
    )
  for (const state of [true, true, false, false]) {
    expect((await set(state)).data.issueSetSubscription).toEqual({ errors: [], issue: { subscribed: state } })
  }
})

test('MILE-020 LABEL-030 ISSUE-036 an update sets milestone, labels and state, and reports errors', async () => {
  const { as, build, project, group } = await world()
  const issue = await build.issue()
  const milestone = await build.milestone({ namespaceId: group.id, title: 'Above' })
  const [one, two] = [await build.label({ title: 'one' }), await build.label({ title: 'two' })]
  const update = (args: string) =>
    askGraphql(
      as('rita').ctx,
      `mutation { updateIssue(input: { projectPath: "${project.fullPath}", iid: "${issue.iid}", ${args} }) {
        errors issue { state milestone { title } labels { nodes { title } } } } }`,
    )
  expect(
    (
      await update(
        `milestoneId: "gid://gitlab/Milestone/${milestone.id}", labelIds: ["gid://gitlab/ProjectLabel/${one.id}"], stateEvent: CLOSE`,
      )
    ).data.updateIssue,
  ).toEqual({
    errors: [],
    issue: { state: 'closed', milestone: { title: 'Above' }, labels: { nodes: [{ title: 'one' }] } },
  })
  expect(
    (await update(`addLabelIds: ["${two.id}"], removeLabelIds: ["${one.id}"], milestoneId: null, stateEvent: REOPEN`))
      .data.updateIssue,
  ).toEqual({ errors: [], issue: { state: 'opened', milestone: null, labels: { nodes: [{ title: 'two' }] } } })
  expect((await update('milestoneId: "gid://gitlab/Milestone/999999999"')).data.updateIssue).toEqual({
    errors: ['Milestone could not be found'],
    issue: null,
  })
  expect((await update(`labelIds: ["${one.id}"], addLabelIds: ["${two.id}"]`)).data.updateIssue.errors[0]).toContain(
    'mutually exclusive',
  )
})

test('a new issue, and one with a wrong title', async () => {
  const { as, project, build } = await world()
  const label = await build.label({ title: 'known' })
  const create = (args: string) =>
    askGraphql(
      as('rita').ctx,
      `mutation { createIssue(input: { projectPath: "${project.fullPath}", ${args} }) { errors issue { iid title type confidential labels { nodes { title } } } } }`,
    )
  const made = await create(
    `title: "New", type: INCIDENT, confidential: true, labelIds: ["gid://gitlab/Label/${label.id}"]`,
  )
  expect(made.errors).toEqual([])
  expect(made.data.createIssue).toMatchObject({
    errors: [],
    issue: { title: 'New', type: 'INCIDENT', confidential: true, labels: { nodes: [{ title: 'known' }] } },
  })
  expect((await create('title: " "')).data.createIssue).toEqual({ errors: ["Title can't be blank"], issue: null })
})

test('a malformed id is named in the error, with the expected form', async () => {
  const { as } = await world()
  const byLiteral = await askGraphql(as('rita').ctx, `{ issue(id: "nonsense") { iid } }`)
  expect(byLiteral.errors[0]?.message).toContain('"nonsense" is not a valid Global ID')
  expect(byLiteral.data).toBeUndefined()
  const byVariable = await askGraphql(as('rita').ctx, `query($id: IssueID!) { issue(id: $id) { iid } }`, {
    id: 'gid://gitlab/User/1',
  })
  expect(byVariable.errors[0]?.message).toContain('"gid://gitlab/User/1" does not represent an instance of Issue')
})

test('NEWISSUE-013 NEWISSUE-014 NEWISSUE-015 similar issues are found by their titles, for those who may see them', async () => {
  const { as, build, project } = await world()
  for (let count = 1; count <= 6; count++) await build.issue({ title: `Shuttle stalls ${count}` })
  await build.issue({ title: 'Shuttle stalls at night', confidential: true })
  await build.issue({ title: 'Drum hums' })
  const query = `query issueSuggestion($fullPath: ID!, $search: String) { project(fullPath: $fullPath) {
    issues(search: $search, in: [TITLE], sort: updated_desc, first: 5) { nodes { id iid title webUrl state confidential createdAt updatedAt
      closedAt upvotes userNotesCount author { id name username webUrl avatarUrl } } } } }`
  const similar = async (who: Member, search: string) => {
    const { data } = await askGraphql(as(who).ctx, query, { fullPath: project.fullPath, search })
    return data.project.issues.nodes as readonly { title: string }[]
  }
  const found = await similar('mina', 'shuttle stalls')
  expect(found).toHaveLength(5)
  expect(found[0]).toMatchObject({
    id: expect.stringMatching(/^gid:\/\/gitlab\/Issue\/\d+$/),
    title: 'Shuttle stalls at night',
    webUrl: expect.stringContaining('/weft/loom/-/issues/'),
    state: 'opened',
    confidential: true,
    closedAt: null,
    upvotes: 0,
    userNotesCount: 0,
    author: { username: expect.any(String), name: expect.any(String), webUrl: expect.any(String) },
  })
  expect((await similar('gus', 'shuttle')).map(issue => issue.title)).not.toContain('Shuttle stalls at night')
})
