import { expect, test } from 'vitest'
import { getProjectBoardPage } from '#contract/plan/boards/board-pages.ts'
import { createProjectBoard, createProjectBoardList } from '#contract/plan/boards/boards.ts'
import { issueDiscussion, issuePlanningEvents } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import {
  createIssue,
  deleteIssue,
  getIssue,
  listProjectIssues,
  reorderIssue,
  updateIssue,
} from '#contract/plan/issues/issues.ts'
import { listGroupIterations, listProjectIterations } from '#contract/plan/timeboxes/iterations.ts'
import { turnIterations } from '#server/plan/issues/turn-iterations.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Caller, world } from '#test/world/world.ts'

const today = new Date().toISOString().slice(0, 10)

/** yyyy-mm-dd, some days from today. */
const day = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

/** Send a query that has to succeed. */
async function ask(caller: Caller, query: string) {
  const { data, errors } = await askGraphql(caller.ctx, query)
  expect(errors).toEqual([])
  return data
}

const cadenceOf = async (caller: Caller, fields: string, title = 'Sprints'): Promise<string> => {
  const { iterationCadenceCreate: made } = await ask(
    caller,
    `mutation { iterationCadenceCreate(input: { groupPath: "weft", title: "${title}", active: true, ${fields} }) { errors iterationCadence { id } } }`,
  )
  expect(made.errors).toEqual([])
  return made.iterationCadence.id
}

const iterationOf = async (caller: Caller, cadence: string, from: number, to: number, title = 'null') => {
  const { iterationCreate: made } = await ask(
    caller,
    `mutation { iterationCreate(input: { groupPath: "weft", iterationsCadenceId: "${cadence}", title: ${title}, startDate: "${day(from)}", dueDate: "${day(to)}" }) {
      errors iteration { id iid title state sequence startDate iterationCadence { title } } } }`,
  )
  return made
}

test('MILE-015 MILE-019 an iteration of a cadence has its dates, its state by them, and is found by state and title', async () => {
  const { as, project, group } = await world()
  const root = as('root')
  const cadence = await cadenceOf(root, 'automatic: false')
  const past = await iterationOf(root, cadence, -20, -7, '"Warp"')
  expect(past).toMatchObject({
    errors: [],
    iteration: { title: 'Warp', state: 'closed', sequence: 1, iterationCadence: { title: 'Sprints' } },
  })
  await iterationOf(root, cadence, -6, 7)
  await iterationOf(root, cadence, 8, 21, '"Weft"')
  const stateAndTitle = (listed: readonly { readonly state: number; readonly title: string | null }[]) =>
    listed.map(({ state, title }) => [state, title])
  expect(stateAndTitle(await as('gus').call(listProjectIterations, { id: project.id }))).toEqual([
    [3, 'Warp'],
    [2, null],
    [1, 'Weft'],
  ])
  expect(stateAndTitle(await as('gus').call(listGroupIterations, { id: group.id, state: 'opened' }))).toEqual([
    [2, null],
    [1, 'Weft'],
  ])
  expect(stateAndTitle(await as('gus').call(listGroupIterations, { id: group.id, search: 'wef' }))).toEqual([
    [1, 'Weft'],
  ])
  const { project: shown } = await ask(
    as('gus'),
    `{ project(fullPath: "${project.fullPath}") { iterations(state: current) { nodes { id title startDate dueDate iterationCadence { title } } } } }`,
  )
  expect(shown.iterations.nodes).toEqual([
    expect.objectContaining({
      title: null,
      startDate: day(-6),
      dueDate: day(7),
      iterationCadence: { title: 'Sprints' },
    }),
  ])
  await expect(as('nina').call(listGroupIterations, { id: group.id })).rejects.toMatchObject({ status: 404 })
})

test('iterations of a cadence do not overlap, and are made by hand only where none are scheduled', async () => {
  const { as } = await world()
  const root = as('root')
  const byHand = await cadenceOf(root, 'automatic: false')
  await iterationOf(root, byHand, 0, 6)
  expect(await iterationOf(root, byHand, 6, 12)).toMatchObject({
    errors: ['Dates cannot overlap with other existing Iterations within this iterations cadence'],
    iteration: null,
  })
  expect(await iterationOf(root, byHand, 9, 8)).toMatchObject({ errors: ['Due date must be greater than start date'] })
  const { errors } = await askGraphql(
    as('gus').ctx,
    `mutation { iterationCreate(input: { groupPath: "weft", iterationsCadenceId: "${byHand}", startDate: "${day(9)}", dueDate: "${day(10)}" }) { errors } }`,
  )
  expect(errors).toHaveLength(1)
})

test('an automatic cadence schedules the current iteration and those ahead, and moves open issues on when one has ended', async () => {
  const { as, build, db, services, project } = await world()
  const root = as('root')
  const archived = await build.project()
  await cadenceOf(
    root,
    `automatic: true, startDate: "${day(-3)}", durationInWeeks: 1, iterationsInAdvance: 2, rollOver: true`,
  )
  const listed = () => as('gus').call(listProjectIterations, { id: project.id })
  const periods = async () => (await listed()).map(({ startDate, dueDate }) => [startDate, dueDate])
  const weeks = [-3, 4, 11, 18].map(start => [day(start), day(start + 6)])
  expect(await periods()).toEqual(weeks.slice(0, 3))
  const [first, second] = await listed()
  // The first of them cannot be changed, and holds up no others.
  const held = await build.issue({ projectId: archived.id })
  const [open, done] = [await build.issue(), await build.issue({ state: 'closed' })]
  await db
    .updateTable('issuables')
    .set({ iterationId: first?.id ?? 0 })
    .where('id', 'in', [held.id, open.id, done.id])
    .execute()
  await db.updateTable('namespaces').set({ archived: true }).where('id', '=', archived.id).execute()
  await turnIterations(db, services, `${day(5)}T00:00:00.000Z`)
  await turnIterations(db, services, `${day(5)}T00:00:01.000Z`)
  expect(await periods()).toEqual(weeks)
  const inIteration = async (issue: typeof open) => (await as('gus').call(getIssue, issue.ref)).iteration?.id
  expect([await inIteration(open), await inIteration(done)]).toEqual([second?.id, first?.id])
})

test('MILE-017 MILE-021 an issue has an iteration of its groups, told on its page, in its history, and by filters', async () => {
  const { as, build, project } = await world()
  const rita = as('rita')
  const cadence = await cadenceOf(as('root'), 'automatic: false')
  const { iteration } = await iterationOf(as('root'), cadence, 0, 13)
  const issue = await build.issue()
  await build.issue({ title: 'Another' })
  const set = (value: string) =>
    ask(
      rita,
      `mutation { issueSetIteration(input: { projectPath: "${project.fullPath}", iid: "${issue.iid}", iterationId: ${value} }) { errors issue { iteration { id } } } }`,
    )
  expect((await set(`"${iteration.id}"`)).issueSetIteration).toEqual({
    errors: [],
    issue: { iteration: { id: iteration.id } },
  })
  expect((await set('"gid://gitlab/Iteration/999999999"')).issueSetIteration.errors).toEqual([
    'Iteration could not be found',
  ])
  const page = await rita.call(getIssuePage, { namespace: project.fullPath, iid: issue.iid })
  expect(page.issue.iteration).toMatchObject({
    title: null,
    startDate: day(0),
    dueDate: day(13),
    cadenceTitle: 'Sprints',
  })
  const found = async (filter: object) =>
    (await rita.call(listProjectIssues, { id: project.id, ...filter })).map(each => each.iid)
  const id = Number(iteration.id.split('/').at(-1))
  expect(await found({ iterationId: id })).toEqual([issue.iid])
  expect(await found({ iterationId: 'current' })).toEqual([issue.iid])
  expect(await found({ not: { iterationId: id } })).not.toContain(issue.iid)
  const born = await rita.call(createIssue, { id: project.id, title: 'Planned at once', iterationId: id })
  expect(born.iteration).toMatchObject({ startDate: day(0) })
  await as('root').call(deleteIssue, { id: project.id, issueIid: born.iid })
  const { project: listed } = await ask(
    rita,
    `{ project(fullPath: "${project.fullPath}") { issues(iterationWildcardId: CURRENT) { nodes { iid } } } }`,
  )
  expect(listed.issues.nodes).toEqual([{ iid: String(issue.iid) }])
  await rita.reply(issueDiscussion.createNote, { ...issue.ref, body: '/remove_iteration' })
  const { data: shown } = await askGraphql(
    rita.ctx,
    `{ project(fullPath: "${project.fullPath}") { issue(iid: "${issue.iid}") { notes(filter: ONLY_ACTIVITY) { nodes { bodyHtml } } } } }`,
  )
  expect(JSON.stringify(shown)).toContain(`href=\\"/groups/weft/-/iterations/${id}\\"`)
  const events = await rita.call(issuePlanningEvents.listIterationEvents, issue.ref)
  expect(events.map(event => event.action)).toEqual(['add', 'remove'])
})

test.each(['--current', '[cadence:"Sprints"] --next', '*iteration:"Weft"', 'Weft'])(
  '/iteration %s sets the iteration',
  async argument => {
    const { as, build, project } = await world()
    const cadence = await cadenceOf(as('root'), 'automatic: false')
    const { iteration: current } = await iterationOf(as('root'), cadence, -1, 6)
    const { iteration: next } = await iterationOf(as('root'), cadence, 7, 13, '"Weft"')
    const issue = await build.issue()
    await as('rita').reply(issueDiscussion.createNote, { ...issue.ref, body: `/iteration ${argument}` })
    const { iteration } = await as('rita').call(getIssue, issue.ref)
    const wanted = argument === '--current' ? current : next
    expect(`gid://gitlab/Iteration/${iteration?.id}`).toBe(wanted.id)
    expect(project.id).toBeGreaterThan(0)
  },
)

test('PERM-002 the rendered description of an iteration names no confidential issue to people who may not know of it', async () => {
  const { as, build, project } = await world()
  const root = as('root')
  const secret = await build.issue({ title: 'Secret', confidential: true })
  const cadence = await cadenceOf(root, 'automatic: false')
  await ask(
    root,
    `mutation { iterationCreate(input: { groupPath: "weft", iterationsCadenceId: "${cadence}", description: "See ${project.fullPath}#${secret.iid}",
      startDate: "${day(-1)}", dueDate: "${day(1)}" }) { errors } }`,
  )
  const shown = async (who: 'root' | 'gus') =>
    JSON.stringify(await ask(as(who), '{ group(fullPath: "weft") { iterations { nodes { descriptionHtml } } } }'))
  expect(await shown('root')).toContain('Secret')
  expect(await shown('gus')).not.toContain('Secret')
})

test('MILE-019 LIST-018 a new issue is put into the current iteration and between its neighbours', async () => {
  const { as, build, project } = await world()
  const root = as('root')
  const [first, last] = [await build.issue({ title: 'first' }), await build.issue({ title: 'last' })]
  const create = async (args: string, title = 'new') =>
    (
      await askGraphql(
        as('rita').ctx,
        `mutation { createIssue(input: { projectPath: "${project.fullPath}", title: "${title}", ${args} }) { errors issue { iteration { title } } } }`,
      )
    ).data.createIssue
  const none = {
    errors: ['Specify iterationCadenceId, because there is not exactly one cadence with a current iteration.'],
    issue: null,
  }
  expect(await create('iterationWildcardId: CURRENT')).toEqual(none)
  const cadence = await cadenceOf(root, 'automatic: false')
  await iterationOf(root, cadence, -6, 7, '"Now"')
  const now = { errors: [], issue: { iteration: { title: 'Now' } } }
  expect(await create('iterationWildcardId: CURRENT')).toEqual(now)
  const other = await cadenceOf(root, 'automatic: false', 'Releases')
  await iterationOf(root, other, -6, 7, '"Also now"')
  expect(await create('iterationWildcardId: CURRENT')).toEqual(none)
  expect(await create(`iterationWildcardId: CURRENT, iterationCadenceId: "${cadence}"`)).toEqual(now)
  expect((await create(`iterationCadenceId: "${cadence}"`)).errors).toEqual([
    'iterationCadenceId can only be given with iterationWildcardId',
  ])
  const [after, before] = [first, last].map(({ id }) => `gid://gitlab/Issue/${id}`)
  await root.call(reorderIssue, { id: project.id, issueIid: first.iid, moveAfterId: last.id })
  expect(await create(`moveBeforeId: "${after}", moveAfterId: "${before}"`, 'between')).toMatchObject({ errors: [] })
  const listed = await root.call(listProjectIssues, { id: project.id, orderBy: 'relative_position', sort: 'asc' })
  expect(listed.map(({ title }) => title).filter(title => title !== 'new')).toEqual(['first', 'between', 'last'])
})

test('a list of an iteration on a board tells the weight that the last three iterations closed on average', async () => {
  const { as, project, users } = await world()
  const root = as('root')
  const cadence = await cadenceOf(root, 'automatic: false')
  const made = []
  for (const at of [-40, -30, -20, -10, 0]) made.push(await iterationOf(root, cadence, at, at + 5))
  const ids = made.map(({ iteration }) => Number(iteration.id.split('/').at(-1)))
  const weights = [100, 10, 20, 6]
  for (const [index, weight] of weights.entries()) {
    const { iid } = await root.call(createIssue, {
      id: project.id,
      title: 'Done',
      weight,
      iterationId: ids[index] ?? 0,
    })
    await root.call(updateIssue, { id: project.id, issueIid: iid, stateEvent: 'close' })
    await root.call(createIssue, { id: project.id, title: 'Left', weight: 50, iterationId: ids[index] ?? 0 })
  }
  // An issue that the reader may not know of does not count.
  const secret = {
    title: 'Secret',
    weight: 90,
    iterationId: ids[2] ?? 0,
    confidential: true,
    assigneeIds: [users.mina.id],
  }
  const { iid } = await root.call(createIssue, { id: project.id, ...secret })
  await root.call(updateIssue, { id: project.id, issueIid: iid, stateEvent: 'close' })
  const board = await root.call(createProjectBoard, { id: project.id, name: 'Plan' })
  for (const iterationId of [ids[0] ?? 0, ids[4] ?? 0])
    await root.call(createProjectBoardList, { id: project.id, boardId: board.id, iterationId })
  const averages = async (who: 'gus' | 'root') => {
    const page = await as(who).call(getProjectBoardPage, { namespace: project.fullPath, boardId: board.id })
    return page.board?.lists.flatMap(list => list.iteration?.averageWeight ?? [])
  }
  expect(await averages('gus')).toEqual([12, 12])
  expect(await averages('root')).toEqual([42, 42])
})
