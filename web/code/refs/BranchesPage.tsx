import { GitBranchIcon, GitCompareIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { codeBranchesPage, codeRefs, codeTreePage, removeBranch } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Pages } from '#web/foundation/places/Pages.tsx'
import { EmptyRepository } from '#web/foundation/projects/EmptyRepository.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { useShortcuts } from '#web/ui/actions/shortcuts.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { ListSkeleton } from '../commits/ListSkeleton.tsx'
import type { BranchRow, CodePlace } from '../shapes.ts'
import { compareHref, treeHref } from '../shared/addresses.ts'
import { moveFocus } from '../shared/move-focus.ts'
import { placeOf, repositoryTopic } from '../shared/place.ts'
import { counted } from '../shared/size.ts'
import { NewRefDialog } from './NewRefDialog.tsx'
import { RefCommit } from './RefCommit.tsx'
import { RefFilters } from './RefFilters.tsx'
import { branchSorts, useRefList } from './ref-list.ts'
import styles from './refs.module.css'

/** The branches of a project, those last worked on first. */
export function BranchesPage() {
  const { namespace = '' } = usePageParams()
  const list = useRefList(branchSorts)
  const { data } = useReading(
    codeBranchesPage,
    { namespace, ...list.input },
    {
      keepPrevious: true,
      topics: repositoryTopic,
    },
  )
  const [isCreating, setCreating] = useState(false)
  const [leaving, setLeaving] = useState<BranchRow | null>(null)
  useShortcuts({ j: () => moveFocus('[data-ref]', 1), k: () => moveFocus('[data-ref]', -1) })
  usePlace({
    title: 'Branches',
    namespace: data === undefined ? null : placeOf(data.place),
    active: 'branches',
    crumbs: [{ label: 'Branches', href: `/${namespace}/-/branches` }],
  })
  if (data === undefined) return <ListSkeleton />
  const { place, branches, total, hasNext } = data
  return (
    <Page>
      <PageHeader
        title="Branches"
        detail={list.input.search === undefined && !place.isEmpty && counted(total, 'branch', 'branches')}
        actions={
          place.canPush &&
          !place.isEmpty && (
            <Button variant="primary" icon={<PlusIcon />} onClick={() => setCreating(true)}>
              New branch
            </Button>
          )
        }
      />
      {place.isEmpty ? (
        <EmptyRepository {...place} />
      ) : (
        <>
          <RefFilters label="Search branches" list={list} sorts={branchSorts} />
          {branches.length === 0 ? (
            <EmptyState illustration={<Illustration of="nothing-found" />} title="No branch has that name" />
          ) : (
            <ul aria-label="Branches" className={styles.list}>
              {branches.map(branch => (
                <Branch key={branch.name} place={place} branch={branch} onRemove={() => setLeaving(branch)} />
              ))}
            </ul>
          )}
          <Pages label="Branches, pages" hasNext={hasNext} />
        </>
      )}
      {isCreating && <NewRefDialog kind="branch" place={place} onClose={() => setCreating(false)} />}
      {leaving !== null && <RemoveBranch place={place} branch={leaving} onClose={() => setLeaving(null)} />}
    </Page>
  )
}

interface BranchProps {
  readonly place: CodePlace
  readonly branch: BranchRow
  readonly onRemove: () => void
}

function Branch({ place, branch, onRemove }: BranchProps) {
  const { name, isDefault, isMerged, canDelete, commit } = branch
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <GitBranchIcon />
      </span>
      <div className={styles.words}>
        <div className={styles.line}>
          <TextLink tone="plain" href={treeHref(place, name)} data-ref className={styles.name}>
            {name}
          </TextLink>
          {isDefault && <span className={styles.badge}>Default</span>}
          {isMerged && (
            <span className={styles.badge} data-tone="merged">
              Merged
            </span>
          )}
        </div>
        <RefCommit place={place} commit={commit} />
      </div>
      <div className={styles.actions}>
        {!isDefault && (
          <LinkButton
            size="s"
            variant="quiet"
            href={compareHref(place, place.defaultBranch, name)}
            icon={<GitCompareIcon />}
          >
            Compare
          </LinkButton>
        )}
        {canDelete && (
          <IconButton
            label={`Delete ${name}`}
            icon={<TrashIcon />}
            size="s"
            variant="danger-quiet"
            onClick={onRemove}
          />
        )}
      </div>
    </li>
  )
}

interface RemoveBranchProps {
  readonly place: CodePlace
  readonly branch: BranchRow
  readonly onClose: () => void
}

function RemoveBranch({ place, branch, onClose }: RemoveBranchProps) {
  const { name, isMerged } = branch
  const remove = useOperation(removeBranch, {
    refreshes: [codeBranchesPage, codeRefs, codeTreePage],
    onSuccess: () => {
      onClose()
      showToast(`Branch ${name} is deleted`)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="Delete branch"
      busy={remove.isPending}
      error={remove.error?.message ?? null}
      onConfirm={() => remove.mutate({ id: place.id, branch: name })}
      onClose={onClose}
    >
      {isMerged ? (
        <>All its commits are in {place.defaultBranch}: nothing is lost.</>
      ) : (
        <>
          It has commits that are not in {place.defaultBranch}. Without another branch or tag that holds them they
          cannot be reached any more.
        </>
      )}
    </ConfirmDialog>
  )
}
