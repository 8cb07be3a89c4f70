import { useMemo } from 'react'
import { codeBlamePage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import '#web/ui/text/code.css'
import { useHighlight } from '../highlight/highlight.ts'
import type { BlameData, CodePlace } from '../shapes.ts'
import { blameHref, blobHref, commitHref } from '../shared/addresses.ts'
import { useNear } from '../shared/near.ts'
import { onPath } from '../shared/on-path.ts'
import { PersonAvatar } from '../shared/Person.tsx'
import { ViewSwitch } from '../shared/ViewSwitch.tsx'
import { TreeSkeleton } from '../tree/TreeSkeleton.tsx'
import styles from './BlamePage.module.css'
import { BlobFrame } from './BlobFrame.tsx'

/** Each line of a file beside the commit that wrote it. */
export function BlamePage() {
  const { data } = useReading(codeBlamePage, onPath(usePageParams()))
  return data === undefined ? <TreeSkeleton /> : <Blame blame={data} />
}

function Blame({ blame }: { readonly blame: BlameData }) {
  const { place, ref, path, ranges } = blame
  const lines = useMemo(() => ranges.flatMap(range => range.lines), [ranges])
  const html = useHighlight(path, `blame ${ref.commitId} ${path}`, lines.join('\n'))
  const times = ranges.map(range => Date.parse(range.commit.committedDate))
  const oldest = Math.min(...times)
  const span = Math.max(1, Math.max(...times) - oldest)
  const here = blobHref(place, ref.name, path)
  return (
    <BlobFrame place={place} at={ref} path={path} hrefOf={blameHref}>
      <div className={styles.frame}>
        <header className={styles.header}>
          <ViewSwitch
            label="Show the file as"
            active="blame"
            views={[
              { key: 'code', label: 'Code', href: `${here}?plain=1` },
              { key: 'blame', label: 'Blame', href: blameHref(place, ref.name, path) },
            ]}
          />
          <span className={styles.facts}>
            {counted(lines.length, 'line')} of {counted(new Set(ranges.map(range => range.commit.id)).size, 'commit')}
          </span>
          <span className={styles.legend} aria-hidden="true">
            Older <i style={age(0)} />
            <i style={age(0.33)} />
            <i style={age(0.66)} />
            <i style={age(1)} /> Newer
          </span>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section aria-label={`Blame for ${path}`} tabIndex={0} className={styles.scroll}>
          <div className={styles.ranges}>
            {ranges.map((range, index) => (
              <Range
                key={range.startLine}
                place={place}
                refName={ref.name}
                path={path}
                range={range}
                html={html}
                age={((times[index] ?? oldest) - oldest) / span}
                isFirst={index < 20}
              />
            ))}
          </div>
        </section>
      </div>
    </BlobFrame>
  )
}

const age = (share: number) => ({ '--age': `${Math.round(share * 100)}%` }) as React.CSSProperties

interface RangeProps {
  readonly place: CodePlace
  readonly refName: string
  readonly path: string
  readonly range: BlameData['ranges'][number]
  readonly html: readonly string[] | undefined
  /** From 0, the oldest of the file, to 1. */
  readonly age: number
  readonly isFirst: boolean
}

function Range({ place, refName, path, range, html, age: share, isFirst }: RangeProps) {
  const { commit, lines, startLine } = range
  const [isNear, ref] = useNear(isFirst)
  return (
    <div ref={ref} className={styles.range} style={age(share)}>
      <div className={styles.who}>
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
          </span>
        )}
      </div>
      {isNear ? (
        <div className={styles.lines}>
          {lines.map((text, index) => {
            const number = startLine + index
            const coloured = html?.[number - 1]
            return (
              <div key={number} className={styles.line}>
                <a
                  href={`${blobHref(place, refName, path)}?plain=1#L${number}`}
                  tabIndex={-1}
                  aria-label={`Line ${number}`}
                  className={styles.number}
                >
                  {number}
                </a>
                {coloured === undefined ? (
                  <code className={styles.code}>{text}</code>
                ) : (
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js has escaped the code
                  <code className={styles.code} dangerouslySetInnerHTML={{ __html: coloured }} />
                )}
              </div>
            )
          })}
        </div>
      ) : (
        <pre className={styles.far}>
          {lines.join('\n')}
          {'\n'}
        </pre>
      )}
    </div>
  )
}
