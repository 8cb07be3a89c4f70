import { useGoTo } from '#web/api/route.tsx'
import type { ProjectHomePartProps } from '#web/foundation/projects/home-parts.ts'
import { UpstreamBar } from '../forks/UpstreamBar.tsx'
import { treeHref } from '../shared/addresses.ts'
import { DownloadMenu } from '../shared/DownloadMenu.tsx'
import { FindFile } from '../shared/files/FindFile.tsx'
import { RefSwitcher } from '../shared/RefSwitcher.tsx'
import { Toolbar } from '../shared/Toolbar.tsx'
import { AddMenu } from './AddMenu.tsx'
import { Folder } from './Folder.tsx'
import { RefCounts } from './RefCounts.tsx'
import { FolderSkeleton } from './TreeSkeleton.tsx'
import { useTree } from './use-tree.ts'

/** The files of the default branch and their README, on the home of a project. */
export function ProjectFiles({ project }: ProjectHomePartProps) {
  const goTo = useGoTo()
  const { tree, onMore } = useTree({ namespace: project.fullPath })
  if (tree === undefined) return <FolderSkeleton />
  const { place, ref } = tree
  if (ref === null) return null
  return (
    <div>
      {project.forkedFrom !== null && <UpstreamBar namespace={project.fullPath} projectId={project.id} />}
      <Toolbar
        actions={
          <>
            <AddMenu place={place} at={ref} path="" />
            <FindFile place={place} refName={ref.name} />
            <DownloadMenu place={place} refName={ref.name} />
          </>
        }
      >
        <RefSwitcher namespace={place.namespace} current={ref} onPick={name => goTo(treeHref(place, name))} />
        <RefCounts tree={tree} />
      </Toolbar>
      <Folder tree={tree} at={ref} onMore={onMore} />
    </div>
  )
}
