import type { ReactNode } from 'react'
import type { DiffFile } from '#contract/code/diffs/diffs.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { rawHref } from '../../shared/addresses.ts'
import type { DiffSource } from '../diff-source.ts'
import { messages } from '../messages.ts'
import { describeFileSize } from '../rows/size.ts'
import styles from './DiffFileBox.module.css'
import type { FileState } from './file-state.ts'

interface BodyProps {
  readonly source: DiffSource
  readonly file: DiffFile
  readonly isWhitespaceShown: boolean
  readonly state: FileState
  readonly viewer: ReactNode
  readonly onLoad: () => void
  readonly onFull: () => void
  /** The lines, if there are any to show. */
  readonly children: ReactNode
}

export function Body({ source, file, state, isWhitespaceShown, viewer, onLoad, onFull, children }: BodyProps) {
  if (file.submodule) return <Submodule file={file} />
  if (viewer !== null) return viewer
  const whole = messages.wholeText(file.wholeText).join(' ')
  if (children !== false)
    return whole === '' ? (
      children
    ) : (
      <>
        <p className={styles.note}>{whole}</p>
        {children}
      </>
    )
  const isLoading = state.load.step === 'loading'
  if (file.viewer.renderError === 'too_large') {
    return (
      <p className={styles.note}>
        This diff is too large to display.{' '}
        {!file.deletedFile && <TextLink href={rawHref(source, source.toId, file.newPath)}>Open the file</TextLink>}
      </p>
    )
  }
  if (file.viewer.collapsed) {
    if (isLoading) return <Skeleton rows={6} label="Loading the diff" className={styles.note} />
    return (
      <p className={styles.note}>
        {file.generated ? 'Generated file collapsed.' : 'Large diff collapsed.'}{' '}
        <Button size="s" onClick={onLoad}>
          Show diff
        </Button>
      </p>
    )
  }
  if (file.viewer.name === 'no_preview') return <Binary source={source} file={file} />
  return (
    <p className={styles.note}>
      {whole === '' ? messages.quiet(file, isWhitespaceShown) : whole}
      {file.viewer.name === 'renamed' && file.blob?.readableText === true && (
        <Button size="s" busy={isLoading} onClick={onFull}>
          Show full file
        </Button>
      )}
    </p>
  )
}

function Submodule({ file }: { readonly file: DiffFile }) {
  const compare = file.submoduleCompare
  return (
    <p className={styles.note}>
      {compare === null ? (
        messages.submodule(file)
      ) : compare.url === null ? (
        messages.compare(compare)
      ) : (
        <TextLink href={compare.url}>{messages.compare(compare)}</TextLink>
      )}
    </p>
  )
}

interface ShownFile {
  readonly source: DiffSource
  readonly file: DiffFile
}

function Binary({ source, file }: ShownFile) {
  const size = file.deletedFile ? file.oldSizeBytes : file.newSizeBytes
  const sha = file.deletedFile ? source.fromId : source.toId
  return (
    <p className={styles.note}>
      Binary file.{' '}
      {sha !== null && (
        <TextLink href={`${rawHref(source, sha, file.filePath)}?inline=false`}>
          {size === null ? 'Download' : `Download (${describeFileSize(size)})`}
        </TextLink>
      )}
    </p>
  )
}
