import { KebabHorizontalIcon, PencilIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { editReleasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import { collectEvidence, deleteRelease } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './Releases.module.css'
import { type ReleaseData, type ReleaseNamespace, releaseReadings } from './shapes.ts'

interface ReleaseActionsProps {
  readonly namespace: ReleaseNamespace
  readonly release: ReleaseData
  readonly tagName: string
  /** Whether the page is that of the release, which is gone once it is deleted. */
  readonly leavesPage: boolean
}

export function ReleaseActions({ namespace, release, tagName, leavesPage }: ReleaseActionsProps) {
  const [isLeaving, setLeaving] = useState(false)
  const goTo = useGoTo()
  const one = { id: namespace.id, tagName }
  const name = visibleName(release.name)
  const remove = useOperation(deleteRelease, {
    refreshes: releaseReadings,
    onSuccess: () => {
      setLeaving(false)
      showToast(`Release ${name} deleted`)
      if (leavesPage) goTo(releasesPath(namespace.fullPath), { replace: true })
    },
  })
  const collect = useOperation(collectEvidence, {
    refreshes: releaseReadings,
    onSuccess: () => showToast('Evidence collected'),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  return (
    <div className={styles.actions}>
      <LinkButton
        icon={<PencilIcon />}
        href={editReleasePath(namespace.fullPath, encodeURIComponent(tagName))}
        aria-label={`Edit ${name}`}
      >
        <span className={styles.wide}>Edit</span>
      </LinkButton>
      <Menu
        label={`Actions for ${name}`}
        placement="bottom-end"
        trigger={<IconButton variant="secondary" label={`Actions for ${name}`} icon={<KebabHorizontalIcon />} />}
        items={[
          { label: 'Collect evidence', onSelect: () => collect.mutate(one) },
          { kind: 'separator' },
          { label: 'Delete', tone: 'danger', onSelect: () => setLeaving(true) },
        ]}
      />
      {isLeaving && (
        <ConfirmDialog
          title="Delete release?"
          confirm="Delete release"
          tone="danger"
          write={remove}
          onConfirm={() => remove.mutate(one)}
          onClose={() => setLeaving(false)}
        >
          The notes and links of {name} will be deleted. The tag {visibleName(tagName)} is kept.
        </ConfirmDialog>
      )}
    </div>
  )
}
