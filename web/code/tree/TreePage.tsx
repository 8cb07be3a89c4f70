import { codeTitles } from '#contract/code/page-titles.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { CloneMenu } from '#web/foundation/projects/CloneMenu.tsx'
import { EmptyRepository } from '#web/foundation/projects/EmptyRepository.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import type { TreeData } from '../shapes.ts'
import { treeHref } from '../shared/addresses.ts'
import { DownloadMenu } from '../shared/DownloadMenu.tsx'
import { FindFile } from '../shared/files/FindFile.tsx'
import { PathCrumbs } from '../shared/files/PathCrumbs.tsx'
import { onPath } from '../shared/on-path.ts'
import { otherRef } from '../shared/place.ts'
import { RefSwitcher } from '../shared/RefSwitcher.tsx'
import { Toolbar } from '../shared/Toolbar.tsx'
import { AddMenu } from './AddMenu.tsx'
import { Folder } from './Folder.tsx'
import { RefCounts } from './RefCounts.tsx'
import { TreeSkeleton } from './TreeSkeleton.tsx'
import { useTree } from './use-tree.ts'

/** The files of a folder, with what changed each of them last. */
export function TreePage() {
  const { tree, onMore } = useTree(onPath(usePageParams(), usePageSearch()))
  return tree === undefined ? <TreeSkeleton /> : <Tree tree={tree} onMore={onMore} />
}

interface TreeProps {
  readonly tree: TreeData
  readonly onMore: (() => void) | null
}

function Tree({ tree, onMore }: TreeProps) {
  const { place, ref, path } = tree
  const goTo = useGoTo()
  usePlace({
    title: visibleName(codeTitles.path(path, otherRef(ref))),
    namespace: shownNamespace(place.header),
    active: 'files',
    crumbs: [{ label: 'Files', href: `/${place.namespace}/-/tree` }],
  })
  if (ref === null) {
    return (
      <Page width="full">
        <VisuallyHidden>
          <h1>Files</h1>
        </VisuallyHidden>
        <EmptyRepository {...place} />
      </Page>
    )
  }
  return (
    <Page width="full">
      <VisuallyHidden>
        <h1>{path === '' ? `Files of ${place.name}` : path}</h1>
      </VisuallyHidden>
      <Toolbar
        actions={
          <>
            <AddMenu place={place} at={ref} path={path} />
            <FindFile place={place} refName={ref.name} />
            <DownloadMenu place={place} refName={ref.name} />
            <CloneMenu url={place.cloneUrl} sshUrl={place.sshUrl} />
          </>
        }
      >
        <RefSwitcher namespace={place.namespace} current={ref} onPick={name => goTo(treeHref(place, name, path))} />
        {path === '' ? <RefCounts tree={tree} /> : <PathCrumbs place={place} refName={ref.name} path={path} />}
      </Toolbar>
      <Folder tree={tree} at={ref} onMore={onMore} />
    </Page>
  )
}
