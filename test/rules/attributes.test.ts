import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  declarationOf,
  graphqlValue,
  graphqlWords,
  isOfType,
  namesIn,
  type PlainName,
  plainNames,
} from '#contract/plan/attributes/plain-attributes.ts'
import { getIssueEntity, updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssuePage, getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue, getIssue, listProjectIssues, updateIssue } from '#contract/plan/issues/issues.ts'
import { issuableTypes } from '#contract/plan/shapes.ts'
import { addLinkedIssues, listLinkedIssues } from '#contract/plan/work-items/links.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'
import { setterOf } from '#web/plan/issues/page/save/setter.ts'

const samples = { flag: true, day: '2031-02-03', count: 5 }
/** The value of a choice is the last one, which is never that of a new issue. */
function sampleOf(name: PlainName) {
  const attribute = declarationOf(name)
  return { [name]: attribute.kind === 'choice' ? attribute.choices.at(-1)?.value : samples[attribute.kind] }
}
/** The user who may set it: only developers set the status of an incident. */
const whoSets = (name: PlainName) => (name === 'escalationStatus' ? 'dan' : 'rita')
/** A type that has the attribute. */
const typeOf = (name: PlainName) => issuableTypes.find(type => isOfType(name, type)) ?? 'issue'

test.each(plainNames)('%s is set through every API and shown in each shape that has it', async name => {
  const { as, build, project } = await world()
  const given = sampleOf(name)
  const type = typeOf(name)
  const created = await as(whoSets(name)).call(createIssue, {
    id: project.id,
    title: 'Created',
    issueType: type,
    ...given,
  })
  expect(created).toMatchObject(given)

  const updated = await build.issue({ type })
  expect(await as(whoSets(name)).call(updateIssue, { ...updated.ref, ...given })).toMatchObject(given)
  expect(await as(whoSets(name)).call(getIssue, updated.ref)).toMatchObject(given)

  const edited = await build.issue({ type })
  const page = { namespace: project.fullPath, iid: edited.iid }
  expect(await as(whoSets(name)).call(updateIssueEntity, { ...page, issue: given })).toMatchObject(given)
  expect(await as(whoSets(name)).call(getIssueEntity, page)).toMatchObject(given)
  expect((await as(whoSets(name)).call(getIssuePage, page)).issue).toMatchObject(given)

  const other = await build.issue()
  const otherPage = { ...page, iid: other.iid }
  await as(whoSets(name)).call(addLinkedIssues, { ...otherPage, issuableReferences: [`#${edited.iid}`] })
  const isIn = (view: Parameters<typeof namesIn>[0]) => declarationOf(name).shownIn.includes(view)
  const [linked] = await as(whoSets(name)).call(listLinkedIssues, otherPage)
  if (isIn('link')) expect(linked).toMatchObject(given)
  else expect(linked).not.toHaveProperty(name)
  const { issues } = await as(whoSets(name)).call(getIssuesPage, { namespace: project.fullPath })
  const row = issues.find(issue => issue.iid === edited.iid)
  if (isIn('list')) expect(row).toMatchObject(given)
  else expect(row).not.toHaveProperty(name)
})

test.each(namesIn('graphql'))('GraphQL has %s: in inputs, as a field, and by a mutation of its own', async name => {
  const { as, build, project } = await world()
  const given = sampleOf(name)
  const value = Object.values(given)[0]
  const { input } = graphqlWords(name)
  const { ctx } = as(whoSets(name))
  const issue = await build.issue({ type: typeOf(name) })
  const where = { projectPath: project.fullPath, iid: String(issue.iid) }
  await askGraphql(ctx, setterOf(name).text, { ...where, value: graphqlValue(name, value) })
  const shown = `query($path: ID!, $iid: String) { project(fullPath: $path) { issue(iid: $iid) { ${name} } } }`
  const { data } = await askGraphql(ctx, shown, { path: project.fullPath, iid: where.iid })
  expect(data.project.issue[name]).toEqual(
    value === samples.day ? expect.stringContaining(samples.day) : graphqlValue(name, value),
  )
  const created = await askGraphql(
    ctx,
    'mutation($input: CreateIssueInput!) { createIssue(input: $input) { errors issue { iid } } }',
    {
      input: {
        projectPath: project.fullPath,
        title: 'Created',
        type: typeOf(name).toUpperCase(),
        [input]: graphqlValue(name, value),
      },
    },
  )
  const { iid } = created.data.createIssue.issue
  expect(await as(whoSets(name)).call(getIssue, { ...issue.ref, issueIid: Number(iid) })).toMatchObject(given)
})

test.each(plainNames.filter(name => declarationOf(name).sort !== undefined))('lists are sorted by %s', async name => {
  const { as, build, project } = await world()
  const issue = await build.issue({ type: typeOf(name) })
  await build.issue({ type: typeOf(name) })
  await as(whoSets(name)).call(updateIssue, { ...issue.ref, ...sampleOf(name) })
  const sorted = await as(whoSets(name)).reply(listProjectIssues, {
    id: project.id,
    orderBy: declarationOf(name).sort?.word,
    sort: 'desc',
  })
  expect(sorted.body).toMatchObject([{ iid: issue.iid }, {}])
})

/** The files of the worked example in docs/new-attribute.md. */
const ofExample = [
  'contract/plan/attributes/plain-attributes.ts',
  'web/plan/lists/columns/order.ts',
  'web/plan/issues/page/mounts.tsx',
]
/** The parts that only the weight has: commands, resource events, the sum of a list, a place in rows, and an icon. */
const ofWeightAlone = [
  // Epics sum it up.
  'contract/plan/issues/issue-pages.ts',
  'server/plan/issuables/children.ts',
  'server/plan/epics/fields/sums.ts',
  'server/plan/epics/sums.ts',
  'web/plan/epics/EpicSums.tsx',
  'web/plan/issuable/rows/ItemRow.tsx',
  // A fact of the header.
  'web/plan/issues/page/IssueView.tsx',
  'contract/discuss/resource-events.ts',
  'server/discuss/notes/present.ts',
  'server/discuss/notes/history/resource-event-answers.ts',
  'server/discuss/notes/history/resource-events.ts',
  'server/plan/issuables/all-attributes.ts',
  'server/plan/issuables/attributes/weight.ts',
  'server/plan/issuables/attributes/plain-kinds.ts',
  'server/plan/issues/list/list-fields.ts',
  // Milestones and iterations add it up over time.
  'contract/plan/timeboxes/milestones.ts',
  'server/plan/milestones/burndown-events.ts',
  'server/plan/timeboxes/report.ts',
  'server/plan/timeboxes/series.ts',
  'web/plan/timeboxes/TimeboxCharts.tsx',
  'web/plan/timeboxes/TimeboxShares.tsx',
  'contract/plan/timeboxes/timeboxes.ts',
  'server/plan/timeboxes/shares.ts',
  'web/plan/timeboxes/chart.ts',
  // The lists of a board have a sum and a limit, and its scope has a value.
  'contract/plan/boards/boards.ts',
  'contract/plan/boards/board-pages.ts',
  'server/plan/boards/change.ts',
  'server/plan/boards/conditions.ts',
  'server/plan/boards/fields.ts',
  'server/plan/boards/find.ts',
  'server/plan/boards/issue-filter.ts',
  'server/plan/boards/members.ts',
  'server/plan/boards/mutations.ts',
  'server/plan/boards/page/lists.ts',
  'server/plan/boards/page/page.ts',
  'server/plan/boards/present.ts',
  'server/plan/boards/sums.ts',
  'web/plan/boards/cards/Card.tsx',
  'web/plan/boards/cards/display.ts',
  'web/plan/boards/lists/LimitsDialog.tsx',
  'web/plan/boards/lists/ListHeader.tsx',
  'web/plan/boards/cards/board-moves.ts',
  'web/plan/boards/calls.ts',
  'web/plan/boards/messages.ts',
  // Work items have a widget for each attribute.
  'server/plan/work-items/definitions.ts',
  'server/plan/work-items/mutations/widget-inputs.ts',
  'server/plan/work-items/roll-ups.ts',
  'server/plan/work-items/widgets.ts',
  'web/plan/issues/new/new-work-item.ts',
  // The columns are those of the contract.
  'server/plan/issues/list/export.ts',
  'web/discuss/history/system-note-icons.ts',
  'web/plan/facts/Fact.tsx',
  'web/plan/lists/bulk/BulkIssueChoices.tsx',
  'web/plan/issues/list/IssueRow.tsx',
  'web/plan/lists/columns/columns.tsx',
  'web/plan/lists/triage-keys.ts',
]

test('only the files of the worked example and those special to the weight name it', () => {
  const root = join(import.meta.dirname, '../..')
  const files = ['contract', 'server/plan', 'server/discuss', 'server/feeds', 'web/plan', 'web/discuss'].flatMap(
    folder => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
  )
  const naming = files.filter(
    file =>
      /\.tsx?$/.test(file) &&
      !/\.(test|gen)\.tsx?$/.test(file) &&
      // The variants of a feature flag have weights of their own.
      !file.startsWith('contract/deploy/feature-flags/') &&
      names(join(root, file)),
  )
  expect(naming.sort()).toEqual([...ofExample, ...ofWeightAlone].sort())
})

// A search has weights too, and so have letters.
const names = (file: string): boolean =>
  readFileSync(file, 'utf8')
    .replace(/font-weight/g, '')
    .split('\n')
    .some(
      line => /\bweight\b/.test(line) && !/^\s*(\*|\/\/|\/\*\*)/.test(line) && !/wordQuery|:\*\$\{weight\}/.test(line),
    )
