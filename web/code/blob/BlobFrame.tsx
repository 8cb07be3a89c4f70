import type { ReactNode } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { usePlace } from '#web/api/place.ts'
import { useGoTo } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { blobHref } from '../shared/addresses.ts'
import { FindFile } from '../shared/FindFile.tsx'
import { PathCrumbs } from '../shared/PathCrumbs.tsx'
import { otherRef, placeOf } from '../shared/place.ts'
import { RefSwitcher } from '../shared/RefSwitcher.tsx'
import { Toolbar } from '../shared/Toolbar.tsx'

interface BlobFrameProps {
  readonly place: CodePlace
  readonly at: CodeRef
  readonly path: string
  /** Where this file of another ref is shown. */
  readonly hrefOf?: typeof blobHref
  readonly children: ReactNode
}

/** What stands around a file, however it is shown. */
export function BlobFrame({ place, at, path, hrefOf = blobHref, children }: BlobFrameProps) {
  const goTo = useGoTo()
  usePlace({
    title: codeTitles.path(path, otherRef(at)),
    namespace: placeOf(place),
    active: 'files',
    crumbs: [{ label: 'Files', href: `/${place.namespace}/-/tree` }],
  })
  return (
    <Page>
      <VisuallyHidden>
        <h1>{path}</h1>
      </VisuallyHidden>
      <Toolbar actions={<FindFile place={place} refName={at.name} />}>
        <RefSwitcher namespace={place.namespace} current={at} onPick={name => goTo(hrefOf(place, name, path))} />
        <PathCrumbs place={place} refName={at.name} path={path} />
      </Toolbar>
      {children}
    </Page>
  )
}
