import { PlusIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { codeTitles } from '#contract/code/page-titles.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { usePlace } from '#web/api/place.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { EmptyRepository } from '#web/foundation/projects/EmptyRepository.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { useShortcuts } from '#web/ui/actions/shortcuts.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { ListSkeleton } from '../commits/ListSkeleton.tsx'
import type { CodePlace } from '../shapes.ts'
import { moveFocus } from '../shared/move-focus.ts'
import { placeOf } from '../shared/place.ts'
import { NewRefDialog } from './NewRefDialog.tsx'
import { RefFilters } from './RefFilters.tsx'
import type { RefListState, RefSort } from './ref-list.ts'
import styles from './refs.module.css'

const kinds = {
  branch: { title: codeTitles.branches, word: 'branches', active: 'branches' },
  tag: { title: codeTitles.tags, word: 'tags', active: 'tags' },
} as const

interface RefsFrameProps<Sort extends string, Ref> {
  readonly kind: keyof typeof kinds
  /** Full path of the project. */
  readonly namespace: string
  /** Undefined while it is on its way. */
  readonly page: { readonly place: CodePlace; readonly total: number; readonly hasNext: boolean } | undefined
  readonly list: RefListState<Sort>
  readonly sorts: readonly RefSort<Sort>[]
  /** What is said of a repository that has none, where it can have none. */
  readonly nothingYet?: string
  /** Undefined while they are on their way. */
  readonly refs: readonly Ref[] | undefined
  /** The address asks for other refs than these. */
  readonly isBehind: boolean
  readonly row: (ref: Ref, place: CodePlace) => ReactNode
}

const none: readonly never[] = []

/** The page of branches or tags around its rows: title, filters, a new one, the keys that go through the rows. */
export function RefsFrame<Sort extends string, Ref extends { readonly name: string }>(
  props: RefsFrameProps<Sort, Ref>,
) {
  const { kind, namespace, page, list, sorts, nothingYet, refs = none, isBehind, row } = props
  const key = JSON.stringify([namespace, list.input, isBehind])
  const steady = useSteadyList(key, refs, ref => ref.name, useOwnChange())
  const { title, word, active } = kinds[kind]
  const [isCreating, setCreating] = useState(false)
  useShortcuts({ j: () => moveFocus('[data-ref]', 1), k: () => moveFocus('[data-ref]', -1) })
  usePlace({
    title,
    namespace: page === undefined ? null : placeOf(page.place),
    active,
    crumbs: [{ label: title, href: `/${namespace}/-/${word}` }],
  })
  if (page === undefined) return <ListSkeleton />
  const { place, total, hasNext } = page
  const isWhole = list.input.search === undefined
  const isNew = nothingYet !== undefined && total === 0 && isWhole
  const create = place.canPush && !place.isEmpty && (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
      New {kind}
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title={title}
        detail={isWhole && !isNew && !place.isEmpty && counted(total, kind, word)}
        actions={!isNew && create}
      />
      {place.isEmpty ? (
        <EmptyRepository {...place} />
      ) : isNew ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title={`No ${word} yet`} action={create}>
          {nothingYet}
        </EmptyState>
      ) : (
        <>
          <RefFilters label={`Search ${word}`} list={list} sorts={sorts} />
          <SteadyArea of={steady} noun={kind}>
            {steady.rows.length === 0 ? (
              <EmptyState illustration={<Illustration of="nothing-found" />} title={`No ${kind} has that name`} />
            ) : (
              <ul aria-label={title} className={styles.list}>
                {steady.rows.map(ref => row(ref, place))}
              </ul>
            )}
          </SteadyArea>
          <Pages label={`${title}, pages`} hasNext={hasNext} />
        </>
      )}
      {isCreating && <NewRefDialog kind={kind} place={place} onClose={() => setCreating(false)} />}
    </Page>
  )
}
