import type { ReactNode } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useGoTo } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { blobHref } from '../shared/addresses.ts'
import { FindFile } from '../shared/files/FindFile.tsx'
import { PathCrumbs } from '../shared/files/PathCrumbs.tsx'
import { otherRef } from '../shared/place.ts'
import { RefSwitcher } from '../shared/RefSwitcher.tsx'
import { Toolbar } from '../shared/Toolbar.tsx'
import { ViewSwitch } from '../shared/ViewSwitch.tsx'
import styles from './BlobFrame.module.css'

interface BlobFrameProps {
  readonly place: CodePlace
  readonly at: CodeRef
  readonly path: string
  /** The address of this file on another ref. */
  readonly hrefOf?: typeof blobHref
  readonly children: ReactNode
}

/** The frame of a file, whatever view is inside. */
export function BlobFrame({ place, at, path, hrefOf = blobHref, children }: BlobFrameProps) {
  const goTo = useGoTo()
  usePlace({
    title: visibleName(codeTitles.path(path, otherRef(at))),
    namespace: shownNamespace(place.header),
    active: 'files',
    crumbs: [{ label: 'Files', href: `/${place.namespace}/-/tree` }],
  })
  return (
    <Page width="full">
      <VisuallyHidden>
        <h1>{visibleName(path)}</h1>
      </VisuallyHidden>
      <Toolbar actions={<FindFile place={place} refName={at.name} />}>
        <RefSwitcher namespace={place.namespace} current={at} onPick={name => goTo(hrefOf(place, name, path))} />
        <PathCrumbs place={place} refName={at.name} path={path} />
      </Toolbar>
      {children}
    </Page>
  )
}

interface BlobPanelProps {
  /** Above the bar. */
  readonly top?: ReactNode
  readonly views: React.ComponentProps<typeof ViewSwitch>['views']
  readonly active: string
  readonly facts: ReactNode
  readonly actions: ReactNode
  readonly children: ReactNode
}

/** A file below a bar with its views and facts. */
export function BlobPanel({ top, views, active, facts, actions, children }: BlobPanelProps) {
  return (
    <div className={styles.panel}>
      {top}
      <header className={styles.bar}>
        {views.length > 0 && <ViewSwitch label="File view" views={views} active={active} />}
        <span className={styles.facts}>{facts}</span>
        {actions}
      </header>
      {children}
    </div>
  )
}
