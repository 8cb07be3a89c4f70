import { CodeIcon, KebabHorizontalIcon, PencilIcon, TrashIcon, UploadIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useGoTo } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { codeShortcuts } from '#web/code/shortcuts.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { DeleteFileDialog, UploadDialog } from '../edit/dialogs.ts'
import { whyNoEdit } from '../edit/why-no-edit.ts'
import type { BlobData } from '../shapes.ts'
import { editFileHref, ideHref } from '../shared/addresses.ts'
import { whyNoChange } from '../shared/why-not.ts'

interface FileActionsProps {
  readonly blob: BlobData
  /** Called when the file has another content on its branch now. */
  readonly onReplaced: () => void
}

/** Edit, replace and delete a file; what cannot be done says why. */
export function FileActions({ blob, onReplaced }: FileActionsProps) {
  const { place, ref, path, file, lastCommit } = blob
  const { user } = useViewer()
  const goTo = useGoTo()
  const [open, setOpen] = useState<'replace' | 'delete' | null>(null)
  const noChange = whyNoChange(place, ref)
  const noEdit = noChange ?? whyNoEdit(blob)
  const edit = editFileHref(place, ref.name, path)
  useShortcuts(codeShortcuts.files, { edit: user !== null && noEdit === null && (() => goTo(edit)) })
  if (user === null) return null
  const reason = noChange === null ? {} : { disabled: true, detail: noChange }
  return (
    <>
      {noEdit === null ? (
        <Tooltip text="Edit file" keyHint="e">
          <LinkButton variant="quiet" size="s" href={edit} icon={<PencilIcon />} aria-keyshortcuts="e">
            Edit
          </LinkButton>
        </Tooltip>
      ) : (
        <Tooltip text={noEdit}>
          <Button variant="quiet" size="s" icon={<PencilIcon />} aria-disabled>
            Edit
          </Button>
        </Tooltip>
      )}
      <Menu
        label="File actions"
        placement="bottom-end"
        trigger={<IconButton label="More actions" icon={<KebabHorizontalIcon />} size="s" />}
        items={[
          ...(noEdit === null
            ? [
                {
                  kind: 'link' as const,
                  label: 'Open in Web IDE',
                  icon: <CodeIcon />,
                  href: ideHref(place, ref.name, path),
                },
              ]
            : []),
          ...(file.show === 'submodule'
            ? []
            : [{ label: 'Replace file', icon: <UploadIcon />, onSelect: () => setOpen('replace'), ...reason }]),
          {
            label: 'Delete file',
            icon: <TrashIcon />,
            tone: 'danger' as const,
            onSelect: () => setOpen('delete'),
            ...(file.show === 'submodule' ? { disabled: true, detail: 'To remove a submodule, use Git.' } : reason),
          },
        ]}
      />
      {open === 'replace' && (
        <UploadDialog place={place} at={ref} path={path} replaces onDone={onReplaced} onClose={() => setOpen(null)} />
      )}
      {open === 'delete' && (
        <DeleteFileDialog
          place={place}
          at={ref}
          path={path}
          lastCommitId={lastCommit?.id ?? null}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
