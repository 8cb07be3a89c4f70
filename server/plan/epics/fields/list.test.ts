import { expect, test } from 'vitest'
import { createEpic } from '#contract/plan/epics/epics.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

async function planned() {
  const built = await world()
  const { as, build, group, users } = built
  await build.member({ at: group.id, userId: users.olga.id, level: 50 })
  const epic = (title: string, given: object = {}) => as('olga').call(createEpic, { id: group.id, title, ...given })
  const titles = async (who: Member, args: string) => {
    const query = `{ group(fullPath: "${group.fullPath}") { epics(sort: TITLE_ASC, ${args}) { nodes { title } } } }`
    const { data, errors } = await askGraphql(as(who).ctx, query)
    expect(errors).toEqual([])
    return data.group.epics.nodes.map((each: { title: string }) => each.title)
  }
  return { ...built, epic, titles }
}

const days = (startDateFixed: string | null, dueDateFixed: string | null) => ({
  startDateIsFixed: true,
  dueDateIsFixed: true,
  startDateFixed,
  dueDateFixed,
})

test('EPIC-021 epics of a period are those whose days meet it', async () => {
  const { epic, titles } = await planned()
  await epic('Before', days('2026-01-01', '2026-01-31'))
  await epic('Ends in it', days(null, '2026-02-05'))
  await epic('Starts in it', days('2026-02-20', null))
  await epic('After', days('2026-04-01', '2026-04-30'))
  await epic('Whenever')
  const inFebruary = 'timeframe: { start: "2026-02-01", end: "2026-02-28" }'
  expect(await titles('rita', inFebruary)).toEqual(['Ends in it', 'Starts in it'])
})

test('PERM-003 a milestone finds the epics of the issues that the reader may see', async () => {
  const { as, build, project, epic, titles } = await planned()
  const [open, secret] = [await epic('Open'), await epic('Secret')]
  const { id: milestoneId } = await build.milestone({ title: 'Autumn' })
  const issue = (title: string, epicId: number, confidential: boolean) =>
    as('olga').call(createIssue, { id: project.id, title, epicId, milestoneId, confidential })
  await issue('Weave', open.id, false)
  await issue('Dye', secret.id, true)
  expect(await titles('rita', 'milestoneTitle: "Autumn"')).toEqual(['Open', 'Secret'])
  expect(await titles('gus', 'milestoneTitle: "Autumn"')).toEqual(['Open'])
  expect(await titles('rita', 'milestoneTitle: "Winter"')).toEqual([])
})

test('EPIC-021 the epics in and above an epic are filtered and sorted, and it has the to-dos of the reader', async () => {
  const { as, group, epic } = await planned()
  const top = await epic('Top')
  const middle = await epic('Beta', { parentId: top.id })
  await epic('Alpha', { parentId: top.id })
  const low = await epic('Low', { parentId: middle.id })
  const todo = `mutation { todoCreate(input: { targetId: "gid://gitlab/Epic/${top.id}" }) { errors } }`
  expect((await askGraphql(as('olga').ctx, todo)).data.todoCreate.errors).toEqual([])
  const query = `{ group(fullPath: "${group.fullPath}") {
    top: epic(iid: "${top.iid}") {
      sorted: children(sort: TITLE_ASC) { nodes { title } }
      found: children(search: "bet") { nodes { title } }
      currentUserTodos(state: pending) { nodes { action } }
    }
    low: epic(iid: "${low.iid}") { ancestors(search: "Top") { nodes { title } } }
  } }`
  const { data, errors } = await askGraphql(as('olga').ctx, query)
  expect(errors).toEqual([])
  expect(data.group).toMatchObject({
    top: {
      sorted: { nodes: [{ title: 'Alpha' }, { title: 'Beta' }] },
      found: { nodes: [{ title: 'Beta' }] },
      currentUserTodos: { nodes: [{ action: 'marked' }] },
    },
    low: { ancestors: { nodes: [{ title: 'Top' }] } },
  })
})

test('EPIC-021 WORKITEM-014 an epic shows its events, milestone, time spent and issues, with all fields of issues', async () => {
  const { as, build, group, project, epic } = await planned()
  const top = await epic('Top', days('2026-02-01', '2026-02-28'))
  await epic('Late', { parentId: top.id, ...days('2026-04-01', null) })
  await as('rita').call(createIssue, { id: project.id, title: 'Weave', epicId: top.id, weight: 3 })
  const { id: milestoneId } = await build.milestone({ title: 'Autumn', namespaceId: group.id })
  const shown = `workItem { widgets(onlyTypes: [MILESTONE, TIME_TRACKING]) { ... on WorkItemWidgetMilestone { milestone { title } }
    ... on WorkItemWidgetTimeTracking { timeEstimate totalTimeSpent } } }`
  const update = async (who: Member, widgets: string) =>
    (
      await askGraphql(
        as(who).ctx,
        `mutation { workItemUpdate(input: { id: "gid://gitlab/WorkItem/${top.id}", ${widgets} }) { errors ${shown} } }`,
      )
    ).data.workItemUpdate
  const planning = `milestoneWidget: { milestoneId: "gid://gitlab/Milestone/${milestoneId}" },
    timeTrackingWidget: { timeEstimate: "2h", timelog: { timeSpent: "1h" } }`
  expect(await update('gus', planning)).toBeNull()
  expect((await update('olga', planning)).workItem.widgets).toEqual([
    { milestone: { title: 'Autumn' } },
    { timeEstimate: 7200, totalTimeSpent: 3600 },
  ])
  await update('olga', 'stateEvent: CLOSE')
  const query = `{ group(fullPath: "${group.fullPath}") { timelogs { nodes { timeSpent project { id } } } epic(iid: "${top.iid}") {
    hasChildrenWithinTimeframe events { nodes { action author { username } } }
    issues { nodes { title weight epicIssueId author { username } labels { nodes { title } } userPermissions { readIssue } } } } } }`
  const ask = async () => {
    const { data, errors } = await askGraphql(as('gus').ctx, query)
    expect(errors).toEqual([])
    return data.group
  }
  const author = { username: 'olga' }
  expect(await ask()).toMatchObject({
    timelogs: { nodes: [{ timeSpent: 3600, project: null }] },
    epic: {
      hasChildrenWithinTimeframe: false,
      events: {
        nodes: [
          { action: 'CLOSED', author },
          { action: 'CREATED', author },
        ],
      },
      issues: {
        nodes: [
          {
            title: 'Weave',
            weight: 3,
            epicIssueId: expect.stringContaining('EpicIssue'),
            author: { username: 'rita' },
            labels: { nodes: [] },
            userPermissions: { readIssue: true },
          },
        ],
      },
    },
  })
  await epic('Soon', { parentId: top.id, ...days('2026-02-10', null) })
  expect((await ask()).epic.hasChildrenWithinTimeframe).toBe(true)
})

test('EPIC-021 events and issues cost as many statements for 5 epics as for 2', async () => {
  const { as, group, project, epic, statements } = await planned()
  const add = async (count: number) => {
    for (let nth = 0; nth < count; nth++) {
      const { id: epicId } = await epic(`Epic ${nth}`)
      await as('olga').call(createIssue, { id: project.id, title: 'Weave', epicId })
    }
  }
  const query = `{ group(fullPath: "${group.fullPath}") { epics { nodes { hasChildrenWithinTimeframe events { nodes { action author { username } } }
    issues { nodes { title author { username } labels { nodes { title } } } } } } } }`
  const cost = () => statements(() => askGraphql(as('olga').ctx, query))
  await add(2)
  const few = await cost()
  await add(3)
  expect(await cost()).toBe(few)
})
