import { ChevronRightIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { ErrorCause, StackTraceEntry } from '#contract/monitor/error-tracking/error-words.ts'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import styles from './StackTrace.module.css'

interface StackTracesProps {
  readonly error: { readonly stackTraceEntries: readonly StackTraceEntry[]; readonly causes: readonly ErrorCause[] }
  /** The exception and its message. */
  readonly title: string
}

/** The calls that led to an error, and those that led to each of its causes, the nearest cause first. */
export function StackTraces({ error: { stackTraceEntries, causes }, title }: StackTracesProps) {
  return (
    <>
      <StackTrace heading="Stack trace" entries={stackTraceEntries} title={title} />
      {causes.map(({ type, message, stackTraceEntries: entries }, index) => {
        const cause = message === '' ? type : `${type}: ${message}`
        return (
          <StackTrace
            // biome-ignore lint/suspicious/noArrayIndexKey: causes of an event never change places, and may be alike
            key={index}
            heading={
              <>
                Caused by <bdi>{cause}</bdi>
              </>
            }
            entries={entries}
            title={cause}
          />
        )
      })}
    </>
  )
}

interface StackTraceProps {
  readonly heading: React.ReactNode
  /** The entries in the order of the calls, as the server sends them. */
  readonly entries: readonly StackTraceEntry[]
  /** The exception and its message. */
  readonly title: string
}

/** The calls that led to an error, the innermost first. @source ERRTRK-015, ERRTRK-016 */
function StackTrace({ heading, entries, title }: StackTraceProps) {
  const reversed = entries.toReversed()
  // The code of the application is what a reader looks for.
  const own = reversed.findIndex(entry => entry.inApp === true && entry.context.length > 0)
  const opened = own >= 0 ? own : reversed.findIndex(entry => entry.context.length > 0)
  return (
    <Card
      title={heading}
      flush
      aside={
        entries.length > 0 && (
          <span>
            <CopyButton text={asText(title, reversed)} label="Copy stack trace" />
          </span>
        )
      }
    >
      {reversed.length === 0 ? (
        <p className={styles.none}>The event contains no stack trace.</p>
      ) : (
        <ol className={styles.list}>
          {reversed.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the calls of a trace never change places, and may be alike
            <Entry key={index} entry={entry} isOpenAtFirst={index === opened} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Entry({ entry, isOpenAtFirst }: { readonly entry: StackTraceEntry; readonly isOpenAtFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { context, lineNo } = entry
  const place = <Place entry={entry} />
  return (
    <li className={styles.entry} data-library={entry.inApp === false || undefined}>
      {context.length === 0 ? (
        <div className={styles.place}>{place}</div>
      ) : (
        <button type="button" aria-expanded={isOpen} className={styles.place} onClick={() => setOpen(!isOpen)}>
          <ChevronRightIcon className={styles.arrow} />
          {place}
        </button>
      )}
      {isOpen && context.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div tabIndex={0} className={styles.code}>
          {context.map(([number, line]) => (
            <div key={number} className={styles.line} data-current={number === lineNo || undefined}>
              <span className={styles.number}>{number}</span>
              <code>{line === '' ? ' ' : line}</code>
            </div>
          ))}
        </div>
      )}
    </li>
  )
}

function Place({ entry: { filename, function: called, lineNo, colNo } }: { readonly entry: StackTraceEntry }) {
  const position = [lineNo, colNo].filter(each => each !== null).join(':')
  return (
    <span className={styles.words}>
      <bdi className={styles.file}>{filename ?? 'Unknown file'}</bdi>
      {called !== null && (
        <>
          {' in '}
          <bdi className={styles.function}>{called}</bdi>
        </>
      )}
      {position !== '' && <> at line {position}</>}
    </span>
  )
}

/** The stack trace in the format that programs print. */
function asText(title: string, reversed: readonly StackTraceEntry[]): string {
  const lines = reversed.map(({ filename, function: called, lineNo, colNo }) => {
    const where = [filename ?? '<unknown>', lineNo, colNo].filter(each => each !== null).join(':')
    return `    at ${called === null ? where : `${called} (${where})`}`
  })
  return [title, ...lines].join('\n')
}
