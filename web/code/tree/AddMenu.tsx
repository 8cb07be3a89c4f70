import { CodeIcon, FileIcon, PlusIcon, UploadIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Menu } from '#web/ui/actions/Menu.tsx'
import { UploadDialog } from '../edit/dialogs.ts'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { ideHref, newFileHref } from '../shared/addresses.ts'
import { whyNoChange } from '../shared/why-not.ts'

interface AddMenuProps {
  readonly place: CodePlace
  readonly at: CodeRef
  /** The folder; empty for the root. */
  readonly path: string
}

/** The menu of additions to a folder of a branch, for users who may push or fork. */
export function AddMenu({ place, at, path }: AddMenuProps) {
  const [isUploading, setUploading] = useState(false)
  if (whyNoChange(place, at) !== null) return null
  return (
    <>
      <Menu
        label="Add"
        placement="bottom-end"
        trigger={<Button icon={<PlusIcon />}>Add</Button>}
        items={[
          { kind: 'link', label: 'New file', icon: <FileIcon />, href: newFileHref(place, at.name, path) },
          { label: 'Upload files', icon: <UploadIcon />, onSelect: () => setUploading(true) },
          { kind: 'link', label: 'Open in Web IDE', icon: <CodeIcon />, href: ideHref(place, at.name, path) },
        ]}
      />
      {isUploading && <UploadDialog place={place} at={at} path={path} onClose={() => setUploading(false)} />}
    </>
  )
}
