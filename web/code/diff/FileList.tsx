import { TriangleDownIcon } from '@primer/octicons-react'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { counted } from '#web/ui/text/counted.ts'
import type { DiffFile } from '../shapes.ts'
import { ChangeIcon } from './ChangeIcon.tsx'
import styles from './FileList.module.css'
import { fileId } from './file-id.ts'

interface FileListProps {
  readonly files: readonly DiffFile[]
  readonly onFollow: (path: string) => void
}

/** How many files changed; opens a search over them that jumps to one. */
export function FileList({ files, onFollow }: FileListProps) {
  return (
    <Popover
      label="Jump to file"
      padded={false}
      className={styles.popup ?? ''}
      trigger={
        <Button size="s" trailing={<TriangleDownIcon />}>
          {counted(files.length, 'changed file')}
        </Button>
      }
    >
      {close => (
        <Picker
          label="Changed files"
          placeholder="Find a changed file"
          selected={[]}
          options={files.map(file => ({
            id: file.newPath,
            text: file.newPath,
            detail: file.binary ? 'Binary' : `+${file.additions} −${file.deletions}`,
            leading: <ChangeIcon file={file} />,
          }))}
          onEscape={close}
          onChange={([path = '']) => {
            close()
            onFollow(path)
            document.getElementById(fileId(path))?.scrollIntoView()
          }}
        />
      )}
    </Popover>
  )
}
