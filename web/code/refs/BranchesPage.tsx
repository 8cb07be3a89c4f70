import { ArrowDownIcon, ArrowUpIcon, GitBranchIcon, GitCompareIcon } from '@primer/octicons-react'
import { codeBranchesPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import type { BranchRow, CodePlace } from '../shapes.ts'
import { compareHref } from '../shared/addresses.ts'
import { ProtectedBadge } from './ProtectedBadge.tsx'
import { RefRow } from './RefRow.tsx'
import { RefsFrame } from './RefsFrame.tsx'
import { refListReading, useRefList } from './ref-list.ts'
import styles from './refs.module.css'

/** The branches of a project, those last worked on first. */
export function BranchesPage() {
  const list = useRefList('branch')
  const reading = useReading(codeBranchesPage, list.input, refListReading)
  return (
    <RefsFrame
      kind="branch"
      list={list}
      reading={reading}
      refs={reading.data?.branches}
      row={(branch, place) => <Branch key={branch.name} place={place} branch={branch} />}
    />
  )
}

interface BranchProps {
  readonly place: CodePlace
  readonly branch: BranchRow
}

function Branch({ place, branch }: BranchProps) {
  const { name, isDefault, isProtected, isMerged, canDelete, divergence, commit } = branch
  return (
    <RefRow
      kind="branch"
      place={place}
      name={name}
      icon={<GitBranchIcon />}
      badges={
        <>
          {isDefault && <span className={styles.badge}>Default</span>}
          {isProtected && <ProtectedBadge />}
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
      canDelete={canDelete}
      warning={
        isMerged || divergence?.ahead === 0
          ? `Fully merged into ${place.defaultBranch}. No commits will be lost.`
          : `It has commits not merged into ${place.defaultBranch}. Unless another branch or tag contains them, they will be lost.`
      }
    />
  )
}

interface ApartProps {
  readonly base: string
  readonly ahead: number
  readonly behind: number
}

/** The divergence of a branch from the default one. */
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
