import { DownloadIcon, LinkIcon, WrapIcon } from '@primer/octicons-react'
import { useMemo, useState } from 'react'
import { codeBlobPage } from '#web/api/operations.gen.ts'
import { pathOf } from '#web/api/path-of.ts'
import { useGoTo, useHash, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { codeShortcuts } from '#web/code/shortcuts.ts'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { useFolded } from '#web/ui/layout/folded.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { describeSize } from '#web/ui/text/size.ts'
import { useHighlight } from '../highlight/highlight.ts'
import type { BlobData } from '../shapes.ts'
import { blameHref, blobHref, commitsHref, parentOf, rawHref } from '../shared/addresses.ts'
import { LastCommit } from '../shared/commits/LastCommit.tsx'
import { NewCommits, useQuietReading } from '../shared/commits/NewCommits.tsx'
import { UnwantedWarning, useHasUnwanted } from '../shared/files/UnwantedWarning.tsx'
import { onPath } from '../shared/on-path.ts'
import { TreeSkeleton } from '../tree/TreeSkeleton.tsx'
import { BlobFrame, BlobPanel } from './BlobFrame.tsx'
import styles from './BlobPage.module.css'
import { CodeLines } from './CodeLines.tsx'
import { CodeOwners, CodeOwnersProblems } from './CodeOwners.tsx'
import { FileActions } from './FileActions.tsx'

const isNews = (shown: BlobData, now: BlobData): boolean => shown.file.id !== now.file.id

/** One file, as code or as what it is. */
export function BlobPage() {
  const { data, news, showNews } = useQuietReading(codeBlobPage, onPath(usePageParams(), usePageSearch()), isNews)
  const [isOwn, setOwn] = useState(false)
  // One's own change is what one waits for.
  if (news && isOwn) {
    setOwn(false)
    showNews()
  }
  if (data === undefined) return <TreeSkeleton />
  return (
    <BlobFrame place={data.place} at={data.ref} path={data.path}>
      {news && <NewCommits onShow={showNews}>This file has changed.</NewCommits>}
      <CodeOwnersProblems blob={data} />
      <Blob blob={data} onReplaced={() => setOwn(true)} />
    </BlobFrame>
  )
}

function Blob({ blob, onReplaced }: { readonly blob: BlobData; readonly onReplaced: () => void }) {
  const { place, ref, path, file, lastCommit, html } = blob
  const goTo = useGoTo()
  const hash = useHash()
  const asksForSource = usePageSearch().plain === '1' || hash.startsWith('L')
  const isRendered = html !== null && !asksForSource
  const [wraps, setWraps] = useFolded('code-wraps')
  useShortcuts(codeShortcuts.files, {
    permalink: () => goTo(withHash(pathOf(blob.permalink), hash), { replace: true }),
    blame: file.show === 'text' && (() => goTo(blameHref(place, ref.name, path))),
  })
  const here = blobHref(place, ref.name, path)
  const raw = rawHref(place, ref.name, path)
  const views = [
    ...(html === null ? [] : [{ key: 'preview', label: 'Preview', href: here }]),
    ...(file.show === 'text'
      ? [
          { key: 'code', label: 'Code', href: html === null ? here : `${here}?plain=1` },
          { key: 'blame', label: 'Blame', href: blameHref(place, ref.name, path) },
        ]
      : []),
  ]
  return (
    <BlobPanel
      top={
        <>
          {lastCommit !== null && (
            <LastCommit place={place} commit={lastCommit} historyHref={commitsHref(place, ref.name, path)} />
          )}
          <CodeOwners owners={blob.codeOwners} />
        </>
      }
      views={views}
      active={isRendered ? 'preview' : 'code'}
      facts={
        <>
          {file.show === 'text' && <span>{counted(blob.lineCount, 'line')}</span>}
          {file.show !== 'submodule' && <span>{describeSize(file.sizeBytes)}</span>}
          {file.mode === '100755' && <span>Executable</span>}
        </>
      }
      actions={
        <span className={styles.actions}>
          {file.show === 'text' && !isRendered && (
            <IconButton
              label={wraps ? 'Disable line wrapping' : 'Wrap lines'}
              icon={<WrapIcon />}
              size="s"
              aria-pressed={wraps}
              onClick={() => setWraps(!wraps)}
            />
          )}
          {blob.text !== null && <CopyButton text={blob.text} label="Copy file contents" />}
          {ref.kind === 'branch' && (
            <IconButton
              label="Go to permalink"
              icon={<LinkIcon />}
              size="s"
              keyHint="y"
              onClick={() => goTo(withHash(pathOf(blob.permalink), hash), { replace: true })}
            />
          )}
          <FileActions blob={blob} onReplaced={onReplaced} />
          {file.show !== 'submodule' && (
            <>
              <LinkButton variant="quiet" size="s" href={raw}>
                Raw
              </LinkButton>
              <Tooltip text="Download">
                <LinkButton
                  variant="quiet"
                  size="s"
                  href={`${raw}?inline=false`}
                  download={file.name}
                  aria-label="Download"
                  icon={<DownloadIcon />}
                />
              </Tooltip>
            </>
          )}
        </span>
      }
    >
      {isRendered ? (
        <div className={styles.prose}>
          <Prose html={html} />
        </div>
      ) : (
        <Content blob={blob} raw={raw} wraps={wraps} />
      )}
    </BlobPanel>
  )
}

interface ContentProps {
  readonly blob: BlobData
  readonly raw: string
  readonly wraps: boolean
}

function Content({ blob, raw, wraps }: ContentProps) {
  const { file, text, place, ref, path } = blob
  const download = (
    <LinkButton href={`${raw}?inline=false`} download={file.name} icon={<DownloadIcon />}>
      Download ({describeSize(file.sizeBytes)})
    </LinkButton>
  )
  switch (file.show) {
    case 'text':
      return text === null || text === '' ? (
        <EmptyState size="s" title="The file is empty" />
      ) : (
        <Code path={path} id={file.id} text={text} wraps={wraps} />
      )
    case 'image':
      return (
        <div className={styles.media}>
          <img src={raw} alt={file.name} className={styles.image} />
        </div>
      )
    case 'video':
      return (
        <div className={styles.media}>
          {/* biome-ignore lint/a11y/useMediaCaption: a file of a repository brings no captions */}
          <video src={raw} controls className={styles.image} />
        </div>
      )
    case 'audio':
      return (
        <div className={styles.media}>
          {/* biome-ignore lint/a11y/useMediaCaption: a file of a repository brings no captions */}
          <audio src={raw} controls />
        </div>
      )
    case 'pdf':
      return (
        <EmptyState
          title="PDF document"
          action={
            <LinkButton href={raw} variant="primary">
              Open PDF
            </LinkButton>
          }
        >
          Opens in your browser's PDF viewer.
        </EmptyState>
      )
    case 'binary':
      return (
        <EmptyState title="Binary file" action={download}>
          Download the file to open it.
        </EmptyState>
      )
    case 'large':
      return (
        <EmptyState title="This file is too large to display" action={download}>
          You can also <TextLink href={raw}>open it as plain text</TextLink>.
        </EmptyState>
      )
    case 'link': {
      const target = resolveLink(path, text ?? '')
      return (
        <EmptyState title="Symbolic link" size="s">
          Points to{' '}
          {target === null ? (
            <code>{text}</code>
          ) : (
            <TextLink href={blobHref(place, ref.name, target)}>
              <code>{text}</code>
            </TextLink>
          )}
        </EmptyState>
      )
    }
    case 'submodule':
      return (
        <EmptyState title="Submodule" size="s">
          Points to commit <code>{file.id.slice(0, 8)}</code> in another repository.
        </EmptyState>
      )
    default:
      return file.show satisfies never
  }
}

interface CodeProps {
  readonly path: string
  readonly id: string
  readonly text: string
  readonly wraps: boolean
}

function Code({ path, id, text, wraps }: CodeProps) {
  const html = useHighlight(path, id, text)
  const lines = useMemo(() => linesOf(text), [text])
  const isUnwanted = useHasUnwanted(path, lines)
  return (
    <>
      {isUnwanted && <UnwantedWarning />}
      <CodeLines label={`Contents of ${path}`} lines={lines} html={html} wraps={wraps} />
    </>
  )
}

/** A text that ends with a line break has no empty line after it. */
const linesOf = (text: string): readonly string[] =>
  (text.endsWith('\n') ? text.slice(0, -1) : text)
    .split('\n')
    .map(line => (line.endsWith('\r') ? line.slice(0, -1) : line))

const withHash = (href: string, hash: string): string => (hash === '' ? href : `${href}#${hash}`)

/** The address of a link inside the repository; null if it leads out of it. */
function resolveLink(path: string, target: string): string | null {
  if (target.startsWith('/')) return null
  const segments = parentOf(path).split('/').filter(Boolean)
  for (const segment of target.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return null
    } else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}
