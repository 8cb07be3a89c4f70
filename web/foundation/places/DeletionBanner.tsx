import { HistoryIcon, TrashIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { formProblem } from '../problems.ts'
import styles from './DeletionBanner.module.css'
import { useDelete, useRestore } from './kinds.ts'
import type { ProjectHome } from './place.ts'

interface DeletionBannerProps {
  readonly kind: 'project' | 'group'
  readonly id: number
  readonly name: string
  readonly fullPath: string
  readonly deletion: ProjectHome['deletion']
  /** Whether the viewer may restore it, and delete it now. */
  readonly canOwn: boolean
}

/** Says that a project or group is marked for deletion, and until when its owners can restore it. */
export function DeletionBanner(props: DeletionBannerProps) {
  const { deletion, kind, canOwn } = props
  if (deletion === null) return null
  return (
    <Banner
      tone="warning"
      icon={<TrashIcon />}
      title={`This ${kind} will be deleted on ${dayWords(deletion.on)}`}
      action={canOwn && deletion.isOwn && <Actions {...props} />}
    >
      {deletion.isOwn
        ? `Until then, it is read-only${canOwn ? '.' : ' and its owners can restore it.'}`
        : 'Its parent group is marked for deletion. Until then, it is read-only.'}
    </Banner>
  )
}

function Actions({ kind, id, name, fullPath }: DeletionBannerProps) {
  const [isAsking, setAsking] = useState(false)
  const restore = useRestore({ kind, name })
  const remove = useDelete(kind, { successMessage: `${name} deleted`, redirectTo: '/' })
  return (
    <div className={styles.actions}>
      {restore.error && <span role="alert">{formProblem(restore.error)}</span>}
      <Button size="s" icon={<HistoryIcon />} busy={restore.isPending} onClick={() => restore.mutate({ id })}>
        Restore
      </Button>
      <Button size="s" variant="danger" onClick={() => setAsking(true)}>
        Delete now
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${kind} now?`}
          confirm={`Delete ${kind}`}
          tone="danger"
          typed={fullPath}
          write={remove}
          onConfirm={() => remove.mutate({ id, fullPath, permanentlyRemove: true })}
          onClose={() => setAsking(false)}
        >
          Everything in it is deleted immediately. This cannot be undone.
        </ConfirmDialog>
      )}
    </div>
  )
}
