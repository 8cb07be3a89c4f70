import { VersionsIcon } from '@primer/octicons-react'
import { useCallback, useMemo } from 'react'
import { codeBlamePage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams, usePageSearch } from '#web/api/route.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useNear } from '#web/ui/near.ts'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useHighlight } from '../highlight/highlight.ts'
import { CodeFrame, CodeRow, CodeRows } from '../lines/CodeRows.tsx'
import { writeLines } from '../lines/selection.ts'
import type { BlameData, CodePlace, CommitLine } from '../shapes.ts'
import { blameHref, blobHref, commitHref } from '../shared/addresses.ts'
import { PersonAvatar } from '../shared/commits/Person.tsx'
import { UnwantedWarning, useHasUnwanted } from '../shared/files/UnwantedWarning.tsx'
import { onPath } from '../shared/on-path.ts'
import { TreeSkeleton } from '../tree/TreeSkeleton.tsx'
import styles from './BlamePage.module.css'
import { BlobFrame, BlobPanel } from './BlobFrame.tsx'

/** The number of first ranges that are drawn before the browser has looked. */
const nearAtFirst = 20

/** Each line of a file beside the commit that wrote it. */
export function BlamePage() {
  const search = usePageSearch()
  const { data } = useReading(codeBlamePage, {
    ...onPath(usePageParams(), search),
    ...(search.ignore_revs === 'false' && { ignoreRevs: false }),
  })
  return data === undefined ? <TreeSkeleton /> : <Blame blame={data} />
}

function Blame({ blame }: { readonly blame: BlameData }) {
  const { place, ref, path, ranges, ignoredRevs } = blame
  const lines = useMemo(() => ranges.flatMap(range => range.lines), [ranges])
  const html = useHighlight(path, `blame ${ref.commitId} ${path}`, lines.join('\n'))
  const row = useCallback(
    (index: number) => {
      const line = index + 1
      const href = `${blobHref(place, ref.name, path)}?plain=1#${writeLines({ from: line, to: line })}`
      return <CodeRow key={line} line={line} href={href} text={lines[index] ?? ''} html={html?.[index]} />
    },
    [place, ref.name, path, lines, html],
  )
  const isUnwanted = useHasUnwanted(path, lines)
  const times = ranges.map(range => Date.parse(range.commit.committedDate))
  const oldest = Math.min(...times)
  const span = Math.max(1, Math.max(...times) - oldest)
  const here = blobHref(place, ref.name, path)
  return (
    <BlobFrame place={place} at={ref} path={path} hrefOf={blameHref}>
      <BlobPanel
        active="blame"
        views={[
          { key: 'code', label: 'Code', href: `${here}?plain=1` },
          { key: 'blame', label: 'Blame', href: blameHref(place, ref.name, path) },
        ]}
        facts={`${counted(lines.length, 'line')} of ${counted(new Set(ranges.map(range => range.commit.id)).size, 'commit')}`}
        actions={
          <>
            {ignoredRevs !== null && (
              <TextLink href={`${blameHref(place, ref.name, path)}${ignoredRevs ? '?ignore_revs=false' : ''}`}>
                {ignoredRevs ? 'Show ignored commits' : 'Hide ignored commits'}
              </TextLink>
            )}
            <span className={styles.legend} aria-hidden="true">
              Older <i style={age(0)} />
              <i style={age(0.33)} />
              <i style={age(0.66)} />
              <i style={age(1)} /> Newer
            </span>
          </>
        }
      >
        {isUnwanted && <UnwantedWarning />}
        <CodeFrame label={`Blame for ${path}`} lastLine={lines.length}>
          {ranges.map(({ startLine, lines: { length }, commit, before }, index) => (
            <div key={startLine} className={styles.range} style={age(((times[index] ?? oldest) - oldest) / span)}>
              <Author place={place} commit={commit} before={before} startsNear={index < nearAtFirst} />
              <div>
                <CodeRows
                  texts={lines}
                  row={row}
                  start={startLine - 1}
                  end={startLine - 1 + length}
                  startsNear={index < nearAtFirst}
                />
              </div>
            </div>
          ))}
        </CodeFrame>
      </BlobPanel>
    </BlobFrame>
  )
}

const age = (share: number) => ({ '--age': `${Math.round(share * 100)}%` }) as React.CSSProperties

interface AuthorProps {
  readonly place: CodePlace
  readonly commit: CommitLine
  readonly before: BlameData['ranges'][number]['before']
  readonly startsNear: boolean
}

/** The commit that wrote the lines beside it. */
function Author({ place, commit, before, startsNear }: AuthorProps) {
  const [isNear, ref] = useNear(startsNear)
  return (
    <div ref={ref} className={styles.who}>
      {isNear && (
        <span className={styles.commit}>
          <PersonAvatar of={commit} sizePx={16} />
          <TextLink
            tone="plain"
            href={commitHref(place, commit.id)}
            title={`${commit.title}\n\n${commit.authorName}`}
            className={styles.title}
          >
            {commit.title}
          </TextLink>
          <RelativeTime at={commit.committedDate} className={styles.time} />
          {before !== null && (
            <TextLink
              tone="plain"
              href={blameHref(place, before.commitId, before.path)}
              title="View blame before this change"
              aria-label="View blame before this change"
              className={styles.before}
            >
              <VersionsIcon />
            </TextLink>
          )}
        </span>
      )}
    </div>
  )
}
