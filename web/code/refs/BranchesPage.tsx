import { ArrowDownIcon, ArrowUpIcon, GitBranchIcon, GitCompareIcon } from '@primer/octicons-react'
import { codeBranchesPage, codeRefs, codeTreePage, removeBranch } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import type { BranchRow, CodePlace } from '../shapes.ts'
import { compareHref } from '../shared/addresses.ts'
import { codeTopics } from '../shared/place.ts'
import { RefRow } from './RefRow.tsx'
import { RefsFrame } from './RefsFrame.tsx'
import { branchSorts, useRefList } from './ref-list.ts'
import styles from './refs.module.css'

/** The branches of a project, those last worked on first. */
export function BranchesPage() {
  const { namespace = '' } = usePageParams()
  const list = useRefList(branchSorts)
  const input = { namespace, ...list.input }
  const { data, isPlaceholderData } = useReading(codeBranchesPage, input, { keepPrevious: true, topics: codeTopics })
  return (
    <RefsFrame
      kind="branch"
      namespace={namespace}
      page={data}
      list={list}
      sorts={branchSorts}
      refs={data?.branches}
      isBehind={isPlaceholderData}
      row={(branch, place) => <Branch key={branch.name} place={place} branch={branch} />}
    />
  )
}

interface BranchProps {
  readonly place: CodePlace
  readonly branch: BranchRow
}

function Branch({ place, branch }: BranchProps) {
  const { name, isDefault, isMerged, canDelete, divergence, commit } = branch
  return (
    <RefRow
      place={place}
      name={name}
      icon={<GitBranchIcon />}
      badges={
        <>
          {isDefault && <span className={styles.badge}>Default</span>}
          {isMerged && (
            <span className={styles.badge} data-tone="merged">
              Merged
            </span>
          )}
          {divergence !== null && !isMerged && <Apart base={place.defaultBranch} {...divergence} />}
        </>
      }
      commit={commit}
      actions={
        !isDefault && (
          <LinkButton
            size="s"
            variant="quiet"
            href={compareHref(place, place.defaultBranch, name)}
            icon={<GitCompareIcon />}
          >
            Compare
          </LinkButton>
        )
      }
      removal={canDelete ? close => <RemoveBranch place={place} branch={branch} onClose={close} /> : null}
    />
  )
}

interface ApartProps {
  readonly base: string
  readonly ahead: number
  readonly behind: number
}

/** How far a branch has gone from the default one. */
function Apart({ base, ahead, behind }: ApartProps) {
  const sentence = `${counted(ahead, 'commit')} ahead of ${base}, ${counted(behind, 'commit')} behind`
  return (
    <span className={styles.apart} title={sentence}>
      <span aria-hidden="true">
        <ArrowUpIcon size={12} /> {ahead} <ArrowDownIcon size={12} /> {behind}
      </span>
      <VisuallyHidden>{sentence}</VisuallyHidden>
    </span>
  )
}

function RemoveBranch({ place, branch, onClose }: BranchProps & { readonly onClose: () => void }) {
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
