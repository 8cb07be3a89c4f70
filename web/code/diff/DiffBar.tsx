import { SearchIcon, SidebarCollapseIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { DiffFileHead, DiffSummary } from '#contract/code/diffs/diffs.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { setChoice, useReader } from '#web/ui/reader.ts'
import { counted } from '#web/ui/text/counted.ts'
import { ChangeCounts } from './ChangeCounts.tsx'
import styles from './DiffBar.module.css'
import type { FileMarks } from './file-marks.ts'
import { FileList } from './tree/FileList.tsx'
import { useSetWhitespace } from './whitespace.ts'

interface DiffBarProps {
  readonly diff: DiffSummary
  readonly marks: FileMarks | undefined
  /** Go to a file. */
  readonly onFollow: (file: DiffFileHead) => void
  /** Open the file tree, which narrow windows have no room for. */
  readonly onFiles: () => void
  /** Null: the diff cannot be searched. */
  readonly onFind: (() => void) | null
  readonly isSplit: boolean
  readonly onSplit: (isSplit: boolean) => void
  readonly areAllCollapsed: boolean
  readonly onCollapseAll: (isCollapsed: boolean) => void
}

/** The controls for all files of a diff. */
export function DiffBar(props: DiffBarProps) {
  const { diff, marks, onFollow, onFiles, onFind, isSplit, onSplit, areAllCollapsed, onCollapseAll } = props
  const { files } = diff
  const isTreeHidden = useReader().choices.includes('no-diff-tree')
  return (
    <div className={styles.bar}>
      <div className={styles.files}>
        {files.length > 1 && (
          <IconButton
            label={isTreeHidden ? 'Show file tree' : 'Hide file tree'}
            icon={<SidebarCollapseIcon />}
            size="s"
            className={styles.treeSwitch}
            aria-pressed={!isTreeHidden}
            onClick={() => setChoice('no-diff-tree', !isTreeHidden)}
          />
        )}
        <span className={styles.list}>
          <FileList files={files} onFollow={onFollow} />
        </span>
        <Button
          size="s"
          icon={<SidebarCollapseIcon />}
          aria-haspopup="dialog"
          className={styles.drawerSwitch}
          onClick={onFiles}
        >
          {counted(files.length, 'changed file')}
        </Button>
        <span className={styles.counts}>
          <ChangeCounts additions={diff.addedLines} deletions={diff.removedLines} />
        </span>
        {marks !== undefined && <Progress files={files} marks={marks} />}
        {onFind !== null && (
          <IconButton label="Find in changes" icon={<SearchIcon />} size="s" keyHint="Mod+F" onClick={onFind} />
        )}
      </div>
      <div className={styles.options}>
        <WhitespaceBox isWhitespaceShown={diff.isWhitespaceShown} />
        <Button
          size="s"
          variant="quiet"
          className={styles.split}
          aria-pressed={isSplit}
          onClick={() => onSplit(!isSplit)}
        >
          {isSplit ? 'Inline' : 'Side by side'}
        </Button>
        {files.length > 1 && (
          <Button size="s" variant="quiet" onClick={() => onCollapseAll(!areAllCollapsed)}>
            {areAllCollapsed ? 'Expand all' : 'Collapse all'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The reader's progress. */
function Progress({ files, marks }: { readonly files: readonly DiffFileHead[]; readonly marks: FileMarks }) {
  const viewed = files.reduce((count, file) => (marks.isViewed(file) ? count + 1 : count), 0)
  return (
    <span className={styles.progress}>
      <progress aria-label="Viewed files" max={files.length} value={viewed} />
      {viewed.toLocaleString('en')} of {files.length.toLocaleString('en')} viewed
    </span>
  )
}

function WhitespaceBox({ isWhitespaceShown }: { readonly isWhitespaceShown: boolean }) {
  const setWhitespace = useSetWhitespace()
  // Shown at once; it holds until the page that was asked for is there.
  const [wish, setWish] = useState<{ readonly of: boolean; readonly isHidden: boolean } | null>(null)
  return (
    <Checkbox
      label="Hide whitespace changes"
      checked={wish?.of === isWhitespaceShown ? wish.isHidden : !isWhitespaceShown}
      onValue={hides => {
        setWish({ of: isWhitespaceShown, isHidden: hides })
        setWhitespace(!hides)
      }}
    />
  )
}
