import { useState } from 'react'
import { firstFiles } from '#contract/code/first-files.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import type { CodePlace, DiffFile } from '../shapes.ts'
import { ChangeCounts } from './ChangeCounts.tsx'
import styles from './DiffFiles.module.css'
import { DiffFileView } from './DiffFileView.tsx'
import { FileList } from './FileList.tsx'
import { useSetWhitespace } from './whitespace.ts'

interface DiffFilesProps {
  readonly place: CodePlace
  /** Object names of the two sides; from null when there is nothing before. */
  readonly from: string | null
  readonly to: string
  readonly files: readonly DiffFile[]
  readonly additions: number
  readonly deletions: number
  /** Some files are left out altogether. */
  readonly overflow: boolean
  /** Changes of white space alone are among them. */
  readonly isWhitespaceShown: boolean
}

/** All files that changed, one below the other. */
export function DiffFiles(props: DiffFilesProps) {
  const { place, from, to, files, additions, deletions, overflow, isWhitespaceShown } = props
  const shown = useIsHydrated() ? files : firstFiles(files)
  const setWhitespace = useSetWhitespace()
  // Shown at once; it holds until the page that was asked for is there.
  const [wish, setWish] = useState<{ readonly of: boolean; readonly isHidden: boolean } | null>(null)
  const isHidden = wish?.of === isWhitespaceShown ? wish.isHidden : !isWhitespaceShown
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const areAllFolded = files.length > 0 && files.every(file => folded.has(file.newPath))

  function fold(path: string, isFolded: boolean) {
    const next = new Set(folded)
    if (isFolded) next.add(path)
    else next.delete(path)
    setFolded(next)
  }

  return (
    <section aria-label="Changed files" className={styles.files}>
      <VisuallyHidden>
        <h2>Changed files</h2>
      </VisuallyHidden>
      <div className={styles.bar}>
        <FileList files={files} onFollow={path => fold(path, false)} />
        <span className={styles.counts}>
          <ChangeCounts additions={additions} deletions={deletions} />
        </span>
        <Checkbox
          label="Hide whitespace changes"
          checked={isHidden}
          onValue={hides => {
            setWish({ of: isWhitespaceShown, isHidden: hides })
            setWhitespace(!hides)
          }}
        />
        {files.length > 1 && (
          <Button
            size="s"
            variant="quiet"
            onClick={() => setFolded(areAllFolded ? new Set() : new Set(files.map(file => file.newPath)))}
          >
            {areAllFolded ? 'Expand all' : 'Collapse all'}
          </Button>
        )}
      </div>
      {overflow && (
        <Banner tone="warning" title="Diff truncated">
          This diff is very large. Showing the first {counted(files.length, 'file')}. Clone the repository to see all of
          it.
        </Banner>
      )}
      {shown.map((file, index) => (
        <DiffFileView
          key={`${file.oldPath} ${file.newPath}`}
          place={place}
          from={from}
          to={to}
          file={file}
          isWhitespaceShown={isWhitespaceShown}
          isFirst={index < 3}
          isFolded={folded.has(file.newPath)}
          onFolded={isFolded => fold(file.newPath, isFolded)}
        />
      ))}
    </section>
  )
}
