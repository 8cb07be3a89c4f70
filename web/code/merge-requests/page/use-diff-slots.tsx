import { CodeIcon, PencilIcon } from '@primer/octicons-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import { repositoryTopic } from '#contract/live-topics.ts'
import { listConflictedPaths } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import type { MenuItem } from '#web/ui/actions/Menu.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { NameText } from '#web/ui/text/NameText.tsx'
import type { DiffSlots } from '../../diff/rows/slots.ts'
import { editFileHref, ideHref } from '../../shared/addresses.ts'
import type { ChangesData } from '../shapes.ts'
import { conflictAnchor, conflictsHref } from './merge-request-address.ts'
import { useMergeRequestPage } from './merge-request-context.ts'
import styles from './use-diff-slots.module.css'

/** Whether there is something to edit. @source DIFF-021 */
export const isEditable = ({ blob, deletedFile, submodule }: Pick<DiffFile, 'blob' | 'deletedFile' | 'submodule'>) =>
  blob?.readableText === true && !deletedFile && !submodule

const editors = [
  { label: 'Edit in single-file editor', icon: <PencilIcon />, hrefOf: editFileHref },
  { label: 'Open in Web IDE', icon: <CodeIcon />, hrefOf: ideHref },
] as const

interface Slots {
  readonly slots: DiffSlots
  /** The dialog that the slots open. */
  readonly dialog: ReactNode
}

/** The contents that a merge request puts into its diff. */
export function useDiffSlots({ version, versions, since }: ChangesData): Slots {
  const { mergeRequest, permissions } = useMergeRequestPage()
  const { user } = useViewer()
  const [isAsked, setAsked] = useState(false)
  const { sourceBranch, sourceBranchExists } = mergeRequest
  const source = mergeRequest.sourceProject?.fullPath ?? null
  const isLatest = since === null && version?.id === versions[0]?.id
  const canEdit = permissions.canPushToSource
  // Signed-in users who see the code may fork it.
  const isOffered = isLatest && sourceBranchExists && source !== null && user !== null
  const conflicts = useConflicts(isLatest)
  const slots = useMemo<DiffSlots>(
    () => ({
      ...conflicts,
      ...(isOffered
        ? {
            menuItems: (file): readonly MenuItem[] => {
              if (!isEditable(file)) return []
              return editors.map(({ hrefOf, ...face }) =>
                canEdit
                  ? { kind: 'link', ...face, href: hrefOf({ namespace: source }, sourceBranch, file.newPath) }
                  : { ...face, onSelect: () => setAsked(true) },
              )
            },
          }
        : {}),
    }),
    [conflicts, isOffered, canEdit, source, sourceBranch],
  )
  return {
    slots,
    dialog: isAsked && source !== null && <ForkMessage source={source} onClose={() => setAsked(false)} />,
  }
}

/** Marks the files of the latest version that conflict with the target branch. */
function useConflicts(isLatest: boolean): DiffSlots {
  const { namespace, mergeRequest, permissions } = useMergeRequestPage()
  const { iid, targetBranch, detailedMergeStatus } = mergeRequest
  const { fullPath } = namespace
  const isConflicting = isLatest && mergeRequest.state === 'opened' && detailedMergeStatus === 'conflict'
  const { data } = useReading(
    listConflictedPaths,
    { namespace: fullPath, iid },
    { enabled: isConflicting, topics: () => [repositoryTopic(namespace.id)] },
  )
  const paths = isConflicting ? data?.paths : undefined
  const canResolve = permissions.canPushToSource
  return useMemo(() => {
    if (paths === undefined) return {}
    const all = new Set(paths)
    return {
      fileActions: ({ oldPath, newPath }) => {
        const path = [newPath, oldPath].find(each => all.has(each))
        return path === undefined ? null : (
          <span className={styles.conflict}>
            <span className={styles.badge}>
              Conflicts with <NameText name={targetBranch} />
            </span>
            {canResolve && (
              <LinkButton size="s" href={`${conflictsHref(fullPath, iid)}#${conflictAnchor(path)}`}>
                Resolve conflicts
              </LinkButton>
            )}
          </span>
        )
      },
    }
  }, [paths, canResolve, fullPath, iid, targetBranch])
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
