import { groupTopic, projectTopic, topicsRenamed } from '#contract/live-topics.ts'
import { groupPage, namespacePage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { GroupHomePage } from './groups/GroupHomePage.tsx'
import { UserHomePage } from './people/UserHomePage.tsx'
import type { HomePage } from './places/place.ts'
import { usePageNumber, useSearchBox } from './places/search-box.ts'
import { ProjectHomePage } from './projects/ProjectHomePage.tsx'

/** Whatever stands at a path: a project, a group or a person. */
export function NamespacePage() {
  const { namespace = '' } = usePageParams()
  const box = useSearchBox()
  const page = usePageNumber()
  const { data } = useReading(
    namespacePage,
    {
      namespace,
      ...(box.asked === undefined ? {} : { search: box.asked }),
      ...(page === undefined ? {} : { page }),
    },
    { keepPrevious: true, topics: topicsOf },
  )
  if (data === undefined) return null
  if ('project' in data) return <ProjectHomePage key={data.project.id} project={data.project} />
  if ('group' in data) return <GroupHomePage group={data.group} box={box} />
  return <UserHomePage user={data.user} box={box} />
}

/** A project shows the badges of the groups above it and its topics, and hears when they change. */
function topicsOf(home: HomePage): readonly string[] {
  if ('user' in home) return []
  if ('group' in home) return [groupTopic(home.group.id)]
  const above = home.project.ancestors.filter(each => each.kind === 'group').map(each => groupTopic(each.id))
  return [projectTopic(home.project.id), topicsRenamed, ...above]
}

/** The same for a group at its other address, below /groups. */
export function GroupPage() {
  const { namespace = '' } = usePageParams()
  const box = useSearchBox()
  const page = usePageNumber()
  const { data } = useReading(
    groupPage,
    {
      namespace,
      ...(box.asked === undefined ? {} : { search: box.asked }),
      ...(page === undefined ? {} : { page }),
    },
    { keepPrevious: true, topics: home => [groupTopic(home.group.id)] },
  )
  return data === undefined ? null : <GroupHomePage group={data.group} box={box} />
}
