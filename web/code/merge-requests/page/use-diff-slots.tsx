import { PencilIcon } from '@primer/octicons-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { DiffFile } from '#contract/code/diffs.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import type { MenuItem } from '#web/ui/actions/Menu.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import type { DiffSlots } from '../../diff/slots.ts'
import { editFileHref } from '../../shared/addresses.ts'
import type { ChangesData } from '../shapes.ts'
import { useMergeRequestPage } from './merge-request-context.ts'

/** Whether there is something to edit. @source DIFF-021 */
export const isEditable = ({ blob, deletedFile, submodule }: Pick<DiffFile, 'blob' | 'deletedFile' | 'submodule'>) =>
  blob?.readableText === true && !deletedFile && !submodule

interface Slots {
  readonly slots: DiffSlots
  /** What the slots open. */
  readonly dialog: ReactNode
}

/** What a merge request puts into its diff. */
export function useDiffSlots({ version, versions, since }: ChangesData): Slots {
  const { mergeRequest, permissions } = useMergeRequestPage()
  const { user } = useViewer()
  const [isAsked, setAsked] = useState(false)
  const { sourceBranch, sourceBranchExists } = mergeRequest
  const source = mergeRequest.sourceProject?.fullPath ?? null
  const isLatest = since === null && version?.id === versions[0]?.id
  const canEdit = permissions.canPushToSource
  // Who is signed in and sees the code may fork it.
  const isOffered = isLatest && sourceBranchExists && source !== null && user !== null
  const slots = useMemo<DiffSlots>(
    () =>
      isOffered
        ? {
            menuItems: (file): readonly MenuItem[] => {
              if (!isEditable(file)) return []
              const face = { label: 'Edit in single-file editor', icon: <PencilIcon /> }
              return canEdit
                ? [{ kind: 'link', ...face, href: editFileHref({ namespace: source }, sourceBranch, file.newPath) }]
                : [{ ...face, onSelect: () => setAsked(true) }]
            },
          }
        : {},
    [isOffered, canEdit, source, sourceBranch],
  )
  return {
    slots,
    dialog: isAsked && source !== null && <ForkMessage source={source} onClose={() => setAsked(false)} />,
  }
}

interface ForkMessageProps {
  readonly source: string
  readonly onClose: () => void
}

/** @source DIFF-022 */
function ForkMessage({ source, onClose }: ForkMessageProps) {
  return (
    <Dialog
      title="You cannot edit this file directly"
      description={`You do not have permission to push to ${source}. Fork the project, edit the file in your fork, and create a merge request.`}
      size="s"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <LinkButton variant="primary" href={`/${source}/-/forks/new`} data-autofocus>
            Fork project
          </LinkButton>
        </>
      }
    />
  )
}
