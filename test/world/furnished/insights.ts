import { groupValueStreams, projectValueStreams } from '#contract/insights/value-streams.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** A value stream of the project and one of the group, each with a stage of its own. */
export async function furnishInsights({ as, project, group }: CodeWorld): Promise<FurnishedArea> {
  const root = as('root')
  const stages = [
    { name: 'issue' },
    { name: 'Life', startEventIdentifier: 'issue_created', endEventIdentifier: 'issue_closed' },
  ] as const
  const made = { name: 'Flow', stages: [...stages] }
  const ofProject = await root.call(projectValueStreams.create, { namespace: project.fullPath, ...made })
  const ofGroup = await root.call(groupValueStreams.create, { namespace: group.fullPath, ...made })
  const fit: FurnishedArea['fit'] = (place, { path, name, isGroup }) => {
    if (path.startsWith('/analytics/')) Object.assign(place, { projectId: project.id, groupPath: group.fullPath })
    if (!path.includes('value_stream') && !path.includes('tasks_by_type')) return
    const { id, stages } = isGroup ? ofGroup : ofProject
    const days = { createdAfter: '2026-11-01', createdBefore: '2026-11-30' }
    Object.assign(place, { valueStreamId: id, stageId: stages[1]?.id, ...days })
    if (name.startsWith('create') || name.startsWith('update')) Object.assign(place, { ...made, name: `Other ${name}` })
  }
  return { fit }
}
