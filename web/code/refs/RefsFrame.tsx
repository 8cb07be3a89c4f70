import { PlusIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import type { RefKind } from '#contract/code/ref-kinds.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { codeShortcuts } from '#web/code/shortcuts.ts'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { EmptyRepository } from '#web/foundation/projects/EmptyRepository.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { ListSkeleton } from '../commits/ListSkeleton.tsx'
import type { CodePlace } from '../shapes.ts'
import { moveFocus } from '../shared/move-focus.ts'
import rows from '../shared/Rows.module.css'
import { kinds } from './kinds.ts'
import { NewRefDialog } from './NewRefDialog.tsx'
import type { RefListState } from './ref-list.ts'
import styles from './refs.module.css'

interface RefsFrameProps<Ref> {
  readonly kind: RefKind
  readonly list: RefListState
  /** Undefined while it is loading; `isPlaceholderData` while the address asks for other refs than these. */
  readonly reading: {
    readonly data: { readonly place: CodePlace; readonly total: number; readonly hasNext: boolean } | undefined
    readonly isPlaceholderData: boolean
  }
  readonly refs: readonly Ref[] | undefined
  readonly row: (ref: Ref, place: CodePlace) => ReactNode
}

const none: readonly never[] = []

/** The page of branches or tags around its rows: title, filters, a new one, the keys that go through the rows. */
export function RefsFrame<Ref extends { readonly name: string }>(props: RefsFrameProps<Ref>) {
  const { kind, list, reading, refs = none, row } = props
  const key = JSON.stringify([list.input, reading.isPlaceholderData])
  const steady = useSteadyList(key, refs, ref => ref.name, useOwnChange())
  const { title, word, plural, sorts, nothingYet } = kinds[kind]
  const [isCreating, setCreating] = useState(false)
  useShortcuts(codeShortcuts.refs, {
    next: () => moveFocus('[data-ref]', 1),
    previous: () => moveFocus('[data-ref]', -1),
  })
  usePlace({
    title,
    namespace: reading.data === undefined ? null : shownNamespace(reading.data.place.header),
    active: plural,
    crumbs: [{ label: title, href: `/${list.input.namespace}/-/${plural}` }],
  })
  if (reading.data === undefined) return <ListSkeleton />
  const { place, total, hasNext } = reading.data
  const isWhole = list.input.search === undefined
  const isNew = nothingYet !== null && total === 0 && isWhole
  const create = place.canPush && !place.isEmpty && (
    <Button variant="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
      New {word}
    </Button>
  )
  return (
    <Page>
      <PageHeader
        title={title}
        detail={isWhole && !isNew && !place.isEmpty && counted(total, word, plural)}
        actions={!isNew && create}
      />
      {place.isEmpty ? (
        <EmptyRepository {...place} />
      ) : isNew ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title={`No ${plural} yet`} action={create}>
          {nothingYet}
        </EmptyState>
      ) : (
        <>
          <div className={styles.filters}>
            <SearchInput
              label={`Search ${plural}`}
              value={list.box.text}
              onValue={list.box.setText}
              wrapperClassName={styles.search}
            />
            <Select aria-label="Sort by" options={sorts} value={list.sort} onValue={list.setSort} />
          </div>
          <SteadyArea of={steady} noun={word}>
            {steady.rows.length === 0 ? (
              <EmptyState illustration={<Illustration of="nothing-found" />} title={`No matching ${plural}`} />
            ) : (
              <ul aria-label={title} className={rows.list}>
                {steady.rows.map(ref => row(ref, place))}
              </ul>
            )}
          </SteadyArea>
          <Pages label={`${title} pagination`} hasNext={hasNext} />
        </>
      )}
      {isCreating && <NewRefDialog kind={kind} place={place} onClose={() => setCreating(false)} />}
    </Page>
  )
}
