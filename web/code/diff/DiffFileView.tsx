import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { codeDiff } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useNear } from '#web/ui/near.ts'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import type { CodePlace, DiffFile } from '../shapes.ts'
import { blobHref, nameOf, rawHref } from '../shared/addresses.ts'
import { ChangeCounts } from './ChangeCounts.tsx'
import { ChangeIcon } from './ChangeIcon.tsx'
import styles from './DiffFileView.module.css'
import { DiffLines } from './DiffLines.tsx'
import { fileId } from './file-id.ts'

interface DiffFileViewProps {
  readonly place: CodePlace
  readonly from: string | null
  readonly to: string
  readonly file: DiffFile
  readonly isWhitespaceShown: boolean
  readonly isFirst: boolean
  readonly isFolded: boolean
  readonly onFolded: (isFolded: boolean) => void
}

/** What changed in one file. */
export function DiffFileView(props: DiffFileViewProps) {
  const { place, from, to, file, isWhitespaceShown, isFirst, isFolded, onFolded } = props
  const [isNear, ref] = useNear(isFirst)
  const { oldPath, newPath } = file
  return (
    <section ref={ref} id={fileId(newPath)} aria-label={newPath} className={styles.file}>
      <header className={styles.header} data-folded={isFolded || undefined}>
        <IconButton
          label={isFolded ? `Expand ${nameOf(newPath)}` : `Collapse ${nameOf(newPath)}`}
          icon={isFolded ? <ChevronRightIcon /> : <ChevronDownIcon />}
          size="s"
          tooltip={false}
          aria-expanded={!isFolded}
          className={styles.fold}
          onClick={() => onFolded(!isFolded)}
        />
        <ChangeIcon file={file} />
        <h3 className={styles.path}>
          {file.renamedFile && oldPath !== newPath && <span className={styles.old}>{oldPath} → </span>}
          {file.deletedFile ? (
            <span>{oldPath}</span>
          ) : (
            <TextLink tone="plain" href={blobHref(place, to, newPath)}>
              {newPath}
            </TextLink>
          )}
        </h3>
        <CopyButton text={newPath} label="Copy path" />
        <span className={styles.facts}>
          {file.aMode !== file.bMode && file.aMode !== '0' && file.bMode !== '0' && (
            <span className={styles.mode}>
              {file.aMode} → {file.bMode}
            </span>
          )}
          {!file.binary && <ChangeCounts additions={file.additions} deletions={file.deletions} />}
        </span>
      </header>
      {!isFolded && (
        <Body place={place} from={from} to={to} file={file} isWhitespaceShown={isWhitespaceShown} isNear={isNear} />
      )}
    </section>
  )
}

interface BodyProps extends Pick<DiffFileViewProps, 'place' | 'from' | 'to' | 'file' | 'isWhitespaceShown'> {
  readonly isNear: boolean
}

function Body({ place, from, to, file, isWhitespaceShown, isNear }: BodyProps) {
  const [isWanted, setWanted] = useState(false)
  const { oldPath, newPath } = file
  const id = `${from} ${to} ${newPath}${isWhitespaceShown ? '' : ' w'}`
  const { data, isError, isFetching, refetch } = useReading(
    codeDiff,
    {
      namespace: place.namespace,
      ...(from === null ? {} : { from }),
      to,
      oldPath,
      newPath,
      w: isWhitespaceShown ? '0' : '1',
    },
    { enabled: isWanted },
  )
  if (data !== undefined && data.diff !== '')
    return <DiffLines id={id} path={newPath} diff={data.diff} isNear={isNear} />
  if (file.diff !== '') return <DiffLines id={id} path={newPath} diff={file.diff} isNear={isNear} />
  if (file.tooLarge || data?.tooLarge) {
    return (
      <p className={styles.note}>
        This diff is too large to display.{' '}
        {!file.deletedFile && <TextLink href={rawHref(place, to, newPath)}>Open the file</TextLink>}
      </p>
    )
  }
  if (file.binary) {
    return isPicture(newPath) ? (
      <div className={styles.pictures}>
        {from !== null && !file.newFile && <Picture label="Before" src={rawHref(place, from, oldPath)} />}
        {!file.deletedFile && <Picture label="After" src={rawHref(place, to, newPath)} />}
      </div>
    ) : (
      <p className={styles.note}>Binary file.</p>
    )
  }
  if (!file.collapsed) return <p className={styles.note}>{quietWords(file, isWhitespaceShown)}</p>
  if (isWanted && isFetching) return <Skeleton rows={6} label="Loading the diff" className={styles.note} />
  return (
    <p className={styles.note} role={isError ? 'alert' : undefined}>
      {isError ? 'Could not load the diff.' : 'Large diff collapsed.'}{' '}
      <Button size="s" onClick={() => (isError ? void refetch() : setWanted(true))}>
        {isError ? 'Try again' : 'Show diff'}
      </Button>
    </p>
  )
}

function Picture({ label, src }: { readonly label: string; readonly src: string }) {
  return (
    <figure className={styles.picture}>
      <img src={src} alt={label} loading="lazy" />
      <figcaption>{label}</figcaption>
    </figure>
  )
}

const isPicture = (path: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|bmp|ico)$/i.test(path)

function quietWords(file: DiffFile, isWhitespaceShown: boolean): string {
  if (file.renamedFile) return 'File renamed without changes.'
  if (file.newFile) return 'Empty file added.'
  if (file.deletedFile) return 'Empty file deleted.'
  if (file.aMode !== file.bMode) return 'File mode changed.'
  return isWhitespaceShown ? 'No changes.' : 'Only whitespace changed.'
}
