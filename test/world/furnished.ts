import type { Operation } from '#contract/operation.ts'
import { codeWorld } from './code.ts'
import { furnishAccounts } from './furnished/accounts.ts'
import { furnishAlerts } from './furnished/alerts.ts'
import type { FurnishedArea } from './furnished/area.ts'
import { furnishCode } from './furnished/code.ts'
import { furnishCommits } from './furnished/commits.ts'
import { furnishDeployments } from './furnished/deployments.ts'
import { furnishEpics } from './furnished/epics.ts'
import { furnishErrors } from './furnished/errors.ts'
import { furnishFeatureFlags } from './furnished/feature-flags.ts'
import { furnishFeeds } from './furnished/feeds.ts'
import { furnishIncidents } from './furnished/incidents.ts'
import { furnishInsights } from './furnished/insights.ts'
import { furnishInstance } from './furnished/instance.ts'
import { furnishIssues } from './furnished/issues.ts'
import { furnishMergeRequests } from './furnished/merge-requests.ts'
import { furnishNamespaces } from './furnished/namespaces.ts'
import { furnishPlanning } from './furnished/planning.ts'
import { furnishReleases } from './furnished/releases.ts'
import { furnishServiceDesk } from './furnished/service-desk.ts'
import { furnishVulnerabilities } from './furnished/vulnerabilities.ts'
import { plain, type Shape } from './plain.ts'

/**
 * A world in which everything has something to show: people with profiles, labels with priorities, milestones with days,
 * issues with labels, assignees, notes, threads, reactions and a history, files, tokens, to-dos and code.
 * A new operation gets its rows and inputs in the file of its area, in `furnished/`.
 */
export async function furnishedWorld() {
  const built = await codeWorld()
  const namespaces = await furnishNamespaces(built)
  const code = await furnishCode(built, namespaces.guild.id)
  const accounts = await furnishAccounts(built, code.fork.id)
  const planning = await furnishPlanning(built)
  const issues = await furnishIssues(built, planning, code.unrelated.id)
  const requests = await furnishMergeRequests(built, planning.milestoneId, code.changeId)
  const releases = await furnishReleases(built, planning.milestoneId)
  const commits = await furnishCommits(built, code.changeId)
  const epics = await furnishEpics(built, planning.groupMilestoneId)
  const feeds = await furnishFeeds(built, issues.issue.iid)
  const instance = await furnishInstance(built)
  const monitor = await furnishErrors(built, issues.issue.id)
  const alerts = await furnishAlerts(built, planning.milestoneId)
  const incidents = await furnishIncidents(built)
  const deployments = await furnishDeployments(built)
  const flags = await furnishFeatureFlags(built, issues.issue.iid)
  const insights = await furnishInsights(built)
  const vulnerabilities = await furnishVulnerabilities(built, issues.issue.iid, requests.request)
  const desk = await furnishServiceDesk(built, issues.issue)
  // The inputs of an area replace those of the areas before it.
  const areas: readonly FurnishedArea[] = [
    ...[accounts, namespaces, planning, issues, code],
    ...[requests, epics, commits, feeds, instance, monitor, alerts, incidents, releases, deployments],
    ...[flags, desk, insights, vulnerabilities],
  ]
  const { issue, note, thread, discussionNote } = issues
  const { token } = accounts
  return {
    ...built,
    ...{ issue, note, thread, discussionNote, token, tokenId: token.id, bots: accounts.bots },
    request: requests.request,
    inputFor: inputsOf(areas),
  }
}

/** Plain values of names that belong to no area. */
const ofNoArea = {
  scope: 'issues',
  search: 'Threads',
  q: 'Threads',
  name: 'heart',
  title: 'A title',
  text: 'Some *text* for @rita',
  body: 'Some text',
  key: 'none',
}

/** @returns the inputs that fit an operation in this world, by camelCase names */
function inputsOf(areas: readonly FurnishedArea[]) {
  const everywhere: Record<string, unknown> = Object.assign({}, ofNoArea, ...areas.map(each => each.everywhere))
  return (operation: Operation): Record<string, unknown> => {
    const { path, name, method } = operation
    const wanted = {
      ...{ operation, path, name },
      isGroup: path.startsWith('/groups') || (/[gG]roup/.test(name) && !path.startsWith('/projects')),
      isChange: method !== 'GET' && method !== 'HEAD',
    }
    const place: Record<string, unknown> = {}
    for (const area of areas) area.fit(place, wanted)
    const { properties } = inputShape(operation)
    return Object.fromEntries(
      [...namesToGive(operation, place)].map(each => [
        each,
        place[each] ?? everywhere[each] ?? plain(properties[each] ?? {}),
      ]),
    )
  }
}

/** The names of the inputs that an operation requires, and of those without which it does nothing. */
function namesToGive(operation: Operation, place: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const { name, method } = operation
  const { properties, required = [] } = inputShape(operation)
  const names = new Set(required)
  if (/Member$/.test(name) && method === 'POST') names.add('userId')
  if (name.endsWith('ByName')) for (const each of ['name', 'newName']) if (each in properties) names.add(each)
  if (/create(Project|Group)$|createProjectForUser/.test(name))
    for (const each of ['name', 'path', 'namespaceId']) if (each in properties) names.add(each)
  for (const each of ['moveAfterId', 'targetId', 'blockingMergeRequestId'])
    if (place[each] !== undefined) names.add(each)
  if (/^receive.*Alert/.test(name)) names.add('authorization')
  if (/Changelog$/.test(name)) names.add('from')
  if (/^create.*BoardList$/.test(name)) names.add('labelId')
  if (/^code.*Page$/.test(name) && place.path !== undefined) names.add('path')
  return names
}

// The schema of an input is that of an object, whose type says less than its value.
const inputShape = ({ input }: Operation) =>
  input as unknown as { readonly properties: Readonly<Record<string, Shape>>; readonly required?: readonly string[] }
