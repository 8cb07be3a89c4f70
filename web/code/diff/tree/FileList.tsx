import { TriangleDownIcon } from '@primer/octicons-react'
import type { DiffFileHead } from '#contract/code/diffs/diffs.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Popover } from '#web/ui/floating/Popover.tsx'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { ChangeIcon } from './ChangeIcon.tsx'
import styles from './FileList.module.css'

interface FileListProps {
  readonly files: readonly DiffFileHead[]
  readonly onFollow: (file: DiffFileHead) => void
}

const isSubmodule = ({ aMode, bMode }: DiffFileHead): boolean => aMode === '160000' || bMode === '160000'

/** The number of changed files; opens a search over them that jumps to one. */
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
            id: file.id,
            text: visibleName(file.newPath),
            detail: file.binary
              ? 'Binary'
              : isSubmodule(file)
                ? 'Submodule'
                : `+${file.addedLines} −${file.removedLines}`,
            leading: <ChangeIcon file={file} />,
          }))}
          onClose={close}
          onChange={([id]) => {
            close()
            const file = files.find(each => each.id === id)
            if (file !== undefined) onFollow(file)
          }}
        />
      )}
    </Popover>
  )
}
